/** Ways to do the same. */
export interface Variants {
  /** The one that the library has. */
  readonly kept: string;
  /** Each returns a number, so that nothing is optimized away. */
  readonly run: Readonly<Record<string, (index: number) => number>>;
}
