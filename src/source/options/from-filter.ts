/** A sort by the value of a filter, which `fromFilter` makes. */
export interface FromFilter<TCtx, TRule> {
  readonly "~filter": string;
  // biome-ignore lint/suspicious/noExplicitAny: the database of the context, with any driver
  readonly "~rule": (value: never, more: { readonly ctx: TCtx; readonly db: any }) => TRule;
}

/**
 * A sort that depends on the request: by the value of one of its filters, such as the distance from a place. Ascending order begins with
 * the least number. A request with the sort and without the filter is a 400.
 *
 * @param filter The name of the filter. Every operation with the sort must declare it.
 * @param rule Makes what rows are sorted by: SQL that gives a number, or in memory a function of a row. Write the type of the value, and that of
 * the context if you use it.
 * @returns What a member of the option `sorts` of a source takes.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { fromFilter } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const places = t.resource("places", { id: z.int(), attributes: { x: z.number() } });
 *
 * const source = memoryData().source(places, {
 *   filters: { near: (x: number) => (place) => Math.abs(place.x - x) < 10 },
 *   sorts: { near: fromFilter("near", (x: number) => (place: { x: number }) => Math.abs(place.x - x)) },
 * });
 * const routes = source.routes({ getMany: { filter: { near: z.number().optional() }, sort: ["near"] } });
 * ```
 */
export function fromFilter<TValue, TCtx, TRule>(
  filter: string,
  // biome-ignore lint/suspicious/noExplicitAny: the database of the context, with any driver
  rule: (value: TValue, more: { readonly ctx: TCtx; readonly db: any }) => TRule,
): FromFilter<TCtx, TRule> {
  return { "~filter": filter, "~rule": rule };
}

export function isFromFilter<TRule>(rule: TRule | FromFilter<never, TRule>): rule is FromFilter<never, TRule> {
  return typeof rule === "object" && rule !== null && "~filter" in rule;
}
