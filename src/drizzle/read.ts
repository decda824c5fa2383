import { and, asc, Column, desc, is, type SQL, sql } from "drizzle-orm";
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
import { appSql, ownLine } from "./app-sql.js";
import { castOf, fitOf, typeColumn } from "./column-values.js";
import {
  among,
  arrayParam,
  keysetCondition,
  keyTerms,
  keyValues,
  matchingRows,
  NEVER,
  type OrderExpression,
  reversed,
} from "./conditions.js";
import type { AnyDb, DbSession, HasMany, StoreSort } from "./config.js";
import { orderedAt } from "./json-place.js";
import { linkedIds, readRow, selectedColumns, shapeOf, withAliases } from "./selected-columns.js";
import { numberOf, type StatementPart, select } from "./statements.js";
import type { StoredTable } from "./stored-table.js";

/** The rows of one page, in order. */
export async function readList(from: StoredTable, session: DbSession, query: ListQuery): Promise<FoundRow[]> {
  const { slice } = query;
  const keyset = slice?.kind === "keyset" ? slice : undefined;
  const isBackward = keyset?.before !== undefined && keyset.after === undefined;
  const { terms: given, joins } = orderTerms(from, session, query.order);
  const terms = keyset ? keyTerms(given) : given;
  const keys = keyset ? terms.map(({ expression }, index) => [keyName(index), sql`(${expression})::text`]) : [];
  const build = ([where, limit, offset, ...linked]: readonly StatementPart[]) => {
    let statement = session.db
      .select({ ...selectedColumns(from, query, linked), ...Object.fromEntries(keys) })
      .from(from.table);
    for (const { sub, on } of joins.values()) statement = statement.leftJoin(sub, on);
    const ordered = isBackward ? terms.map(reversed) : terms;
    statement = statement
      .where(where)
      .orderBy(...ordered.map(({ expression, order }) => (order === "desc" ? desc : asc)(expression)));
    if (limit) statement = statement.limit(limit);
    return offset ? statement.offset(offset) : statement;
  };
  const parts = [
    and(matchingRows(from, session, query.where), keyset && keysetCondition(keyset, terms)),
    slice && sql`${slice.limit}`,
    slice?.kind === "offset" && slice.offset > 0 ? sql`${slice.offset}` : undefined,
    ...linkedIds(from, session, query),
  ];
  let isRepeated = joins.size === 0; // the value of a sort is not a part of the statement
  let shape = `list ${keyset !== undefined} ${isBackward} ${shapeOf(query)}`;
  for (const { field, inside, by, order } of query.order) {
    shape += `,${order} ${field} ${inside?.members.join(" ")}`;
    isRepeated &&= by === undefined;
  }
  const raws = isRepeated ? await select(from, session, shape, parts, build) : await build(parts);
  const rows: FoundRow[] = [];
  for (const raw of raws) {
    const row = readRow(from, raw, query);
    rows.push(keyset ? { row, keys: terms.map((_, index) => raw[keyName(index)] as string | null) } : { row });
  }
  return isBackward ? rows.reverse() : rows;
}

export async function countRows(from: StoredTable, session: DbSession, where: readonly Condition[]): Promise<number> {
  const matching = matchingRows(from, session, where);
  const [counted] = await select(from, session, "count", [matching], ([where]) =>
    session.db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(from.table)
      .where(where),
  );
  return counted?.count as number;
}

/** Expressions per statement that reads values. Postgres selects at most 1664. */
const MOST_SELECTED = 1000;

const keyName = (index: number) => `#key${index}`;

/** Throws if Postgres cannot read keys as the types of an order. */
export async function readKeys(
  from: StoredTable,
  session: DbSession,
  order: readonly OrderTerm[],
  keys: Keys,
): Promise<void> {
  const { terms } = orderTerms(from, session, order);
  await readValues(session, keyValues(terms, keys));
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
  const some = among(id, id, ids);
  if (some === NEVER) return [];
  const writable = access.writable && from.writable(session, access.writable);
  const where = and(some, from.visible(session, access.deleted), writable);
  const parts = [where, ...linkedIds(from, session, selection)];
  const shape = `ids ${access.lock} ${shapeOf(selection)}`;
  const raws = await select(from, session, shape, parts, ([where, ...linked]) => {
    const statement = session.db
      .select(selectedColumns(from, selection, linked))
      .from(from.table)
      .where(where);
    // In one order, so that two transactions do not wait for each other. These locks are the weakest that an update and a reference take.
    return access.lock
      ? statement.orderBy(id).for(access.lock === "update" ? "no key update" : "key share")
      : statement;
  });
  const rows: FoundRow[] = [];
  for (const raw of raws) rows.push({ row: readRow(from, raw, selection) });
  return rows;
}

