import { asc, Column, desc, inArray, is, or, type SQL, sql } from "drizzle-orm";
import { bigint, pgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { UUID } from "../../schema/formats.js";
import { illegalText } from "../../source/handlers/sent-values.js";
import { type Operator, TEXT_OPERATORS } from "../../source/store/store.js";
import { paramOf } from "../database/app-sql.js";
import { type Dialect, type Fit, NEVER } from "../database/dialect.js";
import { compareInside, orderedAt, textAt } from "./json-place.js";
import { constant, isSql } from "../database/statements.js";

type Range = readonly [bigint, bigint];
const INT2: Range = [-(2n ** 15n), 2n ** 15n - 1n];
const INT4: Range = [-(2n ** 31n), 2n ** 31n - 1n];
const INT8: Range = [-(2n ** 63n), 2n ** 63n - 1n];
/** What a column gives as a number without rounding it. */
const SAFE: Range = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)];
/** By the type in SQL, or by the type of Drizzle's column. */
const RANGES: Readonly<Record<string, Range>> = {
  PgBigInt53: SAFE,
  PgBigSerial53: SAFE,
  smallint: INT2,
  smallserial: INT2,
  integer: INT4,
  serial: INT4,
  bigint: INT8,
  bigserial: INT8,
};

function fitOf(column: Column, value: unknown): Fit {
  if (isArray(column)) return "fits";
  const type = typeOf(column);
  const range = RANGES[column.columnType] ?? RANGES[type];
  if (range) return fitInteger(value, range);
  const { columnType, enumValues } = column as Column & { enumValues?: readonly string[] };
  const isEnum = columnType.startsWith("PgEnum");
  const isCustom = columnType === "PgCustomColumn"; // whose values in JavaScript are the app's own
  if (value instanceof Date) return (!isCustom && WITHOUT_DATES.test(type)) || isEnum ? "unlike" : fitDate(value);
  if (typeof value === "string") {
    // Only Drizzle's columns of dates, and not those of their texts.
    if (columnType === "PgBoolean" || READS_DATES.test(columnType) || illegalText(value) !== undefined) return "unlike";
    if (type === "uuid") return UUID.test(value) ? "fits" : "unlike";
    return !isEnum || enumValues === undefined || enumValues.includes(value) ? "fits" : "unlike";
  }
  if (isCustom) return "fits";
  if (typeof value === "bigint" && /^json/.test(type)) return "unlike";
  if (typeof value === "object") return "fits"; // also SQL
  const isOther = isEnum || /^(uuid|date|timestamp)/.test(type) || (type === "boolean" && typeof value !== "boolean");
  return isOther ? "unlike" : "fits";
}

const WITHOUT_DATES = /^(boolean|uuid|numeric|real|double|inet|cidr|macaddr|interval|line|time\b)/;
const READS_DATES = /^Pg(Timestamp|Date)$/;

/** Whether Drizzle rounds large values of a column. */
function isRounding(column: Column | undefined): boolean {
  return column !== undefined && RANGES[column.columnType] === SAFE;
}

/** Drizzle 1.0 may have integers as texts. */
function fitInteger(value: unknown, [min, max]: Range): Fit {
  const isText = typeof value === "string" && /^-?\d+$/.test(value);
  if (typeof value !== "bigint" && !Number.isInteger(value) && !isText) return "unlike";
  const integer = BigInt(value as number | bigint | string);
  return integer > max ? "above" : integer < min ? "below" : "fits";
}

/** Dates are written in ISO 8601. Postgres reads only years with four digits in it. */
function fitDate(value: Date): Fit {
  const year = value.getUTCFullYear();
  return Number.isNaN(year) ? "unlike" : year > 9999 ? "above" : year < 1 ? "below" : "fits";
}

/** Why a column cannot store a value; undefined if it can. Postgres does not name the column of a text that is too long. */
function misfitOf(column: Column, value: unknown): string | undefined {
  if (value === null || value === undefined || isSql(value)) return undefined;
  const type = typeOf(column);
  const illegal = type === "json" ? undefined : illegalText(value); // json is stored as it is written, with escapes
  if (illegal !== undefined) return `it contains ${illegal}`;
  const fit = fitOf(column, value);
  if (fit !== "fits") return fit === "unlike" ? `it is not a value of the type ${type}` : "it is out of range";
  const { length } = column as { length?: number };
  const isBounded = /^(var)?char/.test(type) && length !== undefined;
  return isBounded && typeof value === "string" && [...value].length > length ? "it is too long" : undefined;
}

