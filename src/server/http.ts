import type { InternalError } from "./options.js";

/** Where errors go that are the server's own. */
export interface Reporter {
  report(error: InternalError): void;
}

/** A request as an adapter hands it to the engine: nothing of a framework, and nothing read that is not asked for. */
export interface ServerRequest extends Reporter {
  readonly method: string;
  /** Below the mount point, as it came: percent-encoded, with its leading slash. */
  readonly path: string;
  /** The query string as it came, without its `?`. */
  readonly query: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  /** The body's text; undefined where there is none. Throws a RequestError when it is over the limit. */
  readBody(): string | undefined | Promise<string | undefined>;
  /** Aborted when the client goes away. Made when first read. */
  readonly signal: AbortSignal;
  /** Aborted when the client leaves. Present only where nothing else cancels the body of a response then. */
  readonly bodySignal?: AbortSignal;
  /** Makes the context of this request. */
  makeContext(): object | Promise<object>;
  /**
   * The raw request, for rpc.
   *
   * @param bodySize Bytes that its body may have. Throws a RequestError where it says that it has more; one that has more
   *   without saying so fails with it when it is read.
   * @param signal Where a request is made for it, its signal.
   */
  toRequest(bodySize: number, signal: AbortSignal): Request;
}

/** An answer as the engine gives it to an adapter. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a 204. */
  readonly body: string | undefined;
}

/** By what only a Response has: Node loads all of its fetch, for some 20 ms, when `Response` is first named. */
export function isResponse(answer: ServerResponse | Response): answer is Response {
  return "bodyUsed" in answer;
}
