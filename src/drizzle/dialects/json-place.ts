import { or, type SQL, sql } from "drizzle-orm";
import { illegalText } from "../../source/handlers/sent-values.js";
import type { Operator, TextOperator } from "../../source/store/store.js";
import { NEVER, type Place } from "../database/dialect.js";

// Conditions and orders of values inside of JSON. A cast of such a value would fail for one row with a wrong value, and so would the list:
// values are compared as jsonb, or as texts.

/** Null, the JSON null and no member are the same: a client sees null, or nothing. */
export function compareInside(place: Place, operator: Exclude<Operator, TextOperator>, value: unknown): SQL {
  switch (operator) {
    case "isnull":
      return isNull(place, value === true);
    case "eq":
      return value === null ? isNull(place, true) : contains(place, value);
    case "ne":
      if (value === null) return isNull(place, false);
      return fits(value) ? sql`${valueAt(place)} is distinct from ${json(value)}` : sql`true`;
    case "in":
      return any(value, (each) => (each === null ? isNull(place, true) : contains(place, each)));
    case "has":
      return value === null ? NEVER : contains(place, [value]);
    case "hasall":
      return (value as readonly unknown[]).includes(null) ? NEVER : contains(place, value);
    case "hasany":
      return any(value, (each) => (each === null ? NEVER : contains(place, [each])));
    default: {
      if (value === null || !fits(value)) return NEVER;
      const at = valueAt(place);
      return sql`(${at} ${SIGNS[operator]} ${json(value)} and jsonb_typeof(${at}) = ${typeof value}::text)`;
    }
  }
}

const SIGNS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

/** The value as a text, for patterns and orders. */
export function textAt({ expression, members }: Place): SQL {
  return sql`(${expression} #>> ${path(members)})`;
}

/** The value that an order compares. */
export function orderedAt(place: Place): { readonly expression: SQL; readonly cast: SQL } {
  if (place.isText) return { expression: textAt(place), cast: sql`text` };
  return { expression: sql`nullif(${valueAt(place)}, 'null'::jsonb)`, cast: sql`jsonb` };
}

function valueAt({ expression, column, members }: Place): SQL {
  const at = sql`(${expression} #> ${path(members)})`;
  return column.getSQLType() === "jsonb" ? at : sql`${at}::jsonb`;
}

function isNull(place: Place, yes: boolean): SQL {
  const kind = sql`coalesce(jsonb_typeof(${valueAt(place)}), 'null')`;
  return yes ? sql`${kind} = 'null'` : sql`${kind} <> 'null'`;
}

/** Whether the value is this one, or a list that contains these. The whole column is compared, so that an index of GIN finds it. */
function contains(place: Place, value: unknown): SQL {
  if (!fits(value)) return NEVER;
  const { expression, column, members } = place;
  const whole = members.reduceRight<unknown>((inner, member) => ({ [member]: inner }), value);
  if (column.getSQLType() === "jsonb") return sql`${expression} @> ${json(whole)}`;
  return Array.isArray(value) ? sql`${valueAt(place)} @> ${json(value)}` : sql`${valueAt(place)} = ${json(value)}`;
}

function any(values: unknown, condition: (value: unknown) => SQL): SQL {
  return or(...(values as readonly unknown[]).map(condition)) ?? NEVER;
}

/** Whether jsonb can hold a value. */
function fits(value: unknown): boolean {
  return typeof value !== "bigint" && illegalText(value) === undefined;
}

function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::text::jsonb`;
}

function path(members: readonly string[]): SQL {
  return sql`${sql.param(members)}::text[]`;
}
