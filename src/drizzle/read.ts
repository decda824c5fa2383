import { and, Column, is, type SQL, sql } from "drizzle-orm";
import { isFromFilter } from "../source/from-filter.js";
import { ruleOf } from "../source/own-rules.js";
import { ID_ONLY } from "../source/selection.js";
import type {
  Access,
  ChildSelection,
  Condition,
  Found,
  FoundRow,
  Id,
  Keys,
  ListQuery,
  OrderTerm,
  Selection,
} from "../source/store.js";
import { appSql, typeColumn } from "./app-sql.js";
import {
  type Keyset,
  keysetCondition,
  keyTerms,
  keyValues,
  matchingRows,
  memberCount,
  type OrderExpression,
  reversed,
} from "./conditions.js";
import type { AnyDb, DbSession, StoreSort } from "./config.js";
import { mayBeNull } from "./constraints.js";
import { UnreadableKeys } from "./dialect.js";
import { type IdColumns, NEVER } from "./id-columns.js";
import { readsOf, rowReader, selectedColumns } from "./selected-columns.js";
import { constant, type DecoderOf, numberOf, runSelect, type StatementPart } from "./statements.js";
import type { Pairs } from "./link-table.js";
import type { StoredTable } from "./stored-table.js";
import { childrenPart, countPart, rowsPart, treePlan } from "./tree.js";
import { isView } from "./views.js";

/** The rows of one page, in order, and what they include. */
export async function readList(from: StoredTable, session: DbSession, query: ListQuery): Promise<Found> {
  const { slice } = query;
  const keyset = slice?.kind === "keyset" ? slice : undefined;
  const isBackward = keyset?.before !== undefined && keyset.after === undefined;
  const order = listOrder(from, session, query);
  const { joins, ids } = order;
  const { dialect } = from;
  const terms = keyset ? order.keyTerms : order.terms;
  const keys = keyset ? order.keys : [];
  const owner = query.owner && from.tableOf(query.owner.type);
  const { steps, parts: values, shape: selection } = readsOf(from, session, query);
  const counts = slice !== undefined && query.counts === true;
  const build = ([where, offset, owned, all, ...values]: readonly StatementPart[], decoderOf: DecoderOf) => {
    const linked = values.slice(0, query.linkage.size);
    const selected = selectedColumns(from, query, linked);
    let statement = session.db.select({ ...selected, ...Object.fromEntries(keys) }).from(from.table);
    for (const { sub, on } of joins.values()) statement = statement.leftJoin(sub, on);
    const ordered = isBackward ? terms.map(reversed) : terms;
    statement = statement
      .where(where)
      .orderBy(...ordered.map(({ expression, order, isNullable }) => dialect.ordered(expression, order, isNullable)));
    if (slice) statement = statement.limit(constant(slice.limit));
    if (offset) statement = statement.offset(offset);
    const names = Object.keys(selected);
    const more = keyset && { start: names.length, read: keysReader(ids) };
    const row = rowReader(from, decoderOf, selected, query);
    const root = { statement, names: [...names, ...keys.map(([name]) => name)], row, more };
    const seen = owner && rowsPart({ from: owner, session, selection: ID_ONLY, linked: [], decoderOf }, owned);
    const count = counts ? countPart(from, session, all) : undefined;
    return treePlan(session, steps, values.slice(linked.length), decoderOf, root, seen, count);
  };
  const matching = matchingRows(from, session, query.where);
  const parts = [
    and(matching, keyset && keysetCondition(dialect, withSplitKeys(keyset, ids), terms)),
    slice?.kind === "offset" && slice.offset > 0 ? sql`${slice.offset}` : undefined,
    owner && and(owner.id.equals(query.owner?.id), owner.visible(session)),
    counts ? matching : undefined,
    ...values,
  ];
  const shape = `list ${keyset !== undefined} ${isBackward} ${slice?.limit} ${counts} ${owner?.spec.type} ${selection}${order.text}`;
  const found = await runSelect(from, session, order.isRepeated ? shape : undefined, parts, build);
  return isBackward ? { ...found, rows: found.rows.reverse() } : found;
}

export async function countRows(from: StoredTable, session: DbSession, where: readonly Condition[]): Promise<number> {
  return runSelect(from, session, "count", [matchingRows(from, session, where)], ([where]) => ({
    statement: session.db.select({ count: sql`count(*)` }).from(from.table).where(where),
    read: firstNumber,
  }));
}

function firstNumber([row]: readonly (readonly unknown[])[]): number {
  return Number(row?.[0]);
}

/** Expressions per statement that reads values. Postgres selects at most 1664. */
const MOST_SELECTED = 1000;

/** Throws if Postgres cannot read keys as the types of an order. */
export async function readKeys(
  from: StoredTable,
  session: DbSession,
  order: readonly OrderTerm[],
  keys: Keys,
): Promise<void> {
  const { terms, ids } = orderTerms(from, session, order);
  const values = keyValues(from.dialect, terms, splitKeys(keys, ids));
  if (from.dialect.castsFail) await readValues(session, values);
}

