import { and, asc, Column, is, type SQL, sql } from "drizzle-orm";
import { isFromFilter } from "../source/from-filter.js";
import { ruleOf } from "../source/own-rules.js";
import type {
  Access,
  ChildSelection,
  Condition,
  FoundRow,
  Id,
  Keys,
  ListQuery,
  OrderTerm,
  Selection,
} from "../source/store.js";
import { appSql, ownLine, typeColumn } from "./app-sql.js";
import {
  type Keyset,
  keysetCondition,
  keyTerms,
  keyValues,
  matchingRows,
  type OrderExpression,
  reversed,
} from "./conditions.js";
import type { AnyDb, DbSession, StoreSort } from "./config.js";
import { mayBeNull } from "./constraints.js";
import { type IdColumns, idName, NEVER } from "./id-columns.js";
import { linkedIds, type RowReader, rowReader, selectedColumns, withAliases } from "./selected-columns.js";
import { constant, type DecoderOf, numberOf, runSelect, type StatementPart } from "./statements.js";
import type { Pairs } from "./link-table.js";
import type { StoredTable } from "./stored-table.js";
import { isView } from "./views.js";

/** The rows of one page, in order. */
export async function readList(from: StoredTable, session: DbSession, query: ListQuery): Promise<FoundRow[]> {
  const { slice } = query;
  const keyset = slice?.kind === "keyset" ? slice : undefined;
  const isBackward = keyset?.before !== undefined && keyset.after === undefined;
  const { terms: given, joins, ids } = orderTerms(from, session, query.order);
  const { dialect } = from;
  const terms = keyset ? keyTerms(dialect, given) : given;
  const keys = keyset ? terms.map(({ expression }, index) => [`#key${index}`, dialect.keyText(expression)]) : [];
  const build = ([where, offset, ...linked]: readonly StatementPart[], decoderOf: DecoderOf) => {
    const selected = selectedColumns(from, query, linked);
    let statement = session.db.select({ ...selected, ...Object.fromEntries(keys) }).from(from.table);
    for (const { sub, on } of joins.values()) statement = statement.leftJoin(sub, on);
    const ordered = isBackward ? terms.map(reversed) : terms;
    statement = statement
      .where(where)
      .orderBy(...ordered.map(({ expression, order, isNullable }) => dialect.ordered(expression, order, isNullable)));
    if (slice) statement = statement.limit(constant(slice.limit));
    if (offset) statement = statement.offset(offset);
    const read = rowReader(from, decoderOf, selected, query);
    const width = Object.keys(selected).length;
    return { statement, read: keyset ? rowsReader(read, width, keysReader(ids)) : rowsReader(read) };
  };
  const { shape: selection, linked } = linkedIds(from, session, query);
  const parts = [
    and(
      matchingRows(from, session, query.where),
      keyset && keysetCondition(dialect, withSplitKeys(keyset, ids), terms),
    ),
    slice?.kind === "offset" && slice.offset > 0 ? sql`${slice.offset}` : undefined,
    ...linked,
  ];
  let isRepeated = joins.size === 0; // the value of a sort is not a part of the statement
  let shape = `list ${keyset !== undefined} ${isBackward} ${slice?.limit} ${selection}`;
  for (const { field, inside, by, order } of query.order) {
    shape += `,${order} ${field} ${inside?.members.join(" ")}`;
    isRepeated &&= by === undefined;
  }
  const rows = await runSelect(from, session, isRepeated ? shape : undefined, parts, build);
  return isBackward ? rows.reverse() : rows;
}

type Rows = readonly (readonly unknown[])[];

/**
 * Reads rows, and what else their values say. A function of its own: a statement is kept longer than the request that builds it.
 *
 * @param width The number of columns before the others.
 * @param more Reads the others.
 */
function rowsReader(read: RowReader, width = 0, more?: (others: readonly unknown[]) => Omit<FoundRow, "row">) {
  return (rows: Rows): FoundRow[] => {
    const found: FoundRow[] = [];
    for (const values of rows) found.push({ row: read(values, 0), ...more?.(values.slice(width)) });
    return found;
  };
}

export async function countRows(from: StoredTable, session: DbSession, where: readonly Condition[]): Promise<number> {
  return runSelect(from, session, "count", [matchingRows(from, session, where)], ([where]) => ({
    statement: session.db.select({ count: sql`count(*)` }).from(from.table).where(where),
    read: firstNumber,
  }));
}

