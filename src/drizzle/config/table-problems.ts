import { type Column, entityKind, is, type SQL, Table, View } from "drizzle-orm";
import type { TextId } from "../../define/types/relationship.js";
import type { AnyResourceContext } from "../../define/types/resource-context.js";
import type { RenamedColumn, Unchecked } from "../../define/types/stored.js";
import type { MemberValue } from "../../source/options/member-value.js";
import type { CompositeId, MappedColumn } from "./store-config.js";

// What does not fit between a resource and its table: a sentence for each, or never.

export interface Tables {
  readonly [type: string]: unknown;
}

// The part of Drizzle's types that ours are read from: to compare a column or a table with Drizzle's classes costs a compiler much more.

/** A column of Drizzle's. */
export interface ColumnLike<N extends string = string> {
  readonly _: { readonly tableName: N; readonly data: unknown; readonly notNull: boolean };
}

/** A table of Drizzle's. */
export interface TableLike {
  readonly _: { readonly name: string };
}

/** The children of a table, whose column holds ids. */
export interface Children<TTable extends string, TId> {
  readonly "~kind": "hasMany";
  readonly "~of": TTable;
  readonly "~holds": TId;
}

export interface ColumnMap {
  readonly [field: string]: Column | MappedColumn | SQL | CompositeId | MemberValue;
}

/** Throws for tables of several databases: no statement reads from two. */
export function checkDatabases(tables: Tables): void {
  const [first, ...others] = Object.entries(tables).filter(([, table]) => is(table, Table));
  const other = others.find(([, table]) => databaseOf(table) !== databaseOf(first?.[1]));
  if (first === undefined || other === undefined) return;
  const [one, two] = [first, other].map(([, table]) => NAMES[databaseOf(table)] ?? `drizzle-orm/${databaseOf(table)}`);
  throw new TypeError(
    `drizzleData: "${first[0]}" is a table of ${one}, and "${other[0]}" of ${two}. Make one data object for each.`,
  );
}

const NAMES: Readonly<Record<string, string>> = { "pg-core": "Postgres", "sqlite-core": "SQLite" };

/** The sentence for a member of `tables` that cannot have a source. */
export function noTable(name: string, table: unknown): string {
  const use = "or write the handlers yourself.";
  if (is(table, View)) return `tables.${name} is a view, but not one of Postgres. Declare it with pgView, ${use}`;
  if (!is(table, Table))
    return `tables.${name} is not a table of Drizzle. Give it what pgTable or sqliteTable returns.`;
  return `tables.${name} is a table of drizzle-orm/${databaseOf(table)}, and sources are for Postgres and SQLite. Declare it with pgTable or sqliteTable, ${use}`;
}

/** The module that a table's class is from: `SQLiteTable` is from `sqlite-core`. */
function databaseOf(table: unknown): string {
  const { [entityKind]: kind } = (table as object).constructor as unknown as { readonly [entityKind]: string };
  return `${kind.replace(/Table$/, "").toLowerCase()}-core`;
}

/**
 * All sentences in one text: a list of them would be printed as the name of a type, with the whole resource. Of a table of another
 * database, what its columns lack says nothing.
 */
export type OneProblem<S extends AnyResourceContext, TTables, TProblem> = TTables extends {
  readonly [K in S["~name"]]: { readonly _: { readonly config: OfDatabase } | OfDatabase | ViewOfPostgres };
}
  ? InOne<ListOf<TProblem>> extends infer TText extends string
    ? `${TText}${ApisKind<S, TText>}`
    : never
  : S["~name"] extends keyof TTables
    ? NoTable<S["~name"], TTables[S["~name"]]>
    : TProblem;

/** As `noTable` says it at the start. */
type NoTable<N extends string, T> = T extends { readonly _: { readonly selectedFields: unknown } }
  ? `tables.${N} is a view, but not one of Postgres. Declare it with pgView, or write the handlers yourself`
  : T extends { readonly _: { readonly config: { readonly dialect: infer D } } | { readonly dialect: infer D } }
    ? `tables.${N} is a table of drizzle-orm/${D & string}-core, and sources are for Postgres and SQLite. Declare it with pgTable or sqliteTable, or write the handlers yourself`
    : `tables.${N} is not a table of Drizzle. Give it what pgTable or sqliteTable returns`;

/** For a `toOne` that lacks the kind of its ids, or that of an API of text ids. It reads the sentence, because each field would cost more. */
type ApisKind<
  S extends AnyResourceContext,
  TSentence,
