import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import { illegalText } from "../source/illegal-text.js";
import type { Operator } from "../source/store.js";
import { paramOf } from "./app-sql.js";
import { castOf, fitOf, jsonKind, typeOf } from "./column-values.js";

export const NEVER = sql`false`;
const ALWAYS = sql`true`;

/** Types whose values can be one array parameter. Drivers and Postgres write their values in one way. */
const SIMPLE = /^(smallint|integer|bigint|smallserial|serial|bigserial|text|varchar(\(\d+\))?|uuid)$/;

/** Whether each value of a column has one spelling: a row is not found by another one. */
export function hasOneSpelling(column: Column): boolean {
  return SIMPLE.test(column.getSQLType());
}

/** `expression in values`. One parameter if the type allows it: a statement has 65 535 parameters, a body may have more ids. */
export function among(expression: SQL | Column, column: Column, values: Iterable<unknown>): SQL {
  const fitting = [...new Set(values)].filter((value) => fitOf(column, value) === "fits");
  if (fitting.length === 0) return NEVER;
  if (fitting.length === 1) return sql`${expression} = ${paramOf(column, fitting[0])}`;
  if (!SIMPLE.test(typeOf(column))) {
    return inArray(
      expression as Column,
      fitting.map((value) => paramOf(column, value)),
    );
  }
  return sql`${expression} = any(${arrayParam(column, fitting)})`;
}

/** Values as an array of the column's type: as one parameter, if every driver can write that. */
export function arrayParam(column: Column, values: readonly unknown[]): SQL {
  if (!SIMPLE.test(typeOf(column))) {
    const params = values.map((value) => sql`${sql.param(value, column)}`);
    return sql`array[${sql.join(params, sql`, `)}]::${castOf(column)}[]`;
  }
  const list = values.map((value) => (typeof value === "bigint" ? String(value) : value));
  return sql`${sql.param(list)}::${castOf(column)}[]`;
}

/** One comparison. The column says how a value is written; an expression may have none. */
export function compare(expression: SQL | Column, column: Column | undefined, operator: Operator, value: unknown): SQL {
  const param = column ? paramOf(column, value) : sql.param(value);
  const place = column && value !== null && !Array.isArray(value) ? fitOf(column, value) : "fits";
  switch (operator) {
    case "isnull":
      return isNull(expression, column, value === true);
    case "eq":
      if (value === null) return isNull(expression, column);
      return place === "fits" ? sql`${expression} = ${param}` : NEVER;
    case "ne":
      if (value === null) return isNull(expression, column, false);
      return place === "fits" ? sql`${expression} is distinct from ${param}` : ALWAYS;
    case "in":
      return isIn(expression, column, value as readonly unknown[]);
    case "contains":
      return matches(expression, value, `%${escaped(value)}%`);
    case "startswith":
      return matches(expression, value, `${escaped(value)}%`);
    case "endswith":
      return matches(expression, value, `%${escaped(value)}`);
    case "gt":
    case "gte":
      if (value === null || place === "unlike" || place === "above") return NEVER;
      if (place === "below") return sql`${expression} is not null`;
      return operator === "gt" ? sql`${expression} > ${param}` : sql`${expression} >= ${param}`;
    case "lt":
    case "lte":
      if (value === null || place === "unlike" || place === "below") return NEVER;
      if (place === "above") return sql`${expression} is not null`;
      return operator === "lt" ? sql`${expression} < ${param}` : sql`${expression} <= ${param}`;
  }
}

/** A null in the list means null, which `in` would never find. */
function isIn(expression: SQL | Column, column: Column | undefined, values: readonly unknown[]): SQL {
  const some = values.filter((value) => value !== null);
  const plain = some.length === 0 ? NEVER : inArray(expression as Column, some);
  const found = column ? among(expression, column, some) : plain;
  return some.length === values.length ? found : sql`(${found} or ${isNull(expression, column)})`;
}

/** Postgres tells a JSON null from no value. A client sees null for both. */
function isNull(expression: SQL | Column, column: Column | undefined, yes = true): SQL {
  if (jsonKind(column) !== "value") return yes ? sql`${expression} is null` : sql`${expression} is not null`;
  const kind = sql`coalesce(${castOf(column as Column)}_typeof(${expression}), 'null')`;
  return yes ? sql`${kind} = 'null'` : sql`${kind} <> 'null'`;
}

function matches(expression: SQL | Column, value: unknown, pattern: string): SQL {
  if (value === null || illegalText(value) !== undefined) return NEVER;
  return sql`${expression} ilike ${pattern}`;
}

function escaped(text: unknown): string {
  return String(text).replace(/[\\%_]/g, "\\$&");
}
