/**
 * Any string, of which a literal stays one where it is inferred: TypeScript widens it where nothing but `string` is
 * expected, and makes a tuple of every list where a parameter is `const`.
 */
export type AnyName = (string & {}) | Uppercase<string>;
