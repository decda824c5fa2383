import { and, type SQL, sql } from "drizzle-orm";
import type { Keys, Slice } from "../source/store.js";
import { NEVER } from "./conditions.js";

/** A part of an order, as SQL. */
export interface OrderExpression {
  readonly expression: SQL;
  readonly order: "asc" | "desc";
  /** The type to cast a key's text to; undefined if an expression does not say. */
  readonly cast: SQL | undefined;
  readonly isNullable: boolean;
  /** Whether it is an expression, which may have another type than `cast`. */
  readonly isComputed: boolean;
}

/** The terms with the types of their keys. A cursor stores an average as an integer, so a comparison must use the integer, too. */
export function keyTerms(terms: readonly OrderExpression[]): OrderExpression[] {
  return terms.map((term) => {
    const { expression, cast, isComputed } = term;
    return isComputed && cast !== undefined ? { ...term, expression: sql`(${expression})::${cast}` } : term;
  });
}

/** The rows of a slice: after some keys, before others, or both. */
export function keysetCondition(slice: Slice | undefined, terms: readonly OrderExpression[]): SQL | undefined {
  if (slice?.kind !== "keyset") return undefined;
  const { after, before } = slice;
  return and(after && beyond(terms, after), before && beyond(terms.map(reversed), before));
}

export function reversed(term: OrderExpression): OrderExpression {
  return { ...term, order: term.order === "asc" ? "desc" : "asc" };
}

/** Keys as the types of their terms. `::text` first, so that the parameter is a text for every driver: a Date would lose the microseconds. */
export function keyValues(terms: readonly OrderExpression[], keys: Keys): SQL[] {
  return terms.map(({ cast }, index) => sql`${keys[index]}::text::${cast ?? sql`text`}`);
}

/**
 * The rows that follow the one with these keys. Nulls are where Postgres puts them: last ascending, first descending. If all terms go
 * one way and none is null, it is a comparison of rows, which an index serves.
 */
function beyond(terms: readonly OrderExpression[], keys: Keys): SQL {
  const values = keyValues(terms, keys);
  const [first] = terms;
  if (first && terms.every(({ order, isNullable }) => order === first.order && !isNullable)) {
    const row = sql.join(
      terms.map(({ expression }) => expression),
      sql`, `,
    );
    return sql`(${row}) ${sql.raw(first.order === "asc" ? ">" : "<")} (${sql.join(values, sql`, `)})`;
  }
  const rows = terms.reduceRight<SQL>((rest, { expression, order }, index) => {
    const value = values[index] ?? sql`null`;
    if (keys[index] === null) {
      const past = order === "asc" ? NEVER : sql`${expression} is not null`;
      return sql`(${past} or (${expression} is null and ${rest}))`;
    }
    const past =
      order === "asc" ? sql`(${expression} > ${value} or ${expression} is null)` : sql`${expression} < ${value}`;
    return sql`(${past} or (${expression} = ${value} and ${rest}))`;
  }, NEVER);
  if (!first || keys[0] === null || (first.order === "asc" && first.isNullable)) return rows;
  // Adds no condition, but an index on the first term can start there. With alternatives alone, Postgres reads it from its start.
  const bound = sql.raw(first.order === "asc" ? ">=" : "<=");
  return sql`(${first.expression} ${bound} ${values[0] ?? sql`null`} and ${rows})`;
}