/** A key of a cursor for each expression of the order. A cursor holds an id of several columns as one key. */
function splitKeys(keys: Keys, ids: readonly (IdColumns | undefined)[]): Keys {
  return keys.flatMap((key, index): Keys => {
    const columns = ids[index];
    if (columns === undefined) return [key];
    const texts = key === null ? columns.columns.map(() => null) : columns.split(key);
    if (texts === undefined) throw new UnreadableKeys(`"${key}" is not an id.`);
    return texts;
  });
}

function withSplitKeys(keyset: Keyset, ids: readonly (IdColumns | undefined)[]): Keyset {
  const [after, before] = [
    keyset.after && splitKeys(keyset.after, ids),
    keyset.before && splitKeys(keyset.before, ids),
  ];
  return { ...keyset, after, before };
}

function keysReader(ids: OrderTerms["ids"]) {
  return (row: FoundRow["row"], values: readonly unknown[], at: number): FoundRow => {
    let place = at;
    const next = () => {
      const key = values[place++];
      return key === null ? null : String(key);
    };
    const keys = ids.map((columns) => (columns ? (columns.join(columns.columns.map(next)) as string | null) : next()));
    return { row, keys };
  };
}

/** Throws if Postgres cannot read values as their types. */
export async function readValues(session: DbSession, values: readonly SQL[]): Promise<void> {
  for (let start = 0; start < values.length; start += MOST_SELECTED) {
    const some = values.slice(start, start + MOST_SELECTED);
    await session.db.execute(sql`select ${sql.join(some, sql`, `)}`);
  }
}

/** The rows with these ids, each once, and what they include. */
export async function readByIds(
  from: StoredTable,
  session: DbSession,
  ids: readonly Id[],
  selection: Selection,
  access: Access = {},
): Promise<Found> {
  const { id } = from;
  const some = id.among(ids);
  if (some === NEVER) return { rows: [] };
  const writable = access.writable && from.writable(session, access.writable);
  const where = and(some, from.visible(session, access.deleted), writable);
  const { steps, parts, shape } = readsOf(from, session, selection);
  const build = ([where, ...values]: readonly StatementPart[], decoderOf: DecoderOf) => {
    const linked = values.slice(0, selection.linkage.size);
    const { statement, ...part } = rowsPart({ from, session, selection, linked, decoderOf }, where);
    // In one order, so that two transactions do not wait for each other. These locks are the weakest that an update and a reference take.
    const locked =
      access.lock && from.dialect.hasLocks && !isView(from.table)
        ? statement.orderBy(...id.columns).for(access.lock === "update" ? "no key update" : "key share")
        : statement;
    return treePlan(session, steps, values.slice(linked.length), decoderOf, { ...part, statement: locked });
  };
  // A statement that locks is one of a transaction.
  return runSelect(from, session, access.lock ? undefined : `ids ${shape}`, [where, ...parts], build);
}

/** The rows that belong to parents, each with its parent, in the relationship's order. */
export async function readChildren(
  from: StoredTable,
  session: DbSession,
  pairs: Pairs,
  ids: readonly Id[],
  { limit, ...selection }: ChildSelection,
): Promise<FoundRow[]> {
  const table = pairs.from.tableOf(ids);
  if (table === undefined) return [];
  const { parts: linked, shape } = readsOf(from, session, selection);
  const parts = [table, from.visible(session), ...linked];
  const key = `children ${numberOf(pairs)} ${limit} ${shape}`;
  const found = await runSelect(from, session, key, parts, ([parents, visible, ...linked], decoderOf) => {
    const part = childrenPart({ from, session, selection, linked, decoderOf }, pairs, parents, visible, limit);
    return treePlan(session, [], [], decoderOf, part);
  });
  return found.rows;
}

/** A table of a to-one path, to sort by one of its columns. */
interface Join {
  readonly alias: string;
  readonly sub: AnyDb;
  readonly on: SQL;
}

interface OrderTerms {
  readonly terms: OrderExpression[];
  readonly joins: Map<string, Join>;
  /** The columns of each term that is an id of several. */
  readonly ids: (IdColumns | undefined)[];
}

/** The order of a list, and its keys. */
interface ListOrder extends OrderTerms {
  readonly keyTerms: readonly OrderExpression[];
  readonly keys: readonly (readonly [name: string, key: SQL])[];
  readonly text: string;
  /** Whether it is the same in other requests: joins have a scope in them, and the value of a sort is not a part of the statement. */
  readonly isRepeated: boolean;
}

/** By the shape of a selection. */
const ordersFor = new WeakMap<object, ListOrder>();

