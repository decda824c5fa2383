import type { Column, SQL } from "drizzle-orm";
import { checkOptionNames } from "../../define/model/names.js";
import type { ByColumn, ByType, CompositeId, LinkedIds, ManyToMany, MappedColumn } from "./store-config.js";
import type { Children, ColumnLike, TableLike } from "./table-problems.js";

/** A mapped column, with the type of its values. */
export interface Mapped<TValue> extends MappedColumn {
  readonly "~value": TValue;
}

/** An id of several columns, which is a text. */
export interface Composite extends CompositeId {
  readonly "~value": string;
}

/** How members are ordered, and the most per parent in an include. */
export interface MemberOptions {
  /** Default: by id. */
  readonly orderBy?: readonly SQL[] | SQL;
  /** The most members per row, as ids or included. Default: the `fanOut` of `toMany`, or 1000. */
  readonly limit?: number;
}

const MEMBER_KEYS: Readonly<Record<keyof MemberOptions, true>> = { orderBy: true, limit: true };

/**
 * A column that holds an attribute in another form. Null stays null.
 *
 * @example
 * ```ts
 * import { pgTable, text } from "drizzle-orm/pg-core";
 * import { mapped } from "trestle/drizzle";
 *
 * const notes = pgTable("notes", { id: text().primaryKey(), tags: text().notNull() });
 * const tags = mapped(notes.tags, { read: (text) => text.split(","), write: (tags: string[]) => tags.join(",") });
 * ```
 */
export function mapped<C extends Column, TValue>(
  column: C,
  codec: {
    readonly read: (value: NonNullable<C["_"]["data"]>) => TValue;
    readonly write: (value: TValue) => NonNullable<C["_"]["data"]>;
  },
): Mapped<C["_"]["notNull"] extends true ? TValue : TValue | null> {
  const value: unknown = { "~mapped": true, column, ...codec };
  return value as ReturnType<typeof mapped<C, TValue>>; // `~value` exists as a type only
}

/**
 * A to-many relationship whose members point at the resource with a column of theirs, or with the columns of an id of several, in its order.
 * A column with the ids of `byType` is one, too: the members' relationship says which type they point at.
 *
 * @example
 * ```ts
 * import { desc } from "drizzle-orm";
 * import { integer, pgTable } from "drizzle-orm/pg-core";
 * import { hasMany } from "trestle/drizzle";
 *
 * const comments = pgTable("comments", { id: integer().primaryKey(), article_id: integer() });
 * const relationships = { comments: hasMany(comments.article_id, { limit: 5, orderBy: desc(comments.id) }) };
 * ```
 */
export function hasMany<C extends ColumnLike>(
  column: C,
  options?: MemberOptions,
): Children<C["_"]["tableName"], C["_"]["data"]>;
export function hasMany<N extends string>(
  columns: readonly [ColumnLike<N>, ColumnLike<N>, ...ColumnLike<N>[]],
  options?: MemberOptions,
): Children<N, string>;
export function hasMany(columns: ColumnLike | readonly ColumnLike[], options: MemberOptions = {}): unknown {
  checkOptionNames("hasMany", options, MEMBER_KEYS);
  const { orderBy = [], limit } = options;
  return { "~kind": "hasMany", columns: [columns].flat(), orderBy: [orderBy].flat(), limit };
}

/**
 * An id of several columns, or a reference to one: for the id or a to-one in `columns` of a source. The resource declares `id: z.string()`;
 * the text has the parts in order, with `~` between them. A source finds a primary key, and a foreign key, of several columns by itself.
 *
 * @param columns Two or more columns of integers, uuids, texts, enums, booleans or dates as texts.
 *
 * @example
 * ```ts
 * import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
 * import { compositeId } from "trestle/drizzle";
 *
 * const members = pgTable("members", { org: text().notNull(), user: text().notNull() }, (t) => [
 *   primaryKey({ columns: [t.org, t.user] }),
 * ]);
 * const columns = { id: compositeId(members.user, members.org) }; // "ann~acme", where the key alone gives "acme~ann"
 * ```
 */
