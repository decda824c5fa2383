/** Any record, by name. */
export interface Fields {
  readonly [name: PropertyKey]: unknown;
}

/** The names of fields that may not be undefined. `RequiredName<{ a: string; b?: string }>` is `"a"`. */
export type RequiredName<T> = RequiredAmong<T, keyof T>;

/**
 * The same, among some of the names. It checks all of them together first, because most records have no optional field:
 * see docs/evidence/type-cost.md
 */
export type RequiredAmong<T, TName extends keyof T> = undefined extends T[TName] ? RequiredOf<T, TName> : TName;

type RequiredOf<T, TName extends keyof T> = TName extends unknown
  ? undefined extends T[TName]
    ? never
    : TName
  : never;

/** Marks fields as optional. `Optional<{ a: string; b: number }, "b">` is `{ b?: unknown }`. */
export type Optional<T, TName extends keyof T> = { [K in TName]?: unknown };

/**
 * Marks fields as required or optional, in the order of `T`. A field is optional only if both halves say so:
 * `Marked<{ a: string; b: number }, "a">` is `{ a: unknown; b?: unknown }`.
 */
export type Marked<T, TRequired extends PropertyKey> = { [K in keyof T]?: unknown } & {
  [K in TRequired]: unknown;
};

/** The same for some of the names. A field is required if it may not be undefined. */
export type MarkedAmong<T, TName extends keyof T> = Optional<T, TName> & {
  [K in RequiredAmong<T, TName>]: unknown;
};

/**
 * The fields of `T` that are in `TMarked`, with the optional marks of `TMarked`. `Flat<{ a: string; b: number }, { b?: unknown }>`
 * is `{ b?: number }`. `& {}` drops the alias, so hovers and messages print the fields.
 */
export type Flat<T extends Fields, TMarked> = { -readonly [K in keyof TMarked]: T[K] } & {};
/** The same, with readonly fields. */
export type ReadonlyFlat<T extends Fields, TMarked> = { readonly [K in keyof TMarked]: T[K] } & {};
