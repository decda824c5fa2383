import { Column, is, type SQL, sql } from "drizzle-orm";
import { isFromFilter } from "../../source/options/from-filter.js";
import { ruleOf } from "../../source/options/own-rules.js";
import type { FoundRow, ListQuery, OrderTerm } from "../../source/store/store.js";
import { appSql, typeColumn } from "../database/app-sql.js";
import { expressionOf, keyTerms, memberCount, type OrderExpression } from "./conditions.js";
import type { AnyDb, DbSession } from "../database/session.js";
import type { StoreSort } from "../config/store-config.js";
import { mayBeNull } from "../declarations/constraints.js";
import type { IdColumns } from "../columns/id-columns.js";
import type { StoredTable } from "../tables/stored-table.js";

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
export interface ListOrder extends OrderTerms {
  readonly keyTerms: readonly OrderExpression[];
  readonly keys: readonly (readonly [name: string, key: SQL])[];
  /** See {@link orderText}. */
  readonly text: string | undefined;
}

/** By the shape of a selection. */
const ordersFor = new WeakMap<object, ListOrder>();

export function listOrder(
  owner: StoredTable,
  session: DbSession,
  { order, shape }: Pick<ListQuery, "order" | "shape">,
): ListOrder {
  const kept = shape && ordersFor.get(shape);
  if (kept) return kept;
  const { dialect } = owner;
  const made = orderTerms(owner, session, order);
  const terms = keyTerms(dialect, made.terms);
  const keys = terms.map(({ expression, part }, index) => {
    const key = part ? dialect.textOf(expression) : dialect.keyText(expression);
    return [`#key${index}`, key] as const;
  });
  const list = { ...made, keyTerms: terms, keys, text: orderText(owner, order) };
  if (shape && list.text !== undefined) ordersFor.set(shape, list);
  return list;
}

/**
 * What the SQL of an order depends on. Undefined if it differs between callers or requests: joins, numbers of members and values of members
 * have a scope in them, and the value of a sort by a filter is not a part of the statement.
 */
export function orderText({ columns }: StoredTable, order: readonly OrderTerm[]): string | undefined {
  let text = "";
  for (const { path, field, inside, by, counts, order: way } of order) {
    if (path.length > 0 || by !== undefined || counts || columns.members.has(field)) return undefined;
    text += `,${way} ${field} ${inside?.members.join(" ")}`;
  }
  return text;
}

/** An order as SQL, with the joins that it needs. */
export function orderTerms(owner: StoredTable, session: DbSession, order: readonly OrderTerm[]): OrderTerms {
  const made: OrderTerms = { terms: [], joins: new Map(), ids: [] };
  const { dialect } = owner;
  for (const term of order) {
    const { path, field, inside, by, order, counts } = term;
    if (path.length > 0) {
      addJoined(made, owner, session, term);
      continue;
    }
    if (counts) {
      const [expression, cast] = [memberCount(owner, session, field), sql`integer`];
      made.ids.push(undefined);
      made.terms.push({ expression, order, cast, isNullable: false, isComputed: true });
      continue;
    }
    const sort = owner.config.sorts?.[field];
    const rule = sort && ruleOf<StoreSort>(sort);
    const stored = owner.columns.fields.get(field);
    const parts = sort === undefined && stored?.ids && !stored.ids.single ? stored.ids : undefined;
    made.ids.push(parts);
    if (parts) {
      made.terms.push(...partTerms(owner, field, parts, order));
      continue;
    }
    if (rule !== undefined && isFromFilter(rule)) {
      const score = rule["~rule"](by?.value as never, { ctx: session.ctx, db: session.db });
      const cast = dialect.scoreType;
      const expression = dialect.computed(appSql(score), cast);
      made.terms.push({ expression, order, cast, isNullable: true, isComputed: true });
      continue;
    }
    const expression =
      rule !== undefined
        ? appSql<SQL | Column>(rule)
        : stored
          ? expressionOf(owner, session, stored)
          : owner.columns.column(field);
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
function partTerms(owner: StoredTable, field: string, ids: IdColumns, order: "asc" | "desc"): OrderExpression[] {
  const isNullable = field !== "id" && ids.columns.some((column) => mayBeNull(owner.table, column));
  return ids.columns.map((column) => ({
    expression: isNullable ? sql`case when ${ids.nullCondition} then null else ${column} end` : sql`${column}`,
    order,
    cast: owner.dialect.castOf(column),
    isNullable,
    part: column,
    isComputed: false,
  }));
}

/** Joins the end of a to-one path, as a subquery in scope: a row that the caller does not see sorts as null. */
function addJoined(
  { terms, joins, ids }: OrderTerms,
  owner: StoredTable,
  session: DbSession,
  { path, order, ...value }: OrderTerm,
): void {
  const [step = "", ...rest] = path;
  const target = owner.target(step);
  const key = [...path, value.field, ...(value.inside?.members ?? [])].join(".");
  const alias = joins.get(key)?.alias ?? `#join${joins.size}`; // numbered, because Postgres cuts long names
  const end = orderTerms(target, session, [{ ...value, path: rest, order: "asc" }]);
  const values = end.terms.map(({ expression }, index) => [valueName(index), sql`${expression}`.as(valueName(index))]);
  let sub = session.db.select({ ...target.id.named(), ...Object.fromEntries(values) }).from(target.table);
  for (const { sub: next, on } of end.joins.values()) sub = sub.leftJoin(next, on);
  const on = owner.columns.ids(step).equalsNamed(alias);
  joins.set(key, { alias, sub: sub.where(target.visible(session)).as(alias), on });
  for (const [index, term] of end.terms.entries()) {
    const expression = sql`${sql.identifier(alias)}.${sql.identifier(valueName(index))}`;
    terms.push({ ...term, expression, order, isNullable: true });
  }
  ids.push(...end.ids);
}

const valueName = (index: number) => (index === 0 ? "#value" : `#value${index}`);

/** Reads the keys of a row in an order. */
export function keysReader(ids: OrderTerms["ids"]) {
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