export function compositeId(...columns: readonly [ColumnLike, ColumnLike, ...ColumnLike[]]): Composite {
  const value: unknown = { "~composite": columns };
  return value as Composite; // `~value` exists as a type only
}

/**
 * A to-many relationship whose pairs are in a table between both. Its foreign keys tell the two columns apart.
 *
 * @param options.from The column with the resource's own id, where the foreign keys do not tell.
 * @param options.to The column with the member's id.
 * @param options.where The pairs that count, by a condition on further columns of the table. New pairs must meet it by `values`.
 * @param options.values Further columns of new pairs. The second argument is the pair.
 *
 * @example
 * ```ts
 * import { eq } from "drizzle-orm";
 * import { integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
 * import { manyToMany } from "trestle/drizzle";
 *
 * const pairs = pgTable("pairs", { one: integer(), other: integer() }, (t) => [primaryKey({ columns: [t.one, t.other] })]);
 * const relationships = { friends: manyToMany(pairs, { from: pairs.one, to: pairs.other }) };
 *
 * const roles = pgTable("roles", { id: text(), user: integer(), team: integer(), role: text() }, (t) => [unique().on(t.user, t.team, t.role)]);
 * const editors = manyToMany(roles, {
 *   from: roles.team,
 *   to: roles.user,
 *   where: () => eq(roles.role, "editor"),
 *   values: (ctx: unknown, pair: { from: number; to: number }) => ({ id: `${pair.from}-${pair.to}`, role: "editor" }),
 * });
 * ```
 */
export function manyToMany(
  table: TableLike,
  options: MemberOptions & {
    readonly from?: ColumnLike;
    readonly to?: ColumnLike;
    readonly where?: (ctx: never) => SQL | undefined;
    readonly values?: (ctx: never, pair: LinkedIds) => object;
  } = {},
): ManyToMany {
  checkOptionNames("manyToMany", options, { ...MEMBER_KEYS, from: true, to: true, where: true, values: true });
  const { orderBy = [], ...more } = options;
  const value: unknown = { "~kind": "manyToMany", table, ...more, orderBy: [orderBy].flat() };
  return value as ManyToMany; // Drizzle's own classes
}

/**
 * A to-one of several types, in a column with the type and one with the id. The id's column may be text, also where ids are integers or
 * uuids.
 *
 * @param options.type The column with the type: a text or an enum.
 * @param options.id The column with the id.
 * @param options.values The stored text by type. Default: the type's name.
 *
 * @example
 * ```ts
 * import { integer, pgTable, text } from "drizzle-orm/pg-core";
 * import { byType } from "trestle/drizzle";
 *
 * const pins = pgTable("pins", { id: integer().primaryKey(), resource_type: text(), resource_id: text() });
 * const subject = byType({ type: pins.resource_type, id: pins.resource_id, values: { articles: "article" } });
 * ```
 */
export function byType(options: {
  readonly type: ColumnLike;
  readonly id: ColumnLike;
  readonly values?: Readonly<Record<string, string>>;
}): ByType {
  checkOptionNames("byType", options, { type: true, id: true, values: true });
  const value: unknown = { "~kind": "byType", values: {}, ...options };
  return value as ByType; // Drizzle's own classes
}

/**
 * A to-one of several types, in a foreign key for each type. At most one of them is set: a write sets one and clears the others. If a
 * row has several, the first one that is declared counts.
 *
 * @param columns The column by type. All may be null.
 *
 * @example
 * ```ts
 * import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
 * import { byColumn } from "trestle/drizzle";
 *
 * const pins = pgTable("pins", { id: integer().primaryKey(), article_id: integer(), video_id: uuid() });
 * const subject = byColumn({ articles: pins.article_id, videos: pins.video_id });
 * ```
 */
export function byColumn(columns: Readonly<Record<string, ColumnLike>>): ByColumn {
  const value: unknown = { "~kind": "byColumn", columns };
  return value as ByColumn; // Drizzle's own classes
}
