import { Column, is, type SQL, sql } from "drizzle-orm";
import { ruleOf } from "../source/own-rules.js";
import type { OrderTerm, Session } from "../source/store.js";
import { appSql } from "./app-sql.js";
import { castOf, typeColumn } from "./column-values.js";
import type { AnyDb } from "./config.js";
import type { OrderExpression } from "./keyset.js";
import { dbOf, type StoredTable } from "./stored-table.js";

/** A table of a to-one path, to sort by one of its columns. */
export interface Join {
  readonly alias: string;
  readonly sub: AnyDb;
  readonly on: SQL;
}

/** An order as SQL, with the joins that it needs. */
export function orderTerms(from: StoredTable, session: Session, order: readonly OrderTerm[]) {
  const joins = new Map<string, Join>();
  const terms = order.map((term) => orderTerm(from, session, term, joins));
  return { terms, joins: [...joins.values()] };
}

function orderTerm(
  from: StoredTable,
  session: Session,
  { path, field, order }: OrderTerm,
  joins: Map<string, Join>,
): OrderExpression {
  const sort = path.length === 0 ? from.config.sorts?.[field] : undefined;
  if (sort !== undefined) {
    const rule = ruleOf(sort);
    return { ...typed(appSql(rule)), order, isNullable: true };
  }
  if (path.length > 0) {
    return { ...joinedColumn(from, session, path, field, joins), order, isNullable: true };
  }
  const { expression, column } = from.columns.get(field) ?? {
    expression: from.columns.column(field),
    column: undefined,
  };
  return { ...typed(expression), order, isNullable: !column?.notNull };
}

function typed(expression: SQL | Column): Pick<OrderExpression, "expression" | "cast" | "isComputed"> {
  return { expression: sql`${expression}`, cast: keyCast(expression), isComputed: !is(expression, Column) };
}

/** Joins the end of a to-one path, as a subquery in scope: a row that the caller does not see sorts as null. */
function joinedColumn(
  from: StoredTable,
  session: Session,
  path: readonly string[],
  field: string,
  joins: Map<string, Join>,
) {
  const [step = "", ...rest] = path;
  const target = from.target(step);
  const key = `${path.join(".")}.${field}`;
  const alias = joins.get(key)?.alias ?? `#join${joins.size}`; // numbered, because Postgres cuts long names
  const inner = new Map<string, Join>();
  const { expression, ...type } = orderTerm(target, session, { path: rest, field, order: "asc" }, inner);
  let sub = dbOf(session)
    .select({ "#id": sql`${target.id}`.as("#id"), "#value": sql`${expression}`.as("#value") })
    .from(target.table);
  for (const { sub: next, on } of inner.values()) sub = sub.leftJoin(next, on);
  const on = sql`${sql.identifier(alias)}."#id" = ${from.columns.column(step)}`;
  joins.set(key, { alias, sub: sub.where(target.visible(session)).as(alias), on });
  const joined = sql`${sql.identifier(alias)}."#value"`;
  return { ...type, expression: joined };
}

/** The type to cast a cursor's key to. */
export function keyCast(expression: SQL | Column | undefined): SQL | undefined {
  const column = typeColumn(expression);
  return column && castOf(column);
}
