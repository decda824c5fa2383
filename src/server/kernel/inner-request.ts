import type { ServerRequest } from "../http.js";
import type { InternalError } from "../options.js";
import type { RequestState } from "./request-state.js";

/**
 * A request within a request: an operation of a batch, whose body is the `document` of its state, or a read of the resource that a write
 * changes.
 */
export class InnerRequest implements ServerRequest {
  readonly query = "";
  readonly contentType = undefined;
  readonly method: string;
  readonly accept: string | undefined;
  readonly host: string | undefined;
  readonly #outer: RequestState;

  constructor(method: string, outer: RequestState) {
    this.method = method;
    this.accept = outer.request.accept;
    this.host = outer.request.host;
    this.#outer = outer;
  }

  get path(): string {
    return this.#outer.request.path;
  }

  get isOver(): boolean {
    return this.#outer.life.isAborted;
  }

  onEnd(end: (hasLeft: boolean, reason?: unknown) => void): () => void {
    return this.#outer.request.onEnd(end);
  }

  header(): undefined {
    return undefined; // preconditions and keys are about the whole request
  }

  readBody(): undefined {
    return undefined;
  }

  readText(): undefined {
    return undefined;
  }

  readForm(): Promise<void> {
    throw new TypeError("A request within a request has no form.");
  }

  makeContext(): object {
    return this.#outer.ctx;
  }

  toRequest(): Request {
    throw new TypeError("A request within a request has no Request.");
  }

  report(error: InternalError): void {
    this.#outer.request.report(error);
  }
}