function listOrder(from: StoredTable, session: DbSession, { order, shape }: ListQuery): ListOrder {
  const kept = shape && ordersFor.get(shape);
  if (kept) return kept;
  const { dialect } = from;
  const made = orderTerms(from, session, order);
  const terms = keyTerms(dialect, made.terms);
  const keys = terms.map(({ expression, part }, index) => {
    const key = part ? dialect.textOf(expression) : dialect.keyText(expression);
    return [`#key${index}`, key] as const;
  });
  let text = "";
  for (const { field, inside, order: way } of order) text += `,${way} ${field} ${inside?.members.join(" ")}`;
  const isRepeated = made.joins.size === 0 && order.every(({ by, counts }) => by === undefined && !counts);
  const list = { ...made, keyTerms: terms, keys, text, isRepeated };
  if (shape && isRepeated) ordersFor.set(shape, list);
  return list;
}

/** An order as SQL, with the joins that it needs. */
function orderTerms(from: StoredTable, session: DbSession, order: readonly OrderTerm[]): OrderTerms {
  const made: OrderTerms = { terms: [], joins: new Map(), ids: [] };
  const { dialect } = from;
  for (const term of order) {
    const { path, field, inside, by, order, counts } = term;
    if (path.length > 0) {
      addJoined(made, from, session, term);
      continue;
    }
    if (counts) {
      const [expression, cast] = [memberCount(from, session, field), sql`integer`];
      made.ids.push(undefined);
      made.terms.push({ expression, order, cast, isNullable: false, isComputed: true });
      continue;
    }
    const sort = from.config.sorts?.[field];
    const rule = sort && ruleOf<StoreSort>(sort);
    const stored = from.columns.fields.get(field);
    const parts = sort === undefined && stored?.ids && !stored.ids.only ? stored.ids : undefined;
    made.ids.push(parts);
    if (parts) {
      made.terms.push(...partTerms(from, field, parts, order));
      continue;
    }
    if (rule !== undefined && isFromFilter(rule)) {
      const score = rule["~rule"](by?.value as never, { ctx: session.ctx as never, db: session.db });
      const cast = dialect.scoreType;
      const expression = dialect.computed(appSql(score), cast);
      made.terms.push({ expression, order, cast, isNullable: true, isComputed: true });
      continue;
    }
    const expression =
      rule === undefined ? (stored?.expression ?? from.columns.column(field)) : appSql<SQL | Column>(rule);
    const isColumn = is(expression, Column);
    const type = typeColumn(expression);
    if (inside !== undefined && type !== undefined) {
      const place = dialect.orderedAt({ ...inside, expression, column: type });
      made.terms.push({ ...place, order, isNullable: true, isComputed: true });
      continue;
    }
    made.terms.push({
      expression: sql`${expression}`,
      order,
      cast: type && dialect.castOf(type),
      isNullable: sort !== undefined || !isColumn || !expression.notNull,
      isComputed: !isColumn,
    });
  }
  return made;
}

/** A reference is null if a part of it is. A cursor has one key for it, so the other parts are null, too. */
function partTerms(from: StoredTable, field: string, ids: IdColumns, order: "asc" | "desc"): OrderExpression[] {
  const isNullable = field !== "id" && ids.columns.some((column) => mayBeNull(from.table, column));
  return ids.columns.map((column) => ({
    expression: isNullable ? sql`case when ${ids.isNull} then null else ${column} end` : sql`${column}`,
    order,
    cast: from.dialect.castOf(column),
    isNullable,
    part: column,
    isComputed: false,
  }));
}

/** Joins the end of a to-one path, as a subquery in scope: a row that the caller does not see sorts as null. */
function addJoined(
  { terms, joins, ids }: OrderTerms,
  from: StoredTable,
  session: DbSession,
  { path, order, ...of }: OrderTerm,
): void {
  const [step = "", ...rest] = path;
  const target = from.target(step);
  const key = [...path, of.field, ...(of.inside?.members ?? [])].join(".");
  const alias = joins.get(key)?.alias ?? `#join${joins.size}`; // numbered, because Postgres cuts long names
  const end = orderTerms(target, session, [{ ...of, path: rest, order: "asc" }]);
  const values = end.terms.map(({ expression }, index) => [valueName(index), sql`${expression}`.as(valueName(index))]);
  let sub = session.db.select({ ...target.id.named(), ...Object.fromEntries(values) }).from(target.table);
  for (const { sub: next, on } of end.joins.values()) sub = sub.leftJoin(next, on);
  const on = from.columns.ids(step).equalsNamed(alias);
  joins.set(key, { alias, sub: sub.where(target.visible(session)).as(alias), on });
  for (const [index, term] of end.terms.entries()) {
    const expression = sql`${sql.identifier(alias)}.${sql.identifier(valueName(index))}`;
    terms.push({ ...term, expression, order, isNullable: true });
  }
  ids.push(...end.ids);
}

const valueName = (index: number) => (index === 0 ? "#value" : `#value${index}`);
