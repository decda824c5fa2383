import { type Column, inArray, is, SQL, sql } from "drizzle-orm";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { illegalText } from "../../source/handlers/sent-values.js";
import { type Operator, TEXT_OPERATORS, type TextOperator } from "../../source/store/store.js";
import { paramOf } from "../database/app-sql.js";
import { type Dialect, type Fit, NEVER, type Place, UnreadableKeys } from "../database/dialect.js";
import { readError } from "../database/sqlite-error.js";
import { checkDatabase, inTurn, isFile } from "./sqlite-writers.js";

// SQLite has five types of values, and a column takes values of any. So Drizzle's own kind of a column says what it holds.

const [MIN, MAX] = [-(2n ** 63n), 2n ** 63n - 1n];

function fitOf(column: Column, value: unknown): Fit {
  const { columnType, enumValues = [] } = column as Column & { enumValues?: readonly string[] };
  if (typeof value === "object" && !(value instanceof Date)) return "fits"; // also SQL
  switch (columnType) {
    case "SQLiteInteger":
      return fitInteger(value, BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER));
    case "SQLiteNumericBigInt":
      return fitInteger(value, MIN, MAX);
    case "SQLiteTimestamp":
      return value instanceof Date && !Number.isNaN(value.getTime()) ? "fits" : "unlike";
    case "SQLiteBoolean":
      return typeof value === "boolean" ? "fits" : "unlike";
    case "SQLiteReal":
    case "SQLiteNumericNumber":
      return typeof value === "number" ? "fits" : "unlike";
    case "SQLiteNumeric":
      return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? "fits" : "unlike";
    case "SQLiteText":
      if (typeof value !== "string" || illegalText(value) !== undefined) return "unlike";
      return enumValues.length === 0 || enumValues.includes(value) ? "fits" : "unlike";
    default:
      return typeof value === "bigint" && columnType.endsWith("Json") ? "unlike" : "fits";
  }
}

function fitInteger(value: unknown, min: bigint, max: bigint): Fit {
  if (typeof value !== "bigint" && !Number.isInteger(value)) return "unlike";
  const integer = BigInt(value as number | bigint);
  return integer > max ? "above" : integer < min ? "below" : "fits";
}

function misfitOf(column: Column, value: unknown): string | undefined {
  if (value === null || value === undefined || is(value, SQL)) return undefined;
  const illegal = column.columnType === "SQLiteText" ? illegalText(value) : undefined;
  if (illegal !== undefined) return `it contains ${illegal}`;
  const fit = fitOf(column, value);
  if (fit === "fits") return undefined;
  return fit === "unlike" ? `it is not a value of the type ${kindOf(column)}` : "it is out of range";
}

/** The mode of a column where its type alone says little. */
function kindOf({ columnType }: Column): string {
  return columnType.replace(/^SQLite/, "").toLowerCase();
}

function jsonKind(column: unknown): "value" | undefined {
  return (column as Column | undefined)?.columnType === "SQLiteTextJson" ? "value" : undefined;
}

const ONE_SPELLING = /^SQLite(Integer|Text|Boolean|NumericBigInt)$/;

function hasOperator(column: Column, use: Operator | "order"): boolean {
  const { columnType } = column;
  if (TEXT_OPERATORS.has(use))
    return columnType === "SQLiteText" || (columnType === "SQLiteCustomColumn" && /^text/i.test(column.getSQLType()));
  switch (use) {
    case "isnull":
      return true;
    case "has":
    case "hasall":
    case "hasany":
      return jsonKind(column) !== undefined;
    default:
      return !/Json$|Blob|^SQLiteBigInt$/.test(columnType); // a blob has no order, and drivers do not compare it
  }
}

// ---- parts of statements

function among(expression: SQL | Column, column: Column, values: Iterable<unknown>): SQL {
  const fitting = [...new Set(values)].filter((value) => fitOf(column, value) === "fits");
  const [first, ...others] = fitting;
  if (fitting.length === 0) return NEVER;
  if (others.length === 0) return sql`${expression} = ${paramOf(column, first)}`;
  const params = fitting.map((value) => paramOf(column, value));
  if (!ONE_SPELLING.test(column.columnType)) return inArray(expression as Column, params);
  return sql`${expression} in ${listOf(column, fitting)}`;
}