/** The rows that belong to parents, each with its parent, in the relationship's order. */
export async function readChildren(
  from: StoredTable,
  session: DbSession,
  hasMany: HasMany,
  ids: readonly Id[],
  { limit: most, ...selection }: ChildSelection,
): Promise<FoundRow[]> {
  const { column, orderBy } = hasMany;
  const fitting = ids.filter((id) => fitOf(column, id) === "fits"); // the column may be narrower than the ids
  if (fitting.length === 0) return [];
  const visible = and(sql`${column} = "#parents"."#id"`, from.visible(session));
  const parts = [arrayParam(column, fitting), visible, sql`${most}`, ...linkedIds(from, session, selection)];
  const shape = `children ${numberOf(hasMany)} ${shapeOf(selection)}`;
  const rows = await select(from, session, shape, parts, ([parents, where, limit, ...linked]) => {
    const { db } = session;
    const selected = { ...selectedColumns(from, selection, linked), "#parent": column };
    const inner = db
      .select(withAliases(selected))
      .from(from.table)
      .where(where)
      .orderBy(...orderBy.map(ownLine), asc(from.id))
      .limit(limit)
      .as("#children");
    // `unnest` is joined in its order, so the rows of each parent come in theirs without another sort.
    const columns = Object.fromEntries(Object.keys(selected).map((key) => [key, inner[key]]));
    return db.select(columns).from(sql`unnest(${parents}) as "#parents"("#id")`).innerJoinLateral(inner, sql`true`);
  });
  return rows.map((raw) => ({ row: readRow(from, raw, selection), parent: raw["#parent"] }));
}

/** A table of a to-one path, to sort by one of its columns. */
interface Join {
  readonly alias: string;
  readonly sub: AnyDb;
  readonly on: SQL;
}

/** An order as SQL, with the joins that it needs. */
function orderTerms(from: StoredTable, session: DbSession, order: readonly OrderTerm[]) {
  const joins = new Map<string, Join>();
  const terms: OrderExpression[] = [];
  for (const term of order) terms.push(orderTerm(from, session, term, joins));
  return { terms, joins };
}

function orderTerm(
  from: StoredTable,
  session: DbSession,
  { path, field, inside, by, order }: OrderTerm,
  joins: Map<string, Join>,
): OrderExpression {
  if (path.length > 0)
    return { ...joinedColumn(from, session, path, { field, inside }, joins), order, isNullable: true };
  const sort = from.config.sorts?.[field];
  const rule = sort && ruleOf<StoreSort>(sort);
  if (rule !== undefined && isFromFilter(rule)) {
    const score = rule["~rule"](by?.value as never, { ctx: session.ctx as never, db: session.db });
    const cast = sql`float8`; // its text is exact, so a page begins where the last one ended
    return { expression: sql`${appSql(score)}::${cast}`, order, cast, isNullable: true, isComputed: true };
  }
  const expression =
    sort === undefined
      ? (from.columns.fields.get(field)?.expression ?? from.columns.column(field))
      : appSql<SQL | Column>(rule as SQL | Column);
  const isColumn = is(expression, Column);
  const type = typeColumn(expression);
  if (inside !== undefined && type !== undefined)
    return { ...orderedAt({ ...inside, expression, column: type }), order, isNullable: true, isComputed: true };
  return {
    expression: sql`${expression}`,
    order,
    cast: type && castOf(type),
    isNullable: sort !== undefined || !isColumn || !expression.notNull,
    isComputed: !isColumn,
  };
}

/** Joins the end of a to-one path, as a subquery in scope: a row that the caller does not see sorts as null. */
function joinedColumn(
  from: StoredTable,
  session: DbSession,
  path: readonly string[],
  of: Pick<OrderTerm, "field" | "inside">,
  joins: Map<string, Join>,
) {
  const [step = "", ...rest] = path;
  const target = from.target(step);
  const key = [...path, of.field, ...(of.inside?.members ?? [])].join(".");
  const alias = joins.get(key)?.alias ?? `#join${joins.size}`; // numbered, because Postgres cuts long names
  const inner = new Map<string, Join>();
  const { expression, ...type } = orderTerm(target, session, { ...of, path: rest, order: "asc" }, inner);
  let sub = session.db
    .select({ "#id": sql`${target.id}`.as("#id"), "#value": sql`${expression}`.as("#value") })
    .from(target.table);
  for (const { sub: next, on } of inner.values()) sub = sub.leftJoin(next, on);
  const on = sql`${sql.identifier(alias)}."#id" = ${from.columns.column(step)}`;
  joins.set(key, { alias, sub: sub.where(target.visible(session)).as(alias), on });
  const joined = sql`${sql.identifier(alias)}."#value"`;
  return { ...type, expression: joined };
}
