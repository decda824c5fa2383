/** Any record, by name. */
export interface Fields {
  readonly [name: PropertyKey]: unknown;
}

/** The names of fields that may not be undefined. That is asked of all at once: most records end there. */
export type RequiredName<T> = undefined extends T[keyof T]
  ? { [K in keyof T]: undefined extends T[K] ? never : K }[keyof T]
  : keyof T;

/**
 * Says of fields only whether they may be left out: they may where both halves say so. So none has to be picked out, and
 * they stay in the order of `T`.
 */
export type Marked<T, TRequired extends PropertyKey> = { [K in keyof T]?: unknown } & {
  [K in TRequired]: unknown;
};

// Both are one flat type of the fields of `T`, optional where they are in `TMarked`, and map over a parameter, which drops
// the alias: hovers and messages print the fields.

export type Flat<T extends Fields, TMarked> = { -readonly [K in keyof TMarked]: T[K] } & {};
export type ReadonlyFlat<T extends Fields, TMarked> = { readonly [K in keyof TMarked]: T[K] } & {};
