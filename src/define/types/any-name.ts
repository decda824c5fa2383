/**
 * Any string. Unlike `string`, it makes TypeScript infer a literal: `f("a")` infers `"a"`, and `f(["a", "b"])` infers
 * `("a" | "b")[]`.
 */
export type AnyName = (string & {}) | Uppercase<string>;
