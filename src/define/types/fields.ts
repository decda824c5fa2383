/** Any record, by name. */
export interface Fields {
  readonly [name: PropertyKey]: unknown;
}

/** The names of fields that may not be undefined. */
export type RequiredName<T> = RequiredAmong<T, keyof T>;

/** That is asked of all at once: most records end there. A distributive condition costs less than a mapped type. */
export type RequiredAmong<T, TName extends keyof T> = undefined extends T[TName] ? RequiredOf<T, TName> : TName;

type RequiredOf<T, TName extends keyof T> = TName extends unknown
  ? undefined extends T[TName]
    ? never
    : TName
  : never;

/** Says of fields only that they may be left out. Of parameters, so that they stay in the order of `T`. */
export type Optional<T, TName extends keyof T> = { [K in TName]?: unknown };

/**
 * Says of fields only whether they may be left out: they may where both halves say so. So none has to be picked out, and
 * they stay in the order of `T`.
 */
export type Marked<T, TRequired extends PropertyKey> = { [K in keyof T]?: unknown } & {
  [K in TRequired]: unknown;
};

/** The same of some names. */
export type MarkedAmong<T, TName extends keyof T> = Optional<T, TName> & {
  [K in RequiredAmong<T, TName>]: unknown;
};

// Both are one flat type of the fields of `T`, optional where they are in `TMarked`, and map over a parameter, which drops
// the alias: hovers and messages print the fields.

export type Flat<T extends Fields, TMarked> = { -readonly [K in keyof TMarked]: T[K] } & {};
export type ReadonlyFlat<T extends Fields, TMarked> = { readonly [K in keyof TMarked]: T[K] } & {};
