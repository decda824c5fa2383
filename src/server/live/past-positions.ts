/** Milliseconds that are remembered. */
const WINDOW = 10_000;

/** Of the positions in this time, in milliseconds, at most two are kept. */
const GRAIN = 100;

interface PastPosition {
  /** When everything up to the position had been heard, by a clock that is never set. */
  readonly at: number;
  readonly position: string;
}

/** The positions that a reader of a hub had in the last seconds. A connection can begin at one of them. */
export class PastPositions {
  readonly #past: PastPosition[] = [];

  /** Adds the position of now. */
  add(position: string): void {
    const at = performance.now();
    const beforeLast = this.#past.at(-2);
    // A position that is missing only makes a connection begin a little earlier.
    if (beforeLast !== undefined && at - beforeLast.at < GRAIN) this.#past.pop();
    this.#past.push({ at, position });
    while ((this.#past[1]?.at ?? at) < at - WINDOW) this.#past.shift();
  }

  /** Forgets all, because notices are missing after them. */
  clear(): void {
    this.#past.length = 0;
  }

  /** A position from which one reads at least what was published in the last `time` milliseconds. Undefined if none is known. */
  before(time: number): string | undefined {
    const begin = performance.now() - time;
    return this.#past.findLast(({ at }) => at <= begin)?.position;
  }
}
