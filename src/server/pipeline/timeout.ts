import { operationName } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { bodyTimeout } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import { report } from "../report.js";
import type { ServerResponse } from "../http.js";
import type { RequestState } from "./request-state.js";

const SETTLED = Promise.resolve();

/** An operation whose steps may need a timeout. */
interface TimedOperation {
  readonly info: OperationInfo;
  /** Milliseconds, or `Infinity`. */
  readonly timeout: number;
  /** Whether a middleware may wait after the response is made. */
  readonly hasMiddleware: boolean;
  /** Makes the response from what the steps come to. */
  respond(state: RequestState, error: RequestError | undefined): ServerResponse | Response;
  /** @param error What a step threw. */
  fail(state: RequestState, error: unknown): ServerResponse | Response;
  /** Called if the steps succeed after the timeout. */
  succeedLate(state: RequestState): void;
}

type Send<T> = (response: ServerResponse | Response) => T;

/**
 * Waits for the steps of a request. If the timeout is over first, the response is an error: 408 while the server waits
 * for the body, else 503. What the steps come to later is discarded and logged.
 */
export function withTimeout<T>(
  running: Promise<RequestError | undefined>,
  operation: TimedOperation,
  state: RequestState,
  send: Send<T>,
): Promise<T> {
  if (operation.timeout !== Number.POSITIVE_INFINITY) {
    return new Promise((resolve, reject) => new TimedRun(operation, state, send, resolve, reject).wait(running));
  }
  return running.then(
    (error) => send(operation.respond(state, error)),
    (error: unknown) => send(operation.fail(state, error)),
  );
}

/** Steps that run under a timeout. A class in place of six functions for each request: bench `allocations`, get one. */
class TimedRun<T> {
  readonly #operation: TimedOperation;
  readonly #state: RequestState;
  readonly #send: Send<T>;
  readonly #resolve: (sent: T) => void;
  readonly #reject: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDone = false;
  #lateId: string | undefined;

  constructor(
    operation: TimedOperation,
    state: RequestState,
    send: Send<T>,
    resolve: (sent: T) => void,
    reject: (error: unknown) => void,
  ) {
    this.#operation = operation;
    this.#state = state;
    this.#send = send;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  wait(running: Promise<RequestError | undefined>): void {
    running.then(
      (error) => this.#finish(error),
      (error: unknown) => this.#finishFailed(error),
    );
    // Runs after the handlers of an already settled promise: most `async` handlers wait for nothing, and need no timer.
    SETTLED.then(() => this.#start());
  }

  #start(): void {
    const { response, write } = this.#state;
    // Without middleware and a transaction, nothing waits behind the response.
    const isReady = response !== undefined && write === undefined && !this.#operation.hasMiddleware;
    if (this.#isDone || isReady) return;
    this.#timer = setTimeout(() => this.#expire(), this.#operation.timeout);
  }

  #finish(error: RequestError | undefined): void {
    this.#stop();
    if (this.#state.isExpired) this.#finishLate(error);
    else this.#respond(error);
  }

  #finishLate(error: RequestError | undefined): void {
    if (error === undefined) this.#operation.succeedLate(this.#state);
    if (this.#state.result instanceof Response) this.#state.result.body?.cancel().catch(() => undefined);
    this.#reportLate(new Error(`${this.#name} finished after its timeout; its result was discarded.`));
  }

  #finishFailed(cause: unknown): void {
    this.#stop();
    if (!this.#state.isExpired) this.#fail(cause);
    else this.#reportLate(new Error(`${this.#name} failed after its timeout.`, { cause }));
  }

  #stop(): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
  }

  #expire(): void {
    const { info, timeout } = this.#operation;
    const { isReading, request } = this.#state;
    const error = new Error(`${this.#name} did not respond within ${timeout} ms (its option "timeout").`);
    this.#state.expire(error);
    if (isReading) {
      this.#fail(new RequestError([bodyTimeout(timeout)]));
      return;
    }
    this.#lateId = crypto.randomUUID();
    report(request, { error, id: this.#lateId, operation: info });
    this.#fail(new RequestError([timeoutError(this.#lateId, timeout)]));
  }

  /** Rejects if the framework does not accept the response. */
  #respond(error: RequestError | undefined): void {
    try {
      this.#resolve(this.#send(this.#operation.respond(this.#state, error)));
    } catch (error) {
      this.#reject(error);
    }
  }

  #fail(error: unknown): void {
    try {
      this.#resolve(this.#send(this.#operation.fail(this.#state, error)));
    } catch (error) {
      this.#reject(error);
    }
  }

  #reportLate(error: Error): void {
    if (this.#lateId === undefined) return;
    report(this.#state.request, { error, id: this.#lateId, operation: this.#operation.info });
  }

  get #name(): string {
    return operationName(this.#operation.info);
  }
}
