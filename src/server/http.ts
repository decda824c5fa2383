import type { MaybePromise } from "../protocol/maybe-promise.js";
import type { FormReceiver } from "./form.js";
import type { InternalError } from "./options.js";

/** Receives the errors of the server. */
export interface Reporter {
  report(error: InternalError): void;
}

/** A request, independent of any framework. The adapter reads each part at its first use. */
export interface ServerRequest extends Reporter {
  readonly method: string;
  /** The path below the mount point, percent-encoded, with its leading slash. */
  readonly path: string;
  /** The query string, not decoded, without its `?`. */
  readonly query: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  /** Another header. @param name In lower case. */
  header(name: string): string | undefined;
  /** The host and the port that the client sent the request to. */
  readonly host: string | undefined;
  /** Reads the body as text. Undefined if the request has none. Throws a RequestError if it exceeds the limit. */
  readBody(): MaybePromise<string | undefined>;
  /**
   * Reads a body that is not a JSON:API document as text, such as the input of a command. Undefined if the request has none.
   *
   * @param bodySize The maximum number of bytes. Throws a RequestError for a larger body.
   * @param signal Returns the signal of the request. It is only made if the body must be waited for.
   */
  readText(bodySize: number, signal: () => AbortSignal): MaybePromise<string | undefined>;
  /**
   * Reads a form part by part. Rejects with a RequestError if it is malformed or too large. The files that it passes to the
   * form can be read until the response is complete.
   */
  readForm(form: FormReceiver, signal: AbortSignal): Promise<void>;
  /** Whether the response is over: it is complete, or its client has left. */
  readonly isOver: boolean;
  /**
   * Calls `end` when the response is over; at once if it is. The only way to learn it.
   *
   * @param end Its reason is for a client in the same process, which reads the same stream that the handler returned.
   * @returns A function that stops watching.
   */
  onEnd(end: (hasLeft: boolean, reason?: unknown) => void): () => void;
  /** Creates the context of this request. */
  makeContext(): object | Promise<object>;
  /**
   * The raw request, for rpc.
   *
   * @param bodySize The maximum number of bytes in the body. Throws a RequestError if its Content-Length is larger. A body
   *   without Content-Length fails while it is read.
   * @param signal The signal of the request, if a new one is created.
   */
  toRequest(bodySize: number, signal: AbortSignal): Request;
}

/** A request that an adapter has received. `TPayload` is what its framework sends. */
export interface ReceivedRequest<TPayload> extends ServerRequest {
  /** Prepares the response. Called in the turn in which it is known. */
  payloadOf(response: ServerResponse | Response): TPayload;
}

/**
 * A response, independent of any framework. `"bodyUsed" in response` tells a Response from it: Node loads its whole fetch when `Response`
 * is first accessed.
 */
export interface ServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `set-cookie`, each a header of its own. The other headers do not have it. */
  readonly cookies?: readonly string[];
  /** Undefined for a 204. */
  readonly body: string | undefined;
}

/** A copy, because the headers of a fetched response are immutable. */
export function withBody({ status, statusText, headers }: Response, body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, { status, statusText, headers });
}
