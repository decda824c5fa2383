import { and, type SQL, sql } from "drizzle-orm";
import { ID_ONLY } from "../../source/handlers/selection.js";
import type * as store from "../../source/store/store.js";
import { keysetCondition, keyValues, matchingRows, reversed } from "./conditions.js";
import type { DbSession } from "../database/session.js";
import { NEVER, UnreadableKeys } from "../database/dialect.js";
import type { IdColumns } from "../columns/id-columns.js";
import { askedParts, askedShape } from "./asked-part.js";
import { keysReader, listOrder, orderTerms } from "./order-terms.js";
import { linkedSize, readsOf, rowReader, selectedColumns } from "./selected-columns.js";
import { constant, type DecoderOf, numberOf, runSelect, type StatementPart } from "../database/statements.js";
import type { StoredTable } from "../tables/stored-table.js";
import { childrenPart, countPart, rowsPart, treePlan } from "./tree.js";
import { isView } from "../declarations/views.js";

/** The rows of one page, in order, and what they include. */
export async function readList(target: StoredTable, session: DbSession, query: store.ListQuery): Promise<store.Found> {
  const { slice } = query;
  const keyset = slice?.kind === "keyset" ? slice : undefined;
  const isBackward = keyset?.before !== undefined && keyset.after === undefined;
  const order = listOrder(target, session, query);
  const { joins, ids } = order;
  const { dialect } = target;
  const terms = keyset ? order.keyTerms : order.terms;
  const keys = keyset ? order.keys : [];
  const owner = query.owner && target.tableOf(query.owner.type);
  const { steps, parts: values, shape: selection, isRepeated } = readsOf(target, session, query);
  const counts = slice !== undefined && query.counts === true;
  const build = ([where, offset, owned, all, ...values]: readonly StatementPart[], decoderOf: DecoderOf) => {
    const linked = values.slice(0, linkedSize(target, query));
    const selected = selectedColumns(target, query, linked);
    let statement = session.db.select({ ...selected, ...Object.fromEntries(keys) }).from(target.table);
    for (const { sub, on } of joins.values()) statement = statement.leftJoin(sub, on);
    const ordered = isBackward ? terms.map(reversed) : terms;
    statement = statement
      .where(where)
      .orderBy(...ordered.map(({ expression, order, isNullable }) => dialect.ordered(expression, order, isNullable)));
    if (slice) statement = statement.limit(constant(slice.limit));
    if (offset) statement = statement.offset(offset);
    const names = Object.keys(selected);
    const more = keyset && { start: names.length, read: keysReader(ids) };
    const row = rowReader(target, decoderOf, selected, query);
    const root = { statement, names: [...names, ...keys.map(([name]) => name)], row, more };
    const seen = owner && rowsPart({ table: owner, session, selection: ID_ONLY, linked: [], decoderOf }, owned);
    const count = counts ? countPart(target, session, all) : undefined;
    return treePlan({ session, decoderOf }, { root, owner: seen, count }, steps, values.slice(linked.length));
  };
  const matching = matchingRows(target, session, query.where);
  const parts = [
    and(matching, keyset && keysetCondition(dialect, withSplitKeys(keyset, ids), terms)),
    slice?.kind === "offset" && slice.offset > 0 ? sql`${slice.offset}` : undefined,
    owner && and(owner.id.equals(query.owner?.id), owner.visible(session)),
    counts ? matching : undefined,
    ...values,
  ];
  const shape = `list ${keyset !== undefined} ${isBackward} ${slice?.limit} ${counts} ${owner?.spec.type} ${selection}${order.text}`;
  const found = await runSelect(
    target,
    session,
    isRepeated && order.text !== undefined ? shape : undefined,
    parts,
    build,
  );
  return isBackward ? { ...found, rows: found.rows.reverse() } : found;
}

export async function countRows(
  owner: StoredTable,
  session: DbSession,
  where: readonly store.Condition[],
): Promise<number> {
  return runSelect(owner, session, "count", [matchingRows(owner, session, where)], ([where]) => ({
    statement: session.db.select({ count: sql`count(*)` }).from(owner.table).where(where),
    read: ([row]) => Number(row?.[0]),
  }));
}

/** Expressions per statement that reads values. Postgres selects at most 1664. */
const MOST_SELECTED = 1000;

