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
