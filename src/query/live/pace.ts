/** Milliseconds from a change to the refetch after a quiet second. Random, so that not all pages refetch at the same moment. */
const FIRST_WAIT = { least: 50, most: 250 };

/** Milliseconds between two refetches. */
const INTERVAL = 1000;

/** Runs something soon after it was requested, but at most once a second. */
export class Pace {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(run: () => void) {
    this.#run = run;
  }

  request(): void {
    if (this.#timer !== undefined) return;
    const { least, most } = FIRST_WAIT;
    const soon = least + Math.random() * (most - least);
    const wait = Math.max(soon, this.#last + INTERVAL - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.#run();
    }, wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
