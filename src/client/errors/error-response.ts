import type { AnyInput, ErrorObject, FieldErrors } from "./error-fields.js";

/** The members of an error. */
export interface ResponseErrorInit<TStatus extends number, TCode extends string> {
  readonly status: TStatus;
  readonly code: TCode;
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