/** Values as one parameter: a statement has 32 766. */
function listOf(column: Column, values: readonly unknown[]): SQL {
  const texts = values.map((value) =>
    typeof value === "bigint" ? String(value) : JSON.stringify(column.mapToDriverValue(value)),
  );
  return sql`(select value from json_each(${`[${texts.join()}]`}))`;
}

function tableOf(columns: readonly Column[], ids: readonly (readonly unknown[])[]): SQL {
  const [single] = columns;
  if (single && columns.length === 1)
    return listOf(
      single,
      ids.map(([id]) => id),
    );
  const parts = columns.map((_, index) => sql.raw(`json_extract(value, '$[${index}]')`));
  return sql`(select ${sql.join(parts, sql`, `)} from json_each(${JSON.stringify(ids)}))`;
}

/** Names the only column of a subquery. */
function named(ids: SQL, select: SQL): SQL {
  return sql`(with "#ids"("#id") as ${ids} select ${select} from "#ids")`;
}

/** A JSON null is the text "null". */
function isNull(expression: SQL | Column, column: Column | undefined, yes: boolean): SQL {
  if (jsonKind(column) === undefined) return yes ? sql`${expression} is null` : sql`${expression} is not null`;
  const empty = sql`(${expression} is null or ${expression} = 'null')`;
  return yes ? empty : sql`not ${empty}`;
}

// ---- JSON

/** Whether a list contains all these values, or one of them. `json_each` would also go through an object. */
function listHas(list: SQL, values: readonly unknown[], use: "all" | "any"): SQL {
  const found = values.map((value) => {
    const equality = sql`${sql.raw(`"#each".type in (${typesOf(value)})`)} and "#each".value = ${plain(value)}`;
    return sql`exists (select 1 from json_each(${list}) "#each" where ${equality})`;
  });
  if (found.length === 0) return use === "all" ? sql`json_type(${list}) = 'array'` : NEVER;
  return sql`(json_type(${list}) = 'array' and (${sql.join(found, use === "all" ? sql` and ` : sql` or `)}))`;
}

function compareAt(place: Place, operator: Exclude<Operator, TextOperator>, value: unknown): SQL {
  const values = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  const [at, type] = [valueAt(place), sql`json_type(${place.expression}, ${pathOf(place)})`];
  const empty = sql`coalesce(${type}, 'null') = 'null'`;
  const compared = (sign: SQL, each: unknown) =>
    sql`(${type} in (${sql.raw(typesOf(each))}) and ${at} ${sign} ${plain(each)})`;
  const equal = (each: unknown) => (each === null ? empty : fits(each) ? compared(sql`=`, each) : NEVER);
  switch (operator) {
    case "isnull":
      return value === true ? empty : sql`not (${empty})`;
    case "eq":
      return equal(value);
    case "ne":
      return sql`(${equal(value)}) is not true`;
    case "in":
      return values.length === 0 ? NEVER : sql`(${sql.join(values.map(equal), sql` or `)})`;
    case "has":
    case "hasall":
    case "hasany": {
      const fitting = values.filter((each) => each !== null && fits(each));
      if (operator !== "hasany" && fitting.length < values.length) return NEVER;
      return listHas(sql`(${place.expression} -> ${pathOf(place)})`, fitting, operator === "hasany" ? "any" : "all");
    }
    default:
      return value === null || !fits(value) ? NEVER : compared(SIGNS[operator], value);
  }
}

const SIGNS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

function fits(value: unknown): boolean {
  return typeof value !== "bigint" && illegalText(value) === undefined;
}

/** The types that `json_type` gives for values like this one. */
function typesOf(value: unknown): string {
  if (typeof value === "string") return "'text'";
  return typeof value === "boolean" ? "'true', 'false'" : "'integer', 'real'";
}

