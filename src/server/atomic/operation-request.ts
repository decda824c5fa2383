import type { ServerRequest } from "../http.js";
import type { InternalError } from "../options.js";
import type { RequestState } from "../pipeline/request-state.js";

/** The request that an operation of a batch stands for. Its body is the state's `document`. */
export class OperationRequest implements ServerRequest {
  readonly query = "";
  readonly contentType = undefined;
  readonly method: string;
  readonly #batch: RequestState;

  constructor(method: string, batch: RequestState) {
    this.method = method;
    this.#batch = batch;
  }

  get path(): string {
    return this.#batch.request.path;
  }

  get accept(): string | undefined {
    return this.#batch.request.accept;
  }

  get host(): string | undefined {
    return this.#batch.request.host;
  }

  get isOver(): boolean {
    return this.#batch.isAborted;
  }

  onEnd(end: (hasLeft: boolean, reason?: unknown) => void): () => void {
    return this.#batch.request.onEnd(end);
  }

  header(): undefined {
    return undefined; // preconditions and keys of the batch are not those of an operation
  }

  readBody(): undefined {
    return undefined;
  }

  readText(): undefined {
    return undefined;
  }

  readForm(): Promise<void> {
    throw new TypeError("An operation of a batch has no form.");
  }

  makeContext(): object {
    return this.#batch.ctx;
  }

  toRequest(): Request {
    throw new TypeError("An operation of a batch has no Request.");
  }

  report(error: InternalError): void {
    this.#batch.request.report(error);
  }
}
