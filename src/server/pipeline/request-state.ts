import type { FieldPointer, ErrorContext } from "../../protocol/errors/error-document.js";
import type { ParsedQuery } from "../../protocol/query/parsed-query.js";
import type { OperationView } from "../visibility/operation-view.js";
import type { ServerRequest } from "../http.js";
import { isPromise } from "./maybe-promise.js";

const NOWHERE: FieldPointer = () => undefined;

/** What an error may say of fields where there is no input. */
export const NO_FIELDS: ErrorContext = { pointerOf: NOWHERE, isHidden: () => false };

/** One request on its way through an operation. */
export class RequestState implements ErrorContext {
  readonly incoming: ServerRequest;
  /** The id in the path, percent-decoded; empty where the path has none. */
  readonly id: string;
  /** Whether the body's media type names the extension. */
  extendedBody = false;
  /** Whether the answer's media type is to name it. */
  extendedAnswer = false;
  /** Whether the request asks for the profile of rich types. */
  profileAsked = false;
  /** The operation as the caller sees it; undefined until that is known. */
  parts: OperationView | undefined = undefined;
  /** What the query string says; undefined until it is read. */
  query: ParsedQuery | undefined = undefined;
  /** Where the body holds a field; nowhere as long as none is read. */
  pointerOf: FieldPointer = NOWHERE;

  /** Whether the body is waited for. */
  isReading = false;
  #controller: AbortController | undefined;
  #overBy: Error | undefined;

  constructor(incoming: ServerRequest, id: string) {
    this.incoming = incoming;
    this.id = id;
  }

  /** Aborted when the client goes away, or the time is over. Made when first read. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const { signal } = this.incoming;
      this.#controller = controller;
      if (this.#overBy !== undefined) controller.abort(this.#overBy);
      else if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
    }
    return this.#controller.signal;
  }

  /** Tells the handler that nobody waits any more. */
  abort(reason: Error): void {
    this.#overBy = reason;
    this.#controller?.abort(reason);
  }

  isHidden(field: string): boolean {
    return this.parts?.hidden.has(field) ?? false;
  }

  readBody(): string | undefined | Promise<string | undefined> {
    const body = this.incoming.readBody();
    if (!isPromise(body)) return body;
    this.isReading = true;
    return body.finally(() => {
      this.isReading = false;
    });
  }
}
