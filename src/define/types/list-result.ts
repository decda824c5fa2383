import type { AnyName } from "./any-name.js";

/**
 * Names where a list of them is expected. Of an array type TypeScript would make all its forty members to look one up, for
 * every list that is written down: this has two.
 */
export type List<T> = AfterSpread | Indexed<T>;

/**
 * Nobody gives one. What stands behind a spread, `[...names, "title"]`, is expected to be what this iterates: some literal.
 * An iterator of {@link Indexed} would be compared with an array's, for every list. A message is about the last of the two,
 * in the order of their names or of their making.
 */
export interface AfterSpread {
  readonly [index: number]: never;
  readonly "~afterSpread": true;
  [Symbol.iterator](): ArrayIterator<AnyName>;
}

/** What a list is, whatever else it has. */
export interface Indexed<T> {
  readonly [index: number]: T;
  readonly length: number;
}
