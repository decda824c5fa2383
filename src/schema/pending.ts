import { dropped } from "./dropped.js";

/**
 * Promises that were started, and that are awaited together. Each has a handler before the next value is read: a value that
 * throws must not leave a promise without one, because its rejection would end the Node process.
 */
export class Pending {
  readonly #started: Promise<void>[] = [];

  add(promise: Promise<void>): void {
    dropped(promise);
    this.#started.push(promise);
  }

  /** Waits for all of them, and then throws the first error. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#started);
    await Promise.all(this.#started);
  }
}
