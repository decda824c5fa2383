import type { IsUnion } from "./access.js";

/**
 * What a list of paths includes. A path that is not known exactly, from an array or a condition, is kept with a leading
 * `?`: it may be included, or not, and the item's type says so.
 */
export type Included<TPaths extends readonly string[]> =
  IsUnion<TPaths> extends true
    ? `?${TPaths[number]}`
    : number extends TPaths["length"]
      ? `?${TPaths[number]}`
      : { [K in keyof TPaths]: IsUnion<TPaths[K]> extends true ? `?${TPaths[K]}` : TPaths[K] }[number];

/** The first segments: `"author__articles" | "?categories"` gives `"author" | "?categories"`. */
export type Head<TInclude extends string> = TInclude extends `${infer THead}__${string}` ? THead : TInclude;

/** The first segments that are or may be included, without their mark. */
export type HeadName<TInclude extends string> = TInclude extends `?${infer TPath}` ? Head<TPath> : Head<TInclude>;

/** What is included below a relationship. */
export type Below<
  TInclude extends string,
  TRelationship extends string,
> = TInclude extends `${TRelationship}__${infer TTail}`
  ? TTail
  : TInclude extends `?${TRelationship}__${infer TTail}`
    ? `?${TTail}`
    : never;
