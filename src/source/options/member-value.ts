/** An attribute that a source computes from the members of a to-many relationship. */
export interface MemberValue<TValue = unknown> {
  readonly "~members": string;
  /** As messages call it: `countOf("comments")`. */
  readonly text: string;
  readonly use: "count" | "sum" | "max" | "min";
  /** The members' attribute. Undefined for a count. */
  readonly field: string | undefined;
  /** The members that count, by the names of filters. */
  readonly filter: MemberFilter;
  /** A type only. */
  readonly "~value": TValue;
}

/** Conditions on members, by the names that filters of their source may have. */
interface MemberFilter {
  readonly [name: string]: unknown;
}

/** The type of the members is known by name only, so the start compares what they have with the attribute. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyValue = any;

/**
 * The number of members of a to-many relationship that the caller sees: those in the scope of their source that are not deleted softly.
 * The attribute is like a column that is only read, with filters, sorts, includes and `fields`. Declare it as `z.int()`.
 *
 * @param relationship A to-many relationship of the resource.
 * @param filter Counts some members only: values by the names of filters, such as `open` or `created__gte`. It may name fields of the
 *   members, fields of resources that they are related to, and filters of their source.
 * @returns What a member of the option `columns` of a source takes, with any storage. `t.router` throws if the attribute can be written or
 *   has another type, or if it would tell what is hidden: a hidden field needs the same function in `visible` of both resources.
 *
 * @example
 * ```ts
 * import { toMany, toOne, trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { countOf } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const articles = t.resource("articles", {
 *   id: z.int(),
 *   attributes: { comment_count: z.int(), open_count: z.int() },
 *   relationships: { comments: toMany("comments") },
 * });
 * const comments = t.resource("comments", { id: z.int(), attributes: { open: z.boolean() }, relationships: { article: toOne("articles") } });
 *
 * const data = memoryData();
 * const articleSource = data.source(articles, {
 *   rows: [{ id: 1 }],
 *   relationships: { comments: { by: "article" } },
 *   columns: { comment_count: countOf("comments"), open_count: countOf("comments", { open: true }) },
 * });
 * data.source(comments, { rows: [{ id: 1, article: 1, open: true }, { id: 2, article: 1, open: false }] });
 *
 * const { data: article } = await articleSource.getOne({ ctx: {}, id: 1 });
 * if (article.comment_count !== 2 || article.open_count !== 1) throw new Error("unreachable");
 * ```
 */
export function countOf(relationship: string, filter: MemberFilter = {}): MemberValue<number> {
  return memberValue("count", relationship, undefined, filter);
}

/**
 * The sum of a number of the members that the caller sees, as `countOf` counts them. Without members it is 0.
 *
 * @param relationship A to-many relationship of the resource.
 * @param field An attribute of the members that is a number.
 * @param filter Adds some members only, as in `countOf`.
 * @returns What a member of the option `columns` of a source takes. The attribute has the type of the members' attribute.
 *
 * @example
 * ```ts
 * import { toMany, trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { sumOf } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const orders = t.resource("orders", {
 *   id: z.int(),
 *   attributes: { total: z.number() },
 *   relationships: { lines: toMany("lines") },
 * });
 * const lines = t.resource("lines", { id: z.int(), attributes: { price: z.number() } });
 *
 * const data = memoryData();
 * const source = data.source(orders, { rows: [{ id: 1, lines: [1, 2] }], columns: { total: sumOf("lines", "price") } });
 * data.source(lines, { rows: [{ id: 1, price: 5 }, { id: 2, price: 2.5 }] });
 *
 * const { data: order } = await source.getOne({ ctx: {}, id: 1 });
 * if (order.total !== 7.5) throw new Error("unreachable");
 * ```
 */
export function sumOf(relationship: string, field: string, filter: MemberFilter = {}): MemberValue<AnyValue> {
  return memberValue("sum", relationship, field, filter);
}

/**
 * The greatest value of an attribute of the members that the caller sees, as `countOf` counts them: the last date, the highest price.
 * Without members it is null.
 *
 * @param relationship A to-many relationship of the resource.
 * @param field An attribute of the members: a number, a text or a date.
 * @param filter Reads some members only, as in `countOf`.
 * @returns What a member of the option `columns` of a source takes. Declare the attribute like that of the members, but `.nullable()`.
 *
 * @example
 * ```ts
 * import { toMany, trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { maxOf } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const rooms = t.resource("rooms", {
 *   id: z.int(),
 *   attributes: { last_visit: z.date().nullable() },
 *   relationships: { visits: toMany("visits") },
 * });
 * const visits = t.resource("visits", { id: z.int(), attributes: { at: z.date() } });
 *
 * const data = memoryData();
 * const source = data.source(rooms, { rows: [{ id: 1, visits: [1] }], columns: { last_visit: maxOf("visits", "at") } });
 * data.source(visits, { rows: [{ id: 1, at: new Date(0) }] });
 *
 * const { data: room } = await source.getOne({ ctx: {}, id: 1 });
 * if (room.last_visit?.getTime() !== 0) throw new Error("unreachable");
 * ```
 */
export function maxOf(relationship: string, field: string, filter: MemberFilter = {}): MemberValue<AnyValue> {
  return memberValue("max", relationship, field, filter);
}

/**
 * The least value of an attribute of the members that the caller sees, as `countOf` counts them. Without members it is null.
 *
 * @param relationship A to-many relationship of the resource.
 * @param field An attribute of the members: a number, a text or a date.
 * @param filter Reads some members only, as in `countOf`.
 * @returns What a member of the option `columns` of a source takes. Declare the attribute like that of the members, but `.nullable()`.
 *
 * @example
 * ```ts
 * import { minOf } from "trestle/source";
 *
 * const columns = { lowest_price: minOf("offers", "price", { sold: false }) };
 * ```
 */
export function minOf(relationship: string, field: string, filter: MemberFilter = {}): MemberValue<AnyValue> {
  return memberValue("min", relationship, field, filter);
}

function memberValue(
  use: MemberValue["use"],
  relationship: string,
  field: string | undefined,
  filter: MemberFilter,
): MemberValue<never> {
  const names = [relationship, ...(field === undefined ? [] : [field])].map((name) => JSON.stringify(name));
  const value: unknown = { "~members": relationship, text: `${use}Of(${names.join(", ")})`, use, field, filter };
  return value as MemberValue<never>;
}

export function isMemberValue(column: unknown): column is MemberValue {
  return typeof column === "object" && column !== null && "~members" in column;
}

/** The attributes in `columns` of a source that it computes from members. */
export function memberValuesIn(columns: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, MemberValue> {
  const values = new Map<string, MemberValue>();
  for (const [name, column] of Object.entries(columns)) if (isMemberValue(column)) values.set(name, column);
  return values;
}