const CHECKED = /^(smallint|integer|bigint|smallserial|serial|bigserial|text|(var)?char(\(\d+\))?|uuid|boolean)$/;

const ADDRESS = new RegExp(`${z.regexes.ipv4.source}|${z.regexes.ipv6.source}`);
/** The usual texts of types that also have others: they are right, so a mistake is in another field. */
const USUAL: Readonly<Record<string, RegExp>> = {
  inet: ADDRESS,
  cidr: ADDRESS,
  macaddr: /^[\da-f]{2}(:[\da-f]{2}){5}$/i,
  macaddr8: /^[\da-f]{2}(:[\da-f]{2}){7}$/i,
};

/** Whether `misfitOf` finds everything that the column cannot store. Other types have texts that only Postgres can read. */
function isChecked(column: Column, value: unknown): boolean {
  if (isArray(column)) return false;
  const type = typeOf(column);
  const isUsual = typeof value === "string" && USUAL[type]?.test(value) === true;
  return isUsual || value instanceof Date || column.columnType.startsWith("PgEnum") || CHECKED.test(type);
}

/** JSON is a text for every driver: postgres.js would send `true` as a boolean. */
function stored(column: Column, value: unknown): unknown {
  if (value === null || value === undefined || isSql(value) || jsonKind(column) !== "value") return value;
  return sql`${JSON.stringify(value)}::text::${castOf(column)}`;
}

/** Whether a column of Drizzle's holds JSON or an array of it. A custom type reads its values itself. */
function jsonKind(column: unknown): "value" | "array" | undefined {
  if (!is(column, Column)) return undefined;
  const { columnType } = elementColumn(column);
  if (columnType !== "PgJson" && columnType !== "PgJsonb") return undefined;
  return isArray(column) ? "array" : "value";
}

/** Drizzle 0.45 has the column of an array's elements as a column of its own; in Drizzle 1.0 it is the same column. */
function elementColumn(column: Column): Column {
  const { baseColumn } = column as { baseColumn?: Column };
  return baseColumn ? elementColumn(baseColumn) : column;
}

/** The column of one element of an array or of a list in JSON. */
function elementOf(column: Column): Column {
  const element = elementColumn(column);
  return isArray(element) ? Object.create(element, { dimensions: { value: 0 } }) : element;
}

function isArray(column: Column): boolean {
  const { baseColumn, dimensions = 0 } = column as { baseColumn?: Column; dimensions?: number };
  return baseColumn !== undefined || (dimensions > 0 && !column.columnType.endsWith("Vector")); // those have other dimensions
}

/** The type of a column in SQL. Drizzle 1.0 leaves out that it is an array. */
function typeOf(column: Column): string {
  const type = column.getSQLType();
  return isArray(column) && !type.endsWith("]") ? `${type}[]` : type;
}

/** Types whose values drivers and Postgres write in one way. */
const SIMPLE = /^(smallint|integer|bigint|smallserial|serial|bigserial|text|varchar(\(\d+\))?|uuid)$/;

/** Whether each value of a column has one spelling: a row is not found by another one, and many values can be one array parameter. */
function hasOneSpelling(column: Column): boolean {
  return SIMPLE.test(typeOf(column));
}

/** Names of types for values of any length, as they are compared. A cast to the others cuts values: `char` is `char(1)`. */
const LONGEST: Readonly<Record<string, string>> = {
  bigserial: "bigint",
  smallserial: "smallint",
  serial: "integer",
  cidr: "inet", // which Postgres compares
  char: "bpchar",
  character: "bpchar",
  bit: "varbit",
};

/**
 * The type to cast a parameter to. Without the modifiers of the column: a cast to `numeric(6,2)` would round, and one to `varchar(3)`
 * would cut, where a comparison does neither.
 */
