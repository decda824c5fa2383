import type { ServerRequest } from "../http.js";

/**
 * Whether a request still goes on: its client may leave, and its time may be over. The operations of a batch share the life of their
 * request.
 */
export class RequestLife {
  /** Whether the timeout is over: no handler starts, and nothing is committed. */
  isExpired = false;
  /** Whether the server waits for the body. */
  isReading = false;
  /** When the time is over, as `performance.now()`. Set by {@link Deadlines}, as the next two. */
  due = Number.POSITIVE_INFINITY;
  previous: RequestLife | undefined = undefined;
  next: RequestLife | undefined = undefined;
  readonly #request: ServerRequest;
  #controller: AbortController | undefined = undefined;
  #abortedBy: Error | undefined = undefined;

  constructor(request: ServerRequest) {
    this.#request = request;
  }

  /** Aborted when the client goes away or the timeout is over. Made when it is first read. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.#abortedBy !== undefined) controller.abort(this.#abortedBy);
      else this.#request.onEnd((hasLeft, reason) => hasLeft && controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /** Whether the client has left, or the timeout is over. A signal that was not needed before is not made for that. */
  get isAborted(): boolean {
    return this.#abortedBy !== undefined || this.#request.isOver;
  }

  /** Milliseconds until the timeout is over. Undefined without a timeout. */
  get remaining(): number | undefined {
    return Number.isFinite(this.due) ? Math.max(0, this.due - performance.now()) : undefined;
  }

  /** Aborts the handler's signal. */
  abort(reason: Error): void {
    this.#abortedBy = reason;
    this.#controller?.abort(reason);
  }

  /** Called when the time is over. */
  expire(): void {
    this.isExpired = true;
  }
}

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