/** Throws if Postgres cannot read keys as the types of an order. */
export async function readKeys(
  owner: StoredTable,
  session: DbSession,
  order: readonly store.OrderTerm[],
  keys: store.Keys,
): Promise<void> {
  const { terms, ids } = orderTerms(owner, session, order);
  const values = keyValues(owner.dialect, terms, splitKeys(keys, ids));
  if (owner.dialect.castsFail) await readValues(session, values);
}

/** A key of a cursor for each expression of the order. A cursor holds an id of several columns as one key. */
function splitKeys(keys: store.Keys, ids: readonly (IdColumns | undefined)[]): store.Keys {
  return keys.flatMap((key, index): store.Keys => {
    const columns = ids[index];
    if (columns === undefined) return [key];
    const texts = key === null ? columns.columns.map(() => null) : columns.split(key);
    if (texts === undefined) throw new UnreadableKeys(`"${key}" is not an id.`);
    return texts;
  });
}

function withSplitKeys(keyset: store.Keyset, ids: readonly (IdColumns | undefined)[]): store.Keyset {
  const [after, before] = [
    keyset.after && splitKeys(keyset.after, ids),
    keyset.before && splitKeys(keyset.before, ids),
  ];
  return { ...keyset, after, before };
}

/** Throws if Postgres cannot read values as their types. */
export async function readValues(session: DbSession, values: readonly SQL[]): Promise<void> {
  for (let start = 0; start < values.length; start += MOST_SELECTED) {
    const batch = values.slice(start, start + MOST_SELECTED);
    await session.db.execute(sql`select ${sql.join(batch, sql`, `)}`);
  }
}

/** The rows with these ids, each once, and what they include. */
export async function readByIds(
  owner: StoredTable,
  session: DbSession,
  ids: readonly store.Id[],
  selection: store.Selection,
  access: store.Access = {},
): Promise<store.Found> {
  const { id } = owner;
  const amongIds = id.among(ids);
  if (amongIds === NEVER) return { rows: [] };
  const writable = access.writable && owner.writable(session, access.writable);
  const where = and(amongIds, owner.visible(session, access.deleted), writable);
  const { steps, parts, shape, isRepeated } = readsOf(owner, session, selection);
  const build = ([where, ...values]: readonly StatementPart[], decoderOf: DecoderOf) => {
    const linked = values.slice(0, linkedSize(owner, selection));
    const { statement, ...part } = rowsPart({ table: owner, session, selection, linked, decoderOf }, where);
    // In one order, so that two transactions do not wait for each other. These locks are the weakest that an update and a reference take.
    const locked =
      access.lock && owner.dialect.hasLocks && !isView(owner.table)
        ? statement.orderBy(...id.columns).for(access.lock === "update" ? "no key update" : "key share")
        : statement;
    const root = { ...part, statement: locked };
    return treePlan({ session, decoderOf }, { root }, steps, values.slice(linked.length));
  };
  // A statement that locks is one of a transaction.
  return runSelect(owner, session, access.lock || !isRepeated ? undefined : `ids ${shape}`, [where, ...parts], build);
}

/** The rows that belong to parents, each with its parent, in the relationship's order or that of a query. */
export async function readChildren(
  target: StoredTable,
  session: DbSession,
  parent: StoredTable,
  name: string,
  ids: readonly store.Id[],
  { limit, query, ...selection }: store.ChildSelection,
): Promise<store.FoundRow[]> {
  const pairs = parent.pairs(name);
  const table = pairs.from.tableOf(ids);
  if (table === undefined) return [];
  const { parts: linked, shape } = readsOf(target, session, selection);
  const conditions = query ? askedParts(target, session, parent, name, query) : [target.visible(session), undefined];
  const asked = query ? askedShape(target, query) : "";
  const key = asked === undefined ? undefined : `children ${numberOf(pairs)} ${limit} ${asked} ${shape}`;
  const parts = [table, ...conditions, ...linked];
  const found = await runSelect(target, session, key, parts, ([parents, where, paired, ...linked], decoderOf) => {
    const selects = { table: target, session, selection, linked, decoderOf };
    return treePlan(selects, { root: childrenPart(selects, pairs, { parents, where, paired }, { limit, query }) });
  });
  return found.rows;
}