/** A value as SQLite reads it from JSON. */
function plain(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

function valueAt(place: Place): SQL {
  return sql`json_extract(${place.expression}, ${pathOf(place)})`;
}

function pathOf({ members }: Place): string {
  return `$${members.map((member) => `."${member}"`).join("")}`;
}

// ---- keys of cursors

/** A letter says what an integer and a text are. A real number stays one until the driver has read it: SQLite would cut its text. */
function keyText(expression: SQL): SQL {
  return sql`case typeof(${expression}) when 'integer' then 'i' || ${expression} when 'text' then 't' || ${expression} else ${expression} end`;
}

/** SQLite's casts never fail, so a key that no cursor of ours has is found here. */
function keyValue(key: string): SQL {
  if (key.startsWith("t")) return sql`${key.slice(1)}`;
  if (/^i-?\d{1,19}$/.test(key)) return sql`${BigInt(key.slice(1))}`;
  if (key !== "" && Number.isFinite(Number(key))) return sql`${Number(key)}`;
  throw new UnreadableKeys(`"${key}" is not a key.`);
}

export const sqlite: Dialect = {
  name: "SQLite",
  mostParameters: 32_766,
  hasLocks: false,
  keepsStatements: false,
  hasLateral: false,
  castsFail: false,
  failsAsWhole: false,
  checkDatabase,
  readError,
  takesTurns: isFile,
  transaction: inTurn,
  fitOf,
  misfitOf,
  isChecked: () => true,
  isRounding: () => false, // the driver throws
  stored: (_, value) => value,
  // As a text, because the driver throws for large integers.
  selectedColumn: (column) =>
    column.columnType === "SQLiteNumericBigInt" ? sql`cast(${sql`${column}`} as text)`.mapWith(BigInt) : column,
  selectedJson: (expression) => sql`${sql`${expression}`}`.mapWith(JSON.parse),
  jsonKind,
  elementOf: (column) => column,
  typeOf: (column) => column.getSQLType(),
  hasOneSpelling: ({ columnType }) => columnType === "SQLiteInteger", // Drizzle's schema does not show that a text has the collation NOCASE
  hasOperator,
  partKind: ({ columnType }) =>
    columnType === "SQLiteInteger" ? "integer" : columnType === "SQLiteText" ? "text" : undefined,
  partParam: (column, text = "") => sql`${column.columnType === "SQLiteInteger" ? Number(text) : text}`,
  isTime: ({ columnType }) => columnType === "SQLiteTimestamp",
  now: () => new Date(),
  castOf: () => sql`text`,
  typed: (column, value) => (is(value, SQL) ? value : sql`${paramOf(column, value)}`),
  textOf: (expression) => sql`cast(${expression} as text)`,
  textsOf: (columns) => {
    const texts = columns.map((column) => sql`cast(${column} as text)`);
    return sql`json_array(${sql.join(texts, sql`, `)})`;
  },
  among,
  textsIn: (ids) => named(ids, sql`cast("#id" as text)`),
  idsIn: (texts, kind) => {
    const integer = sql`cast("#id" as integer)`;
    return named(
      texts,
      kind === "uuid" ? sql`"#id"` : sql`case when cast(${integer} as text) = "#id" then ${integer} end`,
    );
  },
  tableOf,
  isNull,
  like: { operator: sql`like`, escape: sql` escape '\\'` },
  has: (expression, _, values, use) => listHas(sql`${expression}`, values, use),
  list: (_, values) => sql`${JSON.stringify(values)}`,
  textAt: valueAt,
  compareAt,
  orderedAt: (place) => ({ expression: valueAt(place), cast: sql`text` }),
  integers: sqliteTable("", { integer: integer() }).integer,
  scoreType: sql`real`,
  ordered: (expression, order, isNullable) => {
    const nulls = isNullable ? sql.raw(order === "asc" ? " nulls last" : " nulls first") : sql``;
    return sql`${expression} ${sql.raw(order)}${nulls}`;
  },
  keyText,
  keyValue,
  computed: (expression) => expression,
  trees: undefined,
  // A subquery without a limit may lose its order.
  linkage: (ids, limit, isJson) =>
    named(sql`(${ids} limit ${limit ?? -1})`, sql`json_group_array(${isJson ? sql`json("#id")` : sql`"#id"`})`),
};
