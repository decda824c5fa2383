import type { Column } from "drizzle-orm";
import type { Operator } from "../source/store.js";
import { typeOf } from "./column-values.js";

// Postgres has no operators for some types. A list with such an operator would always fail.

const WITHOUT_EQUALITY = /^(json|xml|point|polygon)\b/;
const WITHOUT_ORDER = /^(json|xml|point|line|lseg|box|path|polygon|circle)\b/;
/** Types of Postgres that hold no text. A type that is not listed may be a domain of texts, or come from an extension. */
const NO_TEXT =
  /\]$|^(smallint|integer|int\d?|bigint|(small|big)?serial|numeric|decimal|real|float\d?|double precision|money|bool|boolean|uuid|date|timestamp|timestamptz|time|timetz|interval|inet|cidr|macaddr8?|jsonb?|xml|point|line|lseg|box|path|polygon|circle|bytea|bit|varbit|vector|halfvec|sparsevec|geometry|tsvector|tsquery)\b/;

export function hasOperator(column: Column, use: Operator | "order"): boolean {
  const type = typeOf(column);
  switch (use) {
    case "isnull":
      return true;
    case "eq":
    case "ne":
    case "in":
      return !WITHOUT_EQUALITY.test(type);
    case "contains":
    case "startswith":
    case "endswith":
      return !column.columnType.startsWith("PgEnum") && !NO_TEXT.test(type);
    default:
      return !WITHOUT_ORDER.test(type);
  }
}
