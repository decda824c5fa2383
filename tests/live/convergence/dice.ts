/** Random choices that a seed repeats. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 1 to `most`. */
  upTo(most: number): number {
    return 1 + Math.floor(this.next() * most);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)];
    if (picked === undefined) throw new TypeError("Nothing to pick from.");
    return picked;
  }

  shuffled<T>(values: readonly T[]): T[] {
    const ordered = values.map((value) => [this.next(), value] as const);
    return ordered.sort(([one], [other]) => one - other).map(([, value]) => value);
  }
}