function castOf(column: Column): SQL {
  const element = elementColumn(column);
  const brackets = sql.raw(isArray(column) ? "[]" : "");
  const { enum: named } = element as { enum?: { enumName?: string; schema?: string } };
  if (named?.enumName === undefined) {
    const plain = element.getSQLType().replace(/("[^"]*")|\s*\([^)]*\)|\[\d*\]/g, "$1");
    const name = /^interval\b/.test(plain) ? "interval" : (LONGEST[plain] ?? plain);
    return sql`${sql.raw(name)}${brackets}`;
  }
  const name = sql.identifier(named.enumName);
  return named.schema === undefined ? sql`${name}${brackets}` : sql`${sql.identifier(named.schema)}.${name}${brackets}`;
}

// Postgres has no operators for some types. A list with such an operator would always fail.

const WITHOUT_EQUALITY = /^(json|xml|point|polygon)\b/;
const WITHOUT_ORDER = /^(json|xml|point|line|lseg|box|path|polygon|circle)\b/;
/** Types of Postgres that hold no text. A type that is not listed may be a domain of texts, or come from an extension. */
const NO_TEXT =
  /\]$|^(smallint|integer|int\d?|bigint|(small|big)?serial|numeric|decimal|real|float\d?|double precision|money|bool|boolean|uuid|date|timestamp|timestamptz|time|timetz|interval|inet|cidr|macaddr8?|jsonb?|xml|point|line|lseg|box|path|polygon|circle|bytea|bit|varbit|vector|halfvec|sparsevec|geometry|geography|tsvector|tsquery|\w+range|oid|reg\w+|pg_lsn|hstore|ltree|cube)\b/;

function hasOperator(column: Column, use: Operator | "order"): boolean {
  const type = typeOf(column);
  if (TEXT_OPERATORS.has(use)) return !column.columnType.startsWith("PgEnum") && !NO_TEXT.test(type);
  switch (use) {
    case "isnull":
      return true;
    case "eq":
    case "ne":
    case "in":
      return !isArray(column) && !WITHOUT_EQUALITY.test(type);
    case "has":
    case "hasall":
    case "hasany":
      return isArray(column) ? !WITHOUT_ORDER.test(type) : type === "jsonb" && jsonKind(column) === "value";
    case "order":
      return !WITHOUT_ORDER.test(type);
    default:
      return !isArray(column) && !WITHOUT_ORDER.test(type);
  }
}

/** As Postgres writes a time or a day, in ISO style: `0050-01-01 00:00:00.5+05:30 BC`. Only a timestamptz has an offset. */
const TIME =
  /^(\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?)?( BC)?$/;

const dateColumns = new WeakMap<Column, Column>();

/**
 * The same column, with dates read from their text. Drizzle leaves it to `Date`, for which the year 50 is 1950, and an offset with
 * seconds (which time zones had before 1900) makes no date.
 */
function selectedColumn(column: Column): Column {
  if (!READS_DATES.test(column.columnType)) return column;
  const cached = dateColumns.get(column);
  if (cached) return cached;
  // Drizzle 1.0 would read the date before that, by the column's codec.
  const { codec } = column as { codec?: string };
  const changes: PropertyDescriptorMap = { mapFromDriverValue: { value: dateOf } };
  if (codec !== undefined) changes.codec = { value: `${codec}:string` };
  const made: Column = Object.create(column, changes);
  dateColumns.set(column, made);
  return made;
}

/** Reads the usual form, `2020-01-01 00:00:00.123+00`. A page has many of them, and a regular expression or `Date.UTC` takes longer. */
function dateOf(value: unknown): Date {
  if (typeof value !== "string" || value[4] !== "-" || !value.endsWith("+00")) return unusualDate(value);
  const month = two(value, 5);
  const year = two(value, 0) * 100 + two(value, 2) - (month < 3 ? 1 : 0); // it begins in March, so that a leap day is its last
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const days = year * 365 + leapDays + Math.floor((((month + 9) % 12) * 153 + 2) / 5) + two(value, 8) - DAYS_TO_1970;
  const seconds = ((days * 24 + two(value, 11)) * 60 + two(value, 14)) * 60 + two(value, 17);
  return new Date(seconds * 1000 + two(value, 20) * 10 + Math.floor(two(value, 22) / 10));
}

