import { operationName } from "../../define/model/operation.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { bodyTimeout } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { ServerRequest, ServerResponse } from "../http.js";
import { respondWithError } from "../kernel/error-response.js";
import { discard } from "../kernel/open-streams.js";
import { RequestLife } from "../kernel/request-life.js";
import { type Refusal, RequestState } from "../kernel/request-state.js";
import { report } from "../report.js";
import { serve } from "./serve.js";
import { noResponse, type ServedOperation } from "./served-operation.js";

/**
 * One request while it is served. It gets one response: that of its operation, or that of the timeout, if that is over first: 408 while
 * the server waits for the body, else 503. What the operation comes to later is discarded and logged.
 */
export class Exchange<T> extends RequestLife {
  readonly #operation: ServedOperation;
  readonly #state: RequestState;
  readonly #send: (response: ServerResponse | Response) => T;
  #resolve: (sent: T) => void = ignore;
  #reject: (error: unknown) => void = ignore;
  #lateId = "";

  /** @param send Called with the response in the turn in which it is known. */
  constructor(
    operation: ServedOperation,
    request: ServerRequest,
    id: string,
    send: (response: ServerResponse | Response) => T,
  ) {
    super(request);
    this.#operation = operation;
    this.#state = new RequestState(request, id, this);
    this.#send = send;
  }

  /** Serves the request. Resolves to what `send` returned, and rejects only if `send` throws. */
  run(): Promise<T> {
    this.#operation.deadlines.add(this);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      serve(this.#operation, this.#state).then(
        (refusal) => this.#end(refusal),
        (error: unknown) => this.#endFailed(error),
      );
    });
  }

  override expire(): void {
    super.expire();
    const { deadlines, spec } = this.#operation;
    const { timeout } = deadlines;
    const error = new Error(`${this.#name} did not respond within ${timeout} ms (its option "timeout").`);
    this.abort(error);
    if (this.isReading) {
      this.#fail(new RequestError([bodyTimeout(timeout)]));
      return;
    }
    this.#lateId = crypto.randomUUID();
    report(this.#state.request, { error, id: this.#lateId, operation: spec.info });
    this.#fail(new RequestError([timeoutError(this.#lateId, timeout)]));
  }

  #end(refusal: Refusal): void {
    const { api, spec, deadlines } = this.#operation;
    const state = this.#state;
    const { response } = state;
    deadlines.remove(this);
    if (this.isExpired) this.#endLate(refusal);
    else if (refusal !== undefined || response === undefined) this.#fail(refusal ?? noResponse(spec));
    else {
      api.live?.announce(state);
      state.response = undefined; // a stream keeps its state, and its response takes 1 kB
      this.#respond(response);
    }
  }

  #endLate(refusal: Refusal): void {
    const state = this.#state;
    if (refusal === undefined) this.#operation.api.live?.announce(state); // the client has learnt nothing of the write, but it is done
    if (state.result instanceof Response) state.result.body?.cancel().catch(ignore);
    this.#reportLate(new Error(`${this.#name} finished after its timeout; its result was discarded.`));
  }

  #endFailed(cause: unknown): void {
    this.#operation.deadlines.remove(this);
    if (this.isExpired) this.#reportLate(new Error(`${this.#name} failed after its timeout.`, { cause }));
    else this.#fail(cause);
  }

  #fail(error: unknown): void {
    const { api, spec } = this.#operation;
    const state = this.#state;
    if (state.write?.isCommitted && state.response !== undefined) {
      // The write is done, so a middleware that fails later must not make it look undone.
      report(state.request, { error, id: crypto.randomUUID(), operation: spec.info });
      api.live?.announce(state);
      this.#respond(state.response);
      return;
    }
    discard(state.response); // a middleware failed behind it
    this.#respond(respondWithError(error, state.request, state, spec.info));
  }

  /** Rejects if the framework does not accept the response. */
  #respond(response: ServerResponse | Response): void {
    try {
      this.#resolve(this.#send(response));
    } catch (error) {
      this.#reject(error);
    }
  }

  #reportLate(error: Error): void {
    if (this.#lateId === "") return; // a 408, whose client is slow
    report(this.#state.request, { error, id: this.#lateId, operation: this.#operation.spec.info });
  }

  get #name(): string {
    return operationName(this.#operation.spec.info);
  }
}

function ignore(): void {}