function firstNumber([row]: Rows): number {
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
  await readValues(session, keyValues(from.dialect, terms, splitKeys(keys, ids)));
}

/** Keys that no id of several columns has. */
export class UnreadableKeys extends TypeError {}

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
  return (keys: readonly unknown[]): { keys: Keys } => {
    let count = 0;
    const next = () => keys[count++] as string | null;
    return {
      keys: ids.map((columns) => (columns ? (columns.join(columns.columns.map(next)) as string | null) : next())),
    };
  };
}

/** Throws if Postgres cannot read values as their types. */
export async function readValues(session: DbSession, values: readonly SQL[]): Promise<void> {
  for (let start = 0; start < values.length; start += MOST_SELECTED) {
    const some = values.slice(start, start + MOST_SELECTED);
    await session.db.execute(sql`select ${sql.join(some, sql`, `)}`);
  }
}

/** The rows with these ids, each once. */
export async function readByIds(
  from: StoredTable,
  session: DbSession,
  ids: readonly Id[],
  selection: Selection,
  access: Access,
): Promise<FoundRow[]> {
  const { id } = from;
  const some = id.among(ids);
  if (some === NEVER) return [];
  const writable = access.writable && from.writable(session, access.writable);
  const where = and(some, from.visible(session, access.deleted), writable);
  const { shape, linked } = linkedIds(from, session, selection);
  // A statement that locks is one of a transaction.
  return runSelect(
    from,
    session,
    access.lock ? undefined : `ids ${shape}`,
    [where, ...linked],
    ([where, ...linked], decoderOf) => {
      const selected = selectedColumns(from, selection, linked);
      const statement = session.db.select(selected).from(from.table).where(where);
      const read = rowsReader(rowReader(from, decoderOf, selected, selection));
      if (!access.lock || isView(from.table)) return { statement, read };
      // In one order, so that two transactions do not wait for each other. These locks are the weakest that an update and a reference take.
      const lock = access.lock === "update" ? "no key update" : "key share";
      return { statement: statement.orderBy(...id.columns).for(lock), read };
    },
  );
}

/** The rows that belong to parents, each with its parent, in the relationship's order. */
export async function readChildren(
  from: StoredTable,
  session: DbSession,
  pairs: Pairs,
  ids: readonly Id[],
  { limit: most, ...selection }: ChildSelection,
): Promise<FoundRow[]> {
  const { from: own, orderBy } = pairs;
  const table = own.tableOf(ids);
  if (table === undefined) return [];
  const visible = and(own.equalsNamed("#parents"), from.visible(session));
  const { shape, linked } = linkedIds(from, session, selection);
  const key = `children ${numberOf(pairs)} ${most} ${shape}`;
  return runSelect(from, session, key, [table, visible, ...linked], ([parents, where, ...linked], decoderOf) => {
    const { db } = session;
    const selected = selectedColumns(from, selection, linked);
    const parent = own.selected("#parent");
    const all = { ...selected, ...parent };
    const inner = db
      .select(withAliases(all))
      .from(from.table)
      .where(where)
      .orderBy(...orderBy.map(ownLine), ...from.id.columns.map(asc))
      .limit(constant(most))
      .as("#children");
    // `unnest` is joined in its order, so the rows of each parent come in theirs without another sort.
    const columns = Object.fromEntries(Object.keys(all).map((key) => [key, inner[key]]));
    const names = sql.join(
      own.columns.map((_, index) => sql.identifier(idName(index))),
      sql`, `,
    );
    const read = rowReader(from, decoderOf, selected, selection);
    return {
      statement: db.select(columns).from(sql`${parents} as "#parents"(${names})`).innerJoinLateral(inner, sql`true`),
      read: rowsReader(read, Object.keys(selected).length, parentReader(own, own.only && decoderOf(own.only))),
    };
  });
}

function parentReader(own: IdColumns, decode: ReturnType<DecoderOf>) {
  return (ids: readonly unknown[]): { parent: Id } => ({ parent: own.read(decode ? ids.map(decode) : ids) });
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

/** An order as SQL, with the joins that it needs. */
function orderTerms(from: StoredTable, session: DbSession, order: readonly OrderTerm[]): OrderTerms {
  const made: OrderTerms = { terms: [], joins: new Map(), ids: [] };
  const { dialect } = from;
  for (const term of order) {
    const { path, field, inside, by, order } = term;
    if (path.length > 0) {
      addJoined(made, from, session, term);
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
