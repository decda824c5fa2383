import type { AfterSpread, List } from "../../define/types/list-result.js";
import type { IsUnion } from "./access.js";

/**
 * The paths of a list: `["author", "tags"]` gives `"author" | "tags"`. A path that is not known exactly, from an array or a
 * condition, gets a leading `?`, because it may or may not be included: `[c ? "author" : "tags"]` gives `"?author" | "?tags"`.
 * Lists of no path or one are the most frequent, so they are checked first.
 */
export type Included<TPaths> = [TPaths] extends [[infer TPath extends string]]
  ? Sure<TPath>
  : [TPaths] extends [readonly []]
    ? never
    : IncludedOfMany<TPaths>;

/**
 * The paths of a call: `["author"]` stays `["author"]`. A readonly list gives `readonly []`: TypeScript never infers one from
 * arguments, so it is the constraint, which TypeScript uses if a path is mistyped.
 */
export type InferredPaths<TPaths> = TPaths extends unknown[] ? TPaths : readonly [];

/**
 * If a path is mistyped, TypeScript infers the constraint as the argument. {@link AfterSpread}, which is never an argument,
 * shows that: the result is then `never`, so the mistake is reported only once.
 */
type IncludedOfMany<TPaths> = [Extract<TPaths, AfterSpread>] extends [never]
  ? OfPaths<Extract<TPaths, readonly string[]>>
  : never;

type OfPaths<TPaths extends readonly string[]> =
  IsUnion<TPaths> extends true
    ? `?${TPaths[number]}`
    : number extends TPaths["length"]
      ? `?${TPaths[number]}`
      : { [K in keyof TPaths]: Sure<TPaths[K]> }[number];

/** The constraint of a list of paths. It contains a tuple, so TypeScript infers `["author"]` as a tuple, and not as `string[]`. */
export type Paths<TPath extends string> = readonly [] | List<TPath>;

/** `"author"` stays `"author"`, and a union `"author" | "tags"` becomes `"?author" | "?tags"`. */
type Sure<TPath extends string, TWhole = TPath> = TPath extends unknown
  ? [TWhole] extends [TPath]
    ? TPath
    : `?${TPath}`
  : never;

/** The first segments: `"author__articles" | "?categories"` gives `"author" | "?categories"`. */
export type Head<TInclude extends string> = TInclude extends `${infer THead}__${string}` ? THead : TInclude;

/** The first segments without the mark: `"author__articles" | "?categories"` gives `"author" | "categories"`. */
export type HeadName<TInclude extends string> = TInclude extends `?${infer TPath}` ? Head<TPath> : Head<TInclude>;

/** The paths below a relationship: of `"author__articles" | "tags"`, `"author"` has `"articles"`. */
export type Below<
  TInclude extends string,
  TRelationship extends string,
> = TInclude extends `${TRelationship}__${infer TTail}`
  ? TTail
  : TInclude extends `?${TRelationship}__${infer TTail}`
    ? `?${TTail}`
    : never;
