/** Milliseconds before something that failed is tried again. They double with each failure in a row. */
export class RetryWaits {
  readonly #first: number;
  readonly #longest: number;
  #next: number;

  constructor(first = 50, longest = 1000) {
    this.#first = first;
    this.#longest = longest;
    this.#next = first;
  }

  next(): number {
    const wait = this.#next;
    this.#next = Math.min(this.#longest, 2 * wait);
    return wait;
  }

  succeeded(): void {
    this.#next = this.#first;
  }
}