> = TSentence extends `the column of "${S["~toOne"]}" holds string, but ${string} is number.${string}`
  ? TextId extends S["id"]
    ? ". Or use t.toOne, which has the API's kind of id"
    : '. Or say the kind of its ids: toOne("…", { id: z.string() })'
  : "";

/** Where a table of Drizzle 1.0 says its database. 0.45 says it in its `config`. */
interface OfDatabase {
  readonly dialect: "pg" | "sqlite";
}

interface ViewOfPostgres {
  readonly viewBrand: "PgViewBase";
}

/** At most three sentences. Their number is in front, because compilers cut a long text. */
type InOne<T> = T extends readonly [infer A extends string]
  ? `${A}`
  : T extends readonly [infer A extends string, infer B extends string]
    ? `${A} · ${B}`
    : T extends readonly [infer A extends string, infer B extends string, infer C extends string, ...unknown[]]
      ? T["length"] extends 3
        ? `${A} · ${B} · ${C}`
        : `${T["length"]} problems, three of them: ${A} · ${B} · ${C}`
      : never;

type ListOf<T, TList extends readonly unknown[] = []> = [T] extends [never]
  ? TList
  : LastOf<T> extends infer TLast
    ? ListOf<Exclude<T, TLast>, [TLast, ...TList]>
    : never;

/** A member of a union: overloads are read from the last. */
type LastOf<T> = (T extends unknown ? (give: () => T) => void : never) extends (give: infer TGive) => void
  ? TGive extends () => infer TLast
    ? TLast
    : never
  : never;

/** Everything that is wrong with a source's configuration. */
export type SourceProblem<S extends AnyResourceContext, TMember, TTables, C, R> = S["~name"] extends keyof TTables
  ?
      | ContextProblem<S, TMember>
      | ColumnProblem<S, ColumnsOf<TTables[S["~name"]]>, C>
      | RelationshipProblem<S, TTables, R>
  : `drizzleData has no table for "${S["~name"]}". Add it: drizzleData({ tables: { ${S["~name"]}: … } })`;

type ContextProblem<S extends AnyResourceContext, TMember> = TMember extends keyof S["~context"]
  ? never
  : `the context of "${S["~name"]}" has no member "${TMember & string}". Name the one that holds the database: drizzleData({ db: "…" })`;

type ColumnsOf<T> = T extends { readonly _: { readonly columns: infer C } | { readonly selectedFields: infer C } }
  ? C
  : {};

/**
 * A column whose values fit a field. One comparison with it passes a right column; `Misfit` says what is wrong with another, and
 * costs a compiler more.
 */
interface Holding<TValue> {
  readonly _: { readonly data: TValue; readonly notNull: [TValue] extends [{}] ? true : boolean };
}

/** The attributes whose columns have their names. */
type NamedAlike<S extends AnyResourceContext, C> = [keyof C | S["~writeOnly"]] extends [never]
  ? keyof S["attributes"]
  : Exclude<keyof S["attributes"], keyof C | S["~writeOnly"]>;

type ColumnProblem<S extends AnyResourceContext, TColumns, C> =
  | (TColumns extends { readonly [K in NamedAlike<S, C>]: Holding<S["attributes"][K]["_zod"]["output"]> }
      ? never
      : FieldProblem<S, TColumns, C, NamedAlike<S, C> & string>)
  | FieldProblem<S, TColumns, C, "id" | S["~toOne"] | (keyof S["attributes"] & keyof C & string)>;

type FieldProblem<S extends AnyResourceContext, TColumns, C, TField extends string> = {
  [K in TField]: K extends S["~writeOnly"]
    ? never
    : K extends keyof C
      ? Misfit<K, StoredIn<C[K]>, ValueOf<S, K>>
      : K extends keyof TColumns
        ? Held<K, TColumns[K], ValueOf<S, K>>
        : K extends S["~toOne"]
          ? ForeignKeyProblem<S, TColumns, K>
          : K extends "id"
            ? KeyProblem<PrimaryKey<TColumns>, S["~id"]>
            : RenamedProblem<S, K>;
}[TField];

/** `fromTable` has read the field from a column of another name. */
type RenamedProblem<S extends AnyResourceContext, K extends string> = S["attributes"][K] extends {
  readonly "~stored": true;
}
  ? S["attributes"][K] extends RenamedColumn<infer TColumn>
    ? Misfit<K, TColumn, ValueOf<S, K>>
    : S["attributes"][K]["_zod"]["output"] extends Unchecked | null
      ? NoSchema<K>
      : never
  : NoColumn<K>;

type NoSchema<K extends string> =
  `"${K}" has the type of .$type<…>(), which has no schema here. Give one: attributes: { ${K}: … }`;

