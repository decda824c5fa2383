import { operationName } from "../../define/model/operation.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { bodyTimeout } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { ReceivedRequest, ServerResponse } from "../http.js";
import { respondWithError } from "../kernel/error-response.js";
import type { MaybePromise } from "../kernel/maybe-promise.js";
import { discard } from "../kernel/open-streams.js";
import { RequestLife } from "../kernel/lifecycle.js";
import { RequestState } from "../kernel/request-state.js";
import { report } from "../report.js";
import { noResponse, type ServedOperation } from "./served-api.js";

/**
 * One request while it is served. It gets one response: that of its operation, or that of the timeout, if that is over first: 408 while
 * the server waits for the body, else 503. What the operation comes to later is discarded and logged.
 */
export class Exchange<TPayload> extends RequestLife {
  readonly #operation: ServedOperation;
  readonly #state: RequestState;
  readonly #request: ReceivedRequest<TPayload>;
  #resolve: (payload: TPayload) => void = ignore;
  #reject: (error: unknown) => void = ignore;
  #lateId = "";

  constructor(operation: ServedOperation, request: ReceivedRequest<TPayload>, id: string) {
    super(request);
    this.#operation = operation;
    this.#state = new RequestState(request, id, this);
    this.#request = request;
  }

  /** Serves the request. Returns its payload, as a promise if anything waits. Throws or rejects only if `payloadOf` throws. */
  run(): MaybePromise<TPayload> {
    const operation = this.#operation;
    operation.deadlines.add(this);
    const serving = operation.serve(operation, this.#state);
    return this.#state.isServed ? this.#request.payloadOf(this.#served()) : this.#later(serving);
  }

  #later(serving: Promise<void>): Promise<TPayload> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      void this.#finish(serving);
    });
  }

  async #finish(serving: Promise<void>): Promise<void> {
    let response: ServerResponse | Response;
    try {
      await serving;
      if (this.isExpired) return this.#servedLate();
      response = this.#served();
    } catch (error) {
      if (this.isExpired) return this.#failedLate(error);
      response = this.#failed(error);
    }
    this.#respond(response);
  }

  override expire(): void {
    super.expire();
    const { deadlines, spec } = this.#operation;
    const { timeout } = deadlines;
    const error = new Error(`${this.#name} did not respond within ${timeout} ms (its option "timeout").`);
    this.abort(error);
    if (this.isReading) {
      this.#respond(this.#failed(new RequestError([bodyTimeout(timeout)])));
      return;
    }
    this.#lateId = crypto.randomUUID();
    report(this.#state.request, { error, id: this.#lateId, operation: spec.info });
    this.#respond(this.#failed(new RequestError([timeoutError(this.#lateId, timeout)])));
  }

  #served(): ServerResponse | Response {
    const { api, spec, deadlines } = this.#operation;
    const state = this.#state;
    const { response, refusal } = state;
    if (refusal !== undefined || response === undefined) return this.#failed(refusal ?? noResponse(spec));
    deadlines.remove(this);
    api.live?.announce(state);
    state.response = undefined; // a stream keeps its state, and its response takes 1 kB
    return response;
  }

  #failed(error: unknown): ServerResponse | Response {
    const { spec, deadlines } = this.#operation;
    const state = this.#state;
    deadlines.remove(this);
    this.#announceFailed();
    if (state.write?.isCommitted && state.response !== undefined) {
      // The write is done, so a middleware that fails later must not make it look undone.
      report(state.request, { error, id: crypto.randomUUID(), operation: spec.info });
      return state.response;
    }
    discard(state.response); // a middleware failed behind it
    return respondWithError(error, state.request, state, spec.info);
  }

  #servedLate(): void {
    const state = this.#state;
    if (state.refusal === undefined) this.#operation.api.live?.announce(state); // the client has learnt nothing of the write, but it is done
    if (state.result instanceof Response) state.result.body?.cancel().catch(ignore);
    this.#reportLate(new Error(`${this.#name} finished after its timeout; its result was discarded.`));
  }

  #failedLate(cause: unknown): void {
    this.#announceFailed();
    this.#reportLate(new Error(`${this.#name} failed after its timeout.`, { cause }));
  }

  #reportLate(error: Error): void {
    if (this.#lateId === "") return; // a 408, whose client is slow
    report(this.#state.request, { error, id: this.#lateId, operation: this.#operation.spec.info });
  }

  /** Announces a write that may be committed, although its request failed. If it is not, clients only read again. */
  #announceFailed(): void {
    const { write } = this.#state;
    if (write?.isCommitted || write?.mayBeCommitted) this.#operation.api.live?.announce(this.#state);
  }

  /** Rejects if the framework does not accept the response. */
  #respond(response: ServerResponse | Response): void {
    try {
      this.#resolve(this.#request.payloadOf(response));
    } catch (error) {
      this.#reject(error);
    }
  }

  get #name(): string {
    return operationName(this.#operation.spec.info);
  }
}

function ignore(): void {}
