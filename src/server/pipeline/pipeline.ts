import type { OperationSpec } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import type { RequestError } from "../../protocol/errors/request-error.js";
import type { ServerRequest, ServerResponse } from "../http.js";
import type { Channel } from "../live/channel.js";
import { report } from "../report.js";
import { respondWithError } from "./error-response.js";
import { isPromise, type MaybePromise } from "./maybe-promise.js";
import { discard } from "./open-streams.js";
import { RequestState, type RequestStep } from "./request-state.js";
import { noResponse, runSteps } from "./run-steps.js";
import { withTimeout } from "./timeout.js";

/** One operation, ready to serve. */
export class Pipeline {
  readonly timeout: number;
  readonly #operation: OperationSpec;
  readonly #steps: readonly RequestStep[];
  readonly #live: Channel | undefined;

  /**
   * @param timeout Milliseconds, or `Infinity`.
   * @param live Where changes are announced.
   */
  constructor(operation: OperationSpec, steps: readonly RequestStep[], timeout: number, live: Channel | undefined) {
    this.#operation = operation;
    this.#steps = steps;
    this.timeout = timeout;
    this.#live = live;
  }

  /**
   * Serves a request. Throws or rejects only if `send` throws.
   *
   * @param send Called with the response in the turn in which it is known.
   * @returns What `send` returned. It is not a promise if no step waits.
   */
  handle<T>(request: ServerRequest, id: string, send: (response: ServerResponse | Response) => T): MaybePromise<T> {
    const state = new RequestState(request, id);
    let running: MaybePromise<RequestError | undefined>;
    try {
      running = runSteps(this.#steps, state);
    } catch (error) {
      return send(this.fail(state, error));
    }
    return isPromise(running) ? withTimeout(running, this, state, send) : send(this.respond(state, running));
  }

  get info(): OperationInfo {
    return this.#operation.info;
  }

  get hasMiddleware(): boolean {
    return this.#operation.middleware.length > 0;
  }

  respond(state: RequestState, error: RequestError | undefined): ServerResponse | Response {
    if (error === undefined && state.response !== undefined) {
      this.#live?.announce(state);
      const { response } = state;
      state.response = undefined; // a stream keeps its state, and its response takes 1 kB
      return response;
    }
    return this.fail(state, error ?? noResponse(this.#operation));
  }

  fail(state: RequestState, error: unknown): ServerResponse | Response {
    if (state.write?.isCommitted && state.response !== undefined) {
      // The write is done, so a middleware that fails later must not make it look undone.
      report(state.request, { error, id: crypto.randomUUID(), operation: this.#operation.info });
      this.#live?.announce(state);
      return state.response;
    }
    discard(state.response); // a middleware failed behind it
    return respondWithError(error, state.request, state, this.#operation.info);
  }
  /** The client knows nothing of the write, but it is done. */
  succeedLate(state: RequestState): void {
    this.#live?.announce(state);
  }
}