/** The number of two digits. What follows a short fraction, `+00` or nothing, is zero. */
function two(value: string, at: number): number {
  const tens = value.charCodeAt(at) - 48;
  const ones = value.charCodeAt(at + 1) - 48;
  return (tens > 0 ? tens * 10 : 0) + (ones >= 1 ? ones : 0);
}

/** From the first of March of the year 0, with one day more, because a month begins with the day 1. */
const DAYS_TO_1970 = 719_469;

function unusualDate(value: unknown): Date {
  const parts = typeof value === "string" ? TIME.exec(value) : null;
  if (!parts) return new Date(value as string);
  const [, years, month, day, hours = 0, minutes = 0, seconds = 0, fraction = "", sign, ...offset] = parts;
  const [offsetHours = 0, offsetMinutes = 0, offsetSeconds = 0, beforeChrist] = offset;
  const year = beforeChrist ? 1 - Number(years) : Number(years); // the year before 1 is 1 BC
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, "0").slice(0, 3)));
  const behind = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 + Number(offsetSeconds);
  return new Date(date.getTime() - (sign === "-" ? -behind : behind) * 1000);
}

// ---- parts of statements

/** One parameter if the type allows it: a statement has 65 535 parameters, a body may have more ids. */
function among(expression: SQL | Column, column: Column, values: Iterable<unknown>): SQL {
  const fitting: unknown[] = [];
  for (const value of new Set(values)) if (fitOf(column, value) === "fits") fitting.push(value);
  if (fitting.length === 0) return NEVER;
  if (fitting.length === 1) return sql`${expression} = ${paramOf(column, fitting[0])}`;
  if (!hasOneSpelling(column)) {
    return inArray(
      expression as Column,
      fitting.map((value) => paramOf(column, value)),
    );
  }
  return sql`${expression} = any(${arrayOf(column, fitting)})`;
}

/** Values as an array of the column's type: as one parameter, if every driver can write that. */
function arrayOf(column: Column, values: readonly unknown[]): SQL {
  if (!hasOneSpelling(column)) {
    const params = values.map((value) => sql`${sql.param(value, column)}`);
    return sql`array[${sql.join(params, sql`, `)}]::${castOf(column)}[]`;
  }
  const list: unknown[] = [];
  for (const value of values) list.push(typeof value === "bigint" ? String(value) : value);
  return sql`${sql.param(list)}::${castOf(column)}[]`;
}

function tableOf(columns: readonly Column[], ids: readonly (readonly unknown[])[]): SQL {
  const arrays = columns.map((column, index) => {
    const parts = ids.map((id) => id[index]);
    return columns.length === 1 ? arrayOf(column, parts) : sql`${sql.param(parts)}::text[]::${castOf(column)}[]`;
  });
  return sql`unnest(${sql.join(arrays, sql`, `)})`;
}

function idsIn(texts: SQL, kind: "int" | "uuid"): SQL {
  const [pattern, type] = kind === "int" ? ["^(0|-?[1-9][0-9]{0,17})$", sql`bigint`] : [UUID.source, sql`uuid`];
  return sql`(select case when "#id" ~* ${pattern}::text then "#id"::${type} end from ${texts} "#ids"("#id"))`;
}

/** Postgres tells a JSON null from no value. */
function isNull(expression: SQL | Column, column: Column | undefined, yes: boolean): SQL {
  if (jsonKind(column) !== "value") return yes ? sql`${expression} is null` : sql`${expression} is not null`;
  const kind = sql`coalesce(${castOf(column as Column)}_typeof(${expression}), 'null')`;
  return yes ? sql`${kind} = 'null'` : sql`${kind} <> 'null'`;
}

/** An index of GIN finds `@>`. Not `?|` for one of several: it finds texts only, and not by an index of `jsonb_path_ops`. */
function has(expression: SQL | Column, column: Column, values: readonly unknown[], use: "all" | "any"): SQL {
  if (use === "all") return sql`${expression} @> ${list(column, values)}`;
  if (jsonKind(column) !== "value") return sql`${expression} && ${list(column, values)}`;
  return or(...values.map((each) => has(expression, column, [each], "all"))) ?? NEVER;
}

