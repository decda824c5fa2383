import type { Column } from "drizzle-orm";
import { z } from "zod";
import { TEXTS } from "./column-text.js";

/** What Drizzle gives for a column, by the type of its column: 0.45 and 1.0 have the same. */
const SCHEMAS: Readonly<Record<string, () => z.ZodType>> = {
  PgInteger: z.int32,
  PgSerial: z.int32,
  PgSmallInt: smallint,
  PgSmallSerial: smallint,
  PgBigInt53: z.int,
  PgBigSerial53: z.int,
  PgBigInt64: z.bigint,
  PgBigSerial64: z.bigint,
  PgBigIntString: z.string,
  PgReal: z.number,
  PgDoublePrecision: z.number,
  PgBoolean: z.boolean,
  PgText: z.string,
  PgVarchar: z.string,
  PgChar: z.string,
  PgUUID: z.guid, // Postgres stores every uuid, not only those of RFC 9562
  PgDate: z.date,
  PgTimestamp: z.date,
  PgInet: z.string,
  PgCidr: z.string,
  PgMacaddr: z.string,
  PgMacaddr8: z.string,
  PgJson: z.json,
  PgJsonb: z.json,
  PgPointTuple: pair,
  PgPointObject: point,
  PgGeometry: pair,
  PgGeometryObject: point,
  PgLine: () => z.tuple([z.number(), z.number(), z.number()]),
  PgLineABC: () => z.object({ a: z.number(), b: z.number(), c: z.number() }),
  PgVector: () => z.array(z.number()),
  PgHalfVector: () => z.array(z.number()),
  PgSparseVector: z.string,
  PgBinaryVector: z.string,
  SQLiteInteger: z.int,
  SQLiteBoolean: z.boolean,
  SQLiteTimestamp: z.date,
  SQLiteText: z.string,
  SQLiteTextJson: z.json,
  SQLiteBlobJson: z.json,
  SQLiteReal: z.number,
  SQLiteNumericNumber: z.number,
  SQLiteNumericBigInt: z.bigint,
  SQLiteBigInt: z.bigint,
};

/** The schema of a column's values. Undefined for a type that has none here, as one of the app's own. */
export function columnSchema(column: Column): z.ZodType | undefined {
  const schema = valueSchema(column);
  return column.notNull ? schema : schema?.nullable();
}

/** The same without null. */
export function valueSchema(column: Column): z.ZodType | undefined {
  const { baseColumn, enumValues } = column as { baseColumn?: Column; enumValues?: readonly string[] };
  if (baseColumn) return listOf(valueSchema(baseColumn), 1); // Drizzle 0.45
  // A vector of Drizzle 0.45 has its length as `dimensions`.
  const { length, dimensions = 0 } = column as { length?: number; dimensions?: number };
  const isVector = column.columnType.endsWith("Vector") && length === undefined;
  const element = enumValues && enumValues.length > 0 ? z.enum(enumValues) : plainSchema(column);
  return listOf(element, isVector ? 0 : dimensions);
}

function plainSchema(column: Column): z.ZodType | undefined {
  const length = /^(?:var)?char(?:\((\d+)\))?$/.exec(column.getSQLType());
  if (length?.[1] !== undefined || length?.[0] === "char") return textUpTo(Number(length[1] ?? 1));
  const { columnType } = column;
  if (Object.hasOwn(TEXTS, columnType)) return TEXTS[columnType]?.(column);
  return Object.hasOwn(SCHEMAS, columnType) ? SCHEMAS[columnType]?.() : undefined;
}

/** Postgres counts characters, as the maxLength of JSON Schema does. Zod's `max` counts an emoji twice. */
function textUpTo(maximum: number): z.ZodType {
  return z
    .string()
    .check(({ value, issues }) => {
      if (value.length <= maximum || [...value].length <= maximum) return;
      issues.push({ code: "too_big", origin: "string", maximum, inclusive: true, input: value });
    })
    .meta({ maxLength: maximum });
}

function listOf(schema: z.ZodType | undefined, dimensions: number): z.ZodType | undefined {
  return schema && dimensions > 0 ? listOf(z.array(schema), dimensions - 1) : schema;
}

function smallint(): z.ZodType {
  return z.int().min(-32_768).max(32_767);
}

function pair(): z.ZodType {
  return z.tuple([z.number(), z.number()]);
}

function point(): z.ZodType {
  return z.object({ x: z.number(), y: z.number() });
}
