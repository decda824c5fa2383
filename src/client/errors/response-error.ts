import type { AnyInput, ErrorObject, FieldErrors } from "./error-fields.js";

/** The members of an error. */
export interface ResponseErrorInit<TStatus extends number, TCode extends string> {
  readonly status: TStatus;
  readonly code: TCode;
  readonly detail?: string | undefined;
  readonly errors?: readonly ErrorObject[];
  readonly fields?: FieldErrors;
  readonly response?: Response;
  readonly cause?: unknown;
}

/**
 * The error of a failed call: the call rejects with it, and `.safe()` returns it as `error`. There, `status` and `code` have
 * literal types, so you can tell the possible errors apart, and `fields` has the names of the input.
 *
 * @example
 * ```ts
 * const { error } = await client.articles.create({ title: "", content: "…", author: 7 }).safe();
 * if (error?.status === 422) console.log(error.fields.title); // show this next to the field
 * ```
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export class ResponseError<
  TStatus extends number = number,
  TCode extends string = string,
  TInput = AnyInput,
> extends Error {
  override name: string = "ResponseError";
  /** The HTTP status. An {@link Unexpected} error has 0 if it has no valid response. */
  declare readonly status: TStatus;
  /** The code of the first error object. */
  declare readonly code: TCode;
  /**
   * What the server says to people: the `detail` of the first error object, else its `title` or `code`. Undefined without a response.
   * For logs, `message` also has the method and the path.
   *
   * @example
   * ```ts
   * const { error } = await client.articles.get(7).safe();
   * if (error) console.log(error.detail ?? "The server cannot be reached.");
   * ```
   */
  declare readonly detail: string | undefined;
  /** The error objects as the server sent them. */
  declare readonly errors: readonly ErrorObject[];
  /** The messages for each field of the input: `error.fields.title`. */
  declare readonly fields: FieldErrors<TInput>;
  // Private, because logs would otherwise print the whole response with the error.
  readonly #response: Response | undefined;

  constructor(message: string, { response, ...init }: ResponseErrorInit<TStatus, TCode>) {
    super(message, init); // sets the cause, if `init` has one
    this.#response = response;
    Object.assign(this, { errors: [], fields: Object.create(null), ...init });
  }

  /** The response, whose body was already read. Undefined if there was no response. */
  get response(): Response | undefined {
    return this.#response;
  }
}

/**
 * The reason for an {@link Unexpected} error:
 *
 * - `not_sent`: the client could not make the request (an id that a URL cannot contain, a `headers` function that threw, a
 *   value that JSON cannot carry), or refused it because its link leads to another origin;
 * - `network`: the server could not be reached, or the connection broke;
 * - `aborted`: the caller's signal aborted the request;
 * - `timeout`: the response took longer than the client's `timeout`, or, with status 503, longer than the server's;
 * - `malformed`: the response is not a JSON:API document, such as a proxy's HTML page or truncated JSON, or not the document
 *   that the client requested;
 * - `internal_error`: the server failed, with a status 5xx;
 * - `ambiguous`: `find` found more than one resource.
 */
export type UnexpectedCode =
  | "not_sent"
  | "network"
  | "aborted"
  | "timeout"
  | "malformed"
  | "internal_error"
  | "ambiguous";

/** 0 if there was no valid response: `error.response?.status` has the status that was received, if any. */
export type UnexpectedStatus = 0 | 500 | 501 | 502 | 503 | 504;

/** The error of a call that failed in a way that operations do not declare. If something was thrown, it is the `cause`. */
export class Unexpected extends ResponseError<UnexpectedStatus, UnexpectedCode> {
  override name: string = "Unexpected";
}

// Not in errors.ts, whose classes are loaded with the first failed response: `find` makes this error itself.
/** 404: the resource does not exist. `find` also throws it if no resource matches its filter. */
export class NotFound<TCode extends string = string, TInput = AnyInput> extends ResponseError<404, TCode, TInput> {
  override name: string = "NotFound";
}

/** An unexpected failure without a valid response. */
export function unexpected(code: UnexpectedCode, message: string, init?: { cause?: unknown; response?: Response }) {
  return new Unexpected(message, { status: 0, code, ...init });
}

/** The message of something that was thrown. A program can throw anything, even an object that throws when it is read. */
export function messageIn(thrown: unknown): string {
  try {
    return String((thrown as Error | undefined)?.message ?? thrown); // anything that has a message
  } catch {
    return "a value that cannot be shown";
  }
}

/** The same as `instanceof`, but false for a proxy that throws. */
export function isThrown<T>(thrown: unknown, Class: abstract new (...args: never) => T): thrown is T {
  try {
    return thrown instanceof Class;
  } catch {
    return false;
  }
}