/** Without a column "id", the id is the primary key. Types do not say a key of several columns, whose ids are texts. */
type KeyProblem<TColumn, TId> = [TColumn] extends [never]
  ? TId extends string
    ? never
    : NoColumn<"id">
  : Held<"id", TColumn, TId>;

type PrimaryKey<TColumns> = {
  [K in keyof TColumns]: TColumns[K] extends { readonly _: { readonly isPrimaryKey: true } } ? TColumns[K] : never;
}[keyof TColumns];

type ForeignKeyProblem<S extends AnyResourceContext, TColumns, K extends string> = `${K}_id` extends keyof TColumns
  ? Held<K, TColumns[`${K}_id`], ValueOf<S, K>>
  : `${K}Id` extends keyof TColumns
    ? Held<K, TColumns[`${K}Id`], ValueOf<S, K>>
    : never; // types do not say foreign keys, so the source searches them at the start

type NoColumn<K extends string> = `the table has no column "${K}". Name one: columns: { ${K}: … }`;

type Held<K extends string, TColumn, TValue> =
  TColumn extends Holding<TValue> ? never : Misfit<K, StoredIn<TColumn>, TValue>;

/** A field that may be left out may be null in its column. */
type Misfit<K extends string, TStored, TValue> = [TStored] extends [TValue]
  ? never
  : [NonNullable<TValue>] extends [OfSeveral]
    ? never // the columns of a to-one of several types, the start compares
    : Unchecked extends TValue
      ? NoSchema<K>
      : unknown extends TStored
        ? `nothing says what the column of "${K}" holds. Write its type: .$type<…>() after a column, sql<…> before an expression, or columns: { ${K}: mapped(…) }`
        : [undefined extends TValue ? Exclude<TStored, null> : TStored] extends [TValue]
          ? never
          : [NonNullable<TStored>] extends [TValue]
            ? `the column of "${K}" may be null, but "${K}" may not. Declare it .nullable(), or the column .notNull()`
            : [KindName<TStored>, KindName<TValue>] extends ["string", "string"]
              ? `the column of "${K}" holds any string, but "${K}" only some. Declare them in the column: text({ enum: […] }), or map it: columns: { ${K}: mapped(…) }`
              : `the column of "${K}" holds ${KindName<TStored>}, but "${K}" is ${OtherKind<KindName<TStored>, KindName<TValue>>}. Name another column, or map it: columns: { ${K}: mapped(…) }`;

interface OfSeveral {
  readonly type: string;
  readonly id: unknown;
}

type ValueOf<S extends AnyResourceContext, K> = K extends keyof S["attributes"]
  ? S["attributes"][K]["_zod"]["output"]
  : K extends keyof S["relationships"]
    ? S["relationships"][K]["~id"] | S["relationships"][K]["~absent"]
    : S["~id"];

/** What a column, a mapped column or an expression gives. */
export type StoredIn<C> = C extends { readonly "~value": infer TValue }
  ? TValue
  : C extends { readonly _: { readonly data: infer TData; readonly notNull: infer TNotNull } }
    ? TNotNull extends true
      ? TData
      : TData | null
    : C extends { readonly _: { readonly type: infer TData } } // an expression, also one in the selection of a view
      ? TData
      : never;

type Kinds = { string: string; number: number; bigint: bigint; boolean: boolean; Date: Date };
type KindOf<V> = { [K in keyof Kinds]: [NonNullable<V>] extends [Kinds[K]] ? K : never }[keyof Kinds];
type KindName<V> = [KindOf<V>] extends [never] ? "an object" : KindOf<V>;

type OtherKind<TStored, TValue extends string> = [TStored, TValue] extends ["an object", "an object"]
  ? "an object of another shape"
  : TValue;

type RelationshipProblem<S extends AnyResourceContext, TTables, R> = {
  [K in S["~toMany"]]: K extends keyof R
    ? R[K] extends Children<infer TTable, infer TId>
      ? TTable extends NameOf<TTables, S["relationships"][K]["target"]>
        ? [NonNullable<TId>] extends [S["~id"] | string] // a text may hold ids of several types: the start compares it
          ? never
          : `the column of "${K}" holds ${KindName<TId>}, but the ids of "${S["~name"]}" are ${KindName<S["~id"]>}. Name another column`
        : `"${K}" leads to "${S["relationships"][K]["target"]}", but its column is of the table "${TTable}". Name a column of "${S["relationships"][K]["target"]}"`
      : never
    : never; // as a to-one that has no column of its name
}[S["~toMany"]];

type NameOf<TTables, N> = N extends keyof TTables
  ? TTables[N] extends { readonly _: { readonly name: infer TName } }
    ? TName
    : never
  : never;