function list(column: Column, values: readonly unknown[]): SQL {
  return jsonKind(column) === "value"
    ? sql`${JSON.stringify(values)}::text::jsonb`
    : sql`${sql.param(values, column)}::${castOf(column)}`;
}

/** JSON is read as text. Some drivers parse it and some do not, so Drizzle parses every text again, also one that was a value. */
function selectedJson(expression: Column | SQL, column: unknown): SQL {
  const text =
    jsonKind(column) === "array" ? sql`array_to_json(${sql`${expression}`})::text` : sql`(${sql`${expression}`})::text`;
  return text.mapWith(JSON.parse);
}

function partKind(column: Column): string | undefined {
  const type = typeOf(column);
  if (column.columnType.startsWith("PgEnum")) return type.endsWith("]") ? undefined : type;
  if (/^((small|big)?int(eger)?|(small|big)?serial)$/.test(type)) return "integer";
  if (/^(text|varchar(\(\d+\))?|citext)$/.test(type)) return "text";
  if (type === "date") return column.columnType === "PgDateString" ? "date" : undefined;
  return type === "uuid" || type === "boolean" ? type : undefined;
}

/** Types that an operator compares without a cast. */
function familyOf(column: Column): string {
  return typeOf(column)
    .replace(/^((small|big)?(int(eger)?|serial))$/, "integer")
    .replace(/^varchar(\(\d+\))?$/, "text");
}

export const postgres: Dialect = {
  name: "Postgres",
  mostParameters: 65_535,
  hasLocks: true,
  keepsStatements: true,
  hasLateral: true,
  castsFail: true,
  failsAsWhole: true,
  transaction: (db, work) => db.transaction(work),
  fitOf,
  misfitOf,
  isChecked,
  isRounding,
  stored,
  selectedColumn,
  selectedJson,
  jsonKind,
  elementOf,
  typeOf,
  hasOneSpelling,
  hasOperator,
  partKind,
  partParam: (column, text) => sql`${text}::text::${castOf(column)}`, // a text for every driver
  isTime: (column) => /^(timestamp|date)/.test(column.getSQLType()),
  // A time without a zone is one of UTC, because Drizzle reads it so. The session may have another zone.
  now: (column) => (column.getSQLType().endsWith("with time zone") ? sql`now()` : sql`now() at time zone 'utc'`),
  castOf,
  typed: (column, value) => sql`${isSql(value) ? value : paramOf(column, value)}::${castOf(column)}`,
  textOf: (expression) => sql`${expression}::text`,
  textsOf: (columns) => {
    const texts = columns.map((column) => sql`${column}::text`);
    return sql`json_build_array(${sql.join(texts, sql`, `)})`;
  },
  among,
  textsIn: (ids, kind) =>
    kind === "uuid"
      ? sql`(select unnest(array["#id"::text, upper("#id"::text)]) from ${ids} "#ids"("#id"))`
      : sql`(select "#id"::text from ${ids} "#ids"("#id"))`,
  idsIn,
  tableOf,
  isNull,
  like: { operator: sql`ilike`, escape: sql`` },
  has,
  list,
  textAt,
  compareAt: compareInside,
  orderedAt,
  integers: pgTable("", { integer: bigint({ mode: "number" }) }).integer,
  scoreType: sql`float8`,
  ordered: (expression, order) => (order === "desc" ? desc : asc)(expression),
  keyText: (expression) => sql`(${expression})::text`,
  // `::text` first, so that the parameter is a text for every driver: a Date would lose the microseconds.
  keyValue: (key, cast = sql`text`) => sql`${key}::text::${cast}`,
  computed: (expression, cast) => sql`(${expression})::${cast}`,
  linkage: (ids, limit) =>
    sql`array_to_json(array(${ids}${limit === undefined ? sql`` : sql` limit ${constant(limit)}`}))`,
  trees: {
    isAlike: (one, other) => other !== undefined && familyOf(one) === familyOf(other),
    listed: (lists, id, part) => sql`(select json_array_elements_text(${lists})::${castOf(id)} from ${part})`,
  },
};
