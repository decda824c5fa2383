const FIRST = 50;
const LONGEST = 1000;

/** Milliseconds before something that failed is tried again. They double with each failure in a row: 50 ms first, then up to 1 s. */
export class RetryWaits {
  #next = FIRST;

  next(): number {
    const wait = this.#next;
    this.#next = Math.min(LONGEST, 2 * wait);
    return wait;
  }

  succeeded(): void {
    this.#next = FIRST;
  }
}
