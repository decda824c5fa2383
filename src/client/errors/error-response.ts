import type { ErrorObject, FieldErrors } from "./error-fields.js";

/** What an error is made of. */
export interface ResponseErrorInit<TStatus extends number, TCode extends string> {
  readonly name?: string;
  readonly status: TStatus;
  readonly code: TCode;
  readonly errors?: readonly ErrorObject[];
  readonly fields?: FieldErrors;
  readonly response?: Response;
  readonly cause?: unknown;
}

/**
 * What every failed call of a client rejects with, and what `.safe()` gives as `error`. Status and code are literal
 * types there, so that they tell the possible errors apart.
 *
 * @example
 * ```ts
 * const { error } = await client.articles.create({ title: "", content: "…", author: 7 }).safe();
 * if (error?.status === 422) console.log(error.fields.title); // what to show beside the field
 * ```
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export class ResponseError<TStatus extends number = number, TCode extends string = string> extends Error {
  /** The HTTP status. Of an {@link Unexpected} error it is 0 where no answer came that can be trusted. */
  declare readonly status: TStatus;
  /** The code of the first error object. */
  declare readonly code: TCode;
  /** All that the server said, as it said it. */
  declare readonly errors: readonly ErrorObject[];
  /** The details by field of the input: `error.fields.title`. */
  declare readonly fields: FieldErrors;
  // No field: it would be printed with the error, a page of a runtime's internals.
  readonly #response: Response | undefined;

  constructor(message: string, { response, ...init }: ResponseErrorInit<TStatus, TCode>) {
    super(message, init); // of which it takes the cause, if there is one
    this.#response = response;
    Object.assign(this, { name: "ResponseError", errors: [], fields: Object.create(null), ...init });
  }

  /** The answer, its body read; undefined when there was none. */
  get response(): Response | undefined {
    return this.#response;
  }
}
