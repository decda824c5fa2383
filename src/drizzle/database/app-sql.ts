import { aliasedTableColumn, Column, is, type Param, SQL, StringChunk, Subquery, sql } from "drizzle-orm";
import { isSql, sqlDecoder } from "./statements.js";

/**
 * SQL of the app as a part of a statement. It has parentheses, because Drizzle 0.45 joins conditions as they are: with an `or` of its own
 * it would take the scope next to it apart. All SQL of an app enters here, except the terms of an order and the values of a write.
 */
export function appSql<T extends SQL | Column | undefined>(given: T): T;
export function appSql(given: SQL | Column | undefined): SQL | Column | undefined {
  if (given === undefined || is(given, Column)) return given;
  const enclosed = sql`(${ownLine(given)})`;
  const decoder = sqlDecoder(given);
  return decoder ? enclosed.mapWith(decoder) : enclosed;
}

/** SQL of the app as a line of its own if it has a comment, which would take what follows. */
export function ownLine(given: SQL): SQL {
  return hasComment(given) ? sql`${given}\n` : given;
}

function hasComment(part: unknown): boolean {
  return is(part, SQL) ? part.queryChunks.some(hasComment) : sqlText(part)?.includes("--") === true;
}

/** A value as a column writes it. A custom type of the app may write it as SQL. */
export function paramOf(column: Column, value: unknown): SQL | Param {
  if (column.columnType === "SQLiteTimestamp" && value instanceof Date) return sql.param(exactTime(column, value));
  const param = sql.param(value, column);
  return column.columnType.endsWith("CustomColumn") ? sql`(${param})` : param;
}

/** A time as a number. Drizzle cuts it to whole seconds, but a comparison must not. */
function exactTime(column: Column, value: Date): number {
  const { mode } = column as { mode?: string };
  return value.getTime() / (mode === "timestamp" ? 1000 : 1);
}

const aliased = new WeakMap<Column, Record<string, Column>>();

/** A column of a table that has another name in a statement. Drizzle writes its name, so that `casing` applies. One object for each alias. */
export function columnOfAlias(column: Column, alias: string): Column {
  const byAlias = aliased.get(column) ?? {};
  aliased.set(column, byAlias);
  byAlias[alias] ??= aliasedTableColumn(column, alias);
  return byAlias[alias];
}

/** The text that a part of SQL is; undefined for other parts. Drizzle 1.0 has one text, 0.45 an array of them. */
export function sqlText(part: unknown): string | undefined {
  return is(part, StringChunk) ? [part.value].flat().join("") : undefined;
}

/** The columns in an SQL expression, and whether it reads from other tables, so that their columns may be in it. */
export interface SqlColumns {
  readonly columns: readonly Column[];
  readonly hasFrom: boolean;
  /** Whether a part is missing: a function takes its place, as in `anyScope`. */
  readonly isOpen: boolean;
}

export function columnsIn(part: unknown): SqlColumns {
  if (part instanceof Column) return { columns: [part], hasFrom: false, isOpen: false };
  if (part instanceof Subquery) return columnsIn(part._.sql);
  const text = sqlText(part);
  if (text !== undefined) return { columns: [], hasFrom: /\bfrom\b/i.test(text), isOpen: false };
  const parts = Array.isArray(part) ? part : isSql(part) ? partsOf(part) : [];
  const found = parts.map(columnsIn);
  return {
    columns: found.flatMap(({ columns }) => columns),
    hasFrom: found.some(({ hasFrom }) => hasFrom),
    isOpen: typeof part === "function" || found.some(({ isOpen }) => isOpen),
  };
}

/** The parts of SQL or of a query. A table, a parameter or a name is the only part of its own SQL. */
function partsOf(part: SQL): unknown[] {
  const { queryChunks } = part.getSQL();
  return part instanceof SQL || queryChunks[0] !== part ? queryChunks : [];
}

/** The column whose type an expression has: `mapWith(column)` gives it. */
export function typeColumn(expression: SQL | Column | undefined): Column | undefined {
  const column = is(expression, Column) ? expression : expression && sqlDecoder(expression);
  return is(column, Column) ? column : undefined;
}

/** What the values of a column are in JavaScript. Drizzle 1.0 says more after it, such as `string uuid`. */
export function valueKind({ dataType }: Column): string {
  return dataType.split(" ")[0] ?? dataType;
}
