/** Where the choices come from: fast-check's generator, or a seed. */
interface Source {
  nextInt(min: number, max: number): number;
}

/** Random choices. The same seed gives the same choices, so a failure can be repeated. */
export class Dice {
  readonly #random: Source;

  constructor(random: Source) {
    this.#random = random;
  }

  /** Dice that depend on nothing but a number. */
  static of(seed: number): Dice {
    let state = seed | 0;
    return new Dice({
      nextInt: (min, max) => {
        state = (state + 0x6d2b79f5) | 0; // mulberry32
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1));
      },
    });
  }

  /** An integer from 0 up to, but without, the limit. */
  below(limit: number): number {
    return this.#random.nextInt(0, limit - 1);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T; // callers never give an empty list
  }

  /** The list in another order. */
  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let index = copy.length - 1; index > 0; index--) {
      const other = this.below(index + 1);
      [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
    }
    return copy;
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}
