/** Compares two unions as wholes: `Invariant<A> extends Invariant<B>`. A tuple costs more: see docs/evidence/type-cost.md */
export interface Invariant<out T> {
  readonly whole: T;
}
