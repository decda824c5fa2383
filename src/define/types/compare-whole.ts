/**
 * Compares two unions as wholes where they most likely fit. Of a pair of tuples that fit, TypeScript makes all members of
 * arrays; of an interface it compares the arguments.
 */
export interface Invariant<out T> {
  readonly whole: T;
}
