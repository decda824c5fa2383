/** Names of members: usual ones, and ones that break careless code. */
export const NAMES: readonly string[] = ["a", "b", "c", "kind", "when", "items"];
export const ODD_NAMES: readonly string[] = [
  "constructor",
  "toString",
  "hasOwnProperty",
  "a.b",
  "*",
  "\\*",
  "",
  "0",
  "a b",
  'quote"d',
  "naïve",
  "length",
  "then",
  "~0/",
];
