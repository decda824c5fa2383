import type { AfterSpread, List } from "../../define/types/list-result.js";
import type { IsUnion } from "./access.js";

/**
 * What a list of paths includes. A path that is not known exactly, from an array or a condition, is kept with a leading
 * `?`: it may be included, or not, and the item's type says so. Lists of none and of one are most, and asked about first.
 */
export type Included<TPaths> = [TPaths] extends [[infer TPath extends string]]
  ? Sure<TPath>
  : [TPaths] extends [readonly []]
    ? never
    : IncludedOfMany<TPaths>;

/**
 * What arguments were given as paths, which are never inferred as a list that may not be changed: such a one is the bound, taken
 * for what was given where a path is mistyped.
 */
export type Given<TPaths> = TPaths extends unknown[] ? TPaths : readonly [];

/**
 * Where a path is mistyped, TypeScript takes the bound for what was given. {@link AfterSpread}, which nobody gives, tells it
 * from a list that may hold any path: what is wrong is said once, and nothing is worked out from it.
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

/** What lists of paths are bound by. With a tuple among it, a list is inferred as one, and is known exactly. */
export type Paths<TPath extends string> = readonly [] | List<TPath>;

/** A path, or each of a union's with a leading `?`. */
type Sure<TPath extends string, TWhole = TPath> = TPath extends unknown
  ? [TWhole] extends [TPath]
    ? TPath
    : `?${TPath}`
  : never;

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
