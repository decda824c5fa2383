import type { RequestLife } from "./request-life.js";

/** The requests with the same timeout, the oldest first. One timer serves all of them: most requests end long before their time is over. */
export class Deadlines {
  /** Milliseconds, or `Infinity`. */
  readonly timeout: number;
  #first: RequestLife | undefined;
  #last: RequestLife | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeout: number) {
    this.timeout = timeout;
  }

  add(life: RequestLife): void {
    if (this.timeout === Number.POSITIVE_INFINITY) return;
    life.due = performance.now() + this.timeout;
    life.previous = this.#last;
    if (this.#last === undefined) this.#first = life;
    else this.#last.next = life;
    this.#last = life;
    if (this.#timer === undefined) this.#start(this.timeout);
    else if (life === this.#first) this.#timer.ref?.();
  }

  /** Does nothing for a request that is not in the list any more. */
  remove(life: RequestLife): void {
    const { previous, next } = life;
    if (previous === undefined && this.#first !== life) return;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    life.previous = life.next = undefined; // it must not keep later requests in memory
    if (this.#first === undefined) this.#timer?.unref?.(); // a timer without requests must not keep the process alive
  }

  #start(delay: number): void {
    this.#timer = setTimeout(() => this.#expireDue(), delay);
  }

  #expireDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (let life = this.#first; life !== undefined && life.due <= now; life = this.#first) {
      this.remove(life);
      life.expire();
    }
    if (this.#first !== undefined && this.#timer === undefined) this.#start(Math.max(1, this.#first.due - now)); // `expire` may add one
  }
}
