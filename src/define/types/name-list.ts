/**
 * Any string. Unlike `string`, it makes TypeScript infer a literal: `f("a")` infers `"a"`, and `f(["a", "b"])` infers
 * `("a" | "b")[]`.
 */
export type AnyName = (string & {}) | Uppercase<string>;

/** A list of names, such as `["title", "author"]`. It is not an array type, which costs more: see docs/evidence/type-cost.md */
export type List<T> = AfterSpread | Indexed<T>;

/**
 * Lets TypeScript infer literals after a spread, as in `[...names, "title"]`. No value has this type. Its name must sort
 * before `Indexed`, because messages describe the last member of the union.
 */
export interface AfterSpread {
  readonly [index: number]: never;
  readonly "~afterSpread": true;
  [Symbol.iterator](): ArrayIterator<AnyName>;
}

/** The members of a list that we need. */
export interface Indexed<T> {
  readonly [index: number]: T;
  readonly length: number;
}
