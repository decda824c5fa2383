import { CODES, STATUSES, type Status } from "../wire/errors.js";

/** An error as an operation declares it: what a client can tell apart, and nothing of its class. */
export interface DeclaredError<out TStatus extends number = number, out TCode extends string = string> {
  readonly status: TStatus;
  readonly code: TCode;
}

/** Where in the request a problem lies: one member of a JSON:API error object's `source`. */
export type ErrorSource = { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };

export interface ApiErrorOptions extends ErrorOptions {
  /** The field of the input that is wrong: the answer points at it in whichever form the client sent it. */
  readonly field?: string;
  /** Where the problem lies, when it is no field of the input. */
  readonly source?: ErrorSource;
  /** A summary that does not change from one occurrence to the next. */
  readonly title?: string;
  /** Non-standard information, sent as it is. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Base of every error that is meant for the client: thrown by a handler, a wrapper or a middleware, it becomes
 * a JSON:API error object with its status. Anything else that is thrown becomes a 500 that tells nothing.
 *
 * Make a class of your own with {@link apiError}, or extend one of those given.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly field: string | undefined;
  readonly source: ErrorSource | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(kind: DeclaredError & { readonly title: string }, detail?: string, options: ApiErrorOptions = {}) {
    super(detail ?? kind.title, options);
    for (const [name, value] of Object.entries(options.headers ?? {})) requireHeader(name, value);
    this.name = new.target.name;
    this.status = kind.status;
    this.code = kind.code;
    this.title = options.title ?? kind.title;
    this.field = options.field;
    this.source = options.source;
    this.meta = options.meta;
    this.headers = options.headers;
  }
}

/** A header made of what a client sent could hold a line break, and with it a second header. */
function requireHeader(name: string, value: string): void {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new TypeError(`The header ${JSON.stringify(name)} cannot be sent as ${JSON.stringify(value)}.`);
}

/** A class that `errors: […]` takes: an {@link ApiError} whose status and code the types know. */
export interface ErrorClass<TError extends DeclaredError = DeclaredError> {
  // biome-ignore lint/suspicious/noExplicitAny: a subclass may take any arguments
  new (...args: any[]): ApiError;
  readonly "~error": TError;
}

/**
 * Any {@link ErrorClass}, where a list of them is expected. A constructor takes what nobody can give, since one that takes
 * anything is assignable to a class's, and no subtype: of two overloads TypeScript asks for a subtype first, and begins anew.
 */
export interface AnyErrorClass {
  new (...args: never[]): ApiError;
  readonly "~error": DeclaredError;
}

export interface ApiErrorClass<TStatus extends number, TCode extends string> {
  new (detail?: string, options?: ApiErrorOptions): ApiError & DeclaredError<TStatus, TCode>;
  readonly "~error": DeclaredError<TStatus, TCode>;
}

/**
 * Makes an error class with its own status and code. The code is what clients tell it by, so keep it stable.
 *
 * @param kind.status HTTP status, 400 to 599.
 * @param kind.code The error object's `code`; snake_case by convention.
 * @param kind.title The error object's `title`, the same for every occurrence.
 *
 * @example
 * ```ts
 * import { apiError } from "trestle";
 *
 * class TitleTaken extends apiError({ status: 409, code: "title_taken", title: "Title taken" }) {}
 * const error = new TitleTaken("Another article has this title.", { field: "title" });
 * if (error.status !== 409 || error.code !== "title_taken") throw new Error("unreachable");
 * ```
 */
export function apiError<const TStatus extends number, const TCode extends string>(kind: {
  readonly status: TStatus;
  readonly code: TCode;
  readonly title: string;
}): ApiErrorClass<TStatus, TCode> {
  const declared: DeclaredError<TStatus, TCode> = { status: kind.status, code: kind.code };
  const Class = class extends ApiError {
    static readonly "~error" = declared;
    constructor(detail?: string, options?: ApiErrorOptions) {
      super(kind, detail, options);
    }
  };
  // ApiError's status and code are wide; this class fixes both, which an instance type cannot say by itself.
  return Class as unknown as ApiErrorClass<TStatus, TCode>;
}

/** The class of a status, with its own code. */
function ofStatus<const TStatus extends Status>(
  status: TStatus,
): ApiErrorClass<TStatus, (typeof STATUSES)[TStatus]["code"]> {
  const { code } = STATUSES[status];
  return apiError({ status, code, title: CODES[code].title });
}

/** 400: the request cannot be understood or makes no sense. */
export class BadRequest extends ofStatus(400) {}
/** 401: who is asking is not known. */
export class Unauthorized extends ofStatus(401) {}
/** 403: who is asking may not do this. */
export class Forbidden extends ofStatus(403) {}
/** 404: the identified record, or one that the body names, does not exist. */
export class NotFound extends ofStatus(404) {}
/** 409: the request conflicts with what is stored. */
export class Conflict extends ofStatus(409) {}
/** 410: it existed, and will not again. */
export class Gone extends ofStatus(410) {}
/** 412: a condition that the client set does not hold. */
export class PreconditionFailed extends ofStatus(412) {}
/** 422: well formed, and still not acceptable. */
export class UnprocessableContent extends ofStatus(422) {}
/** 429: too much, too fast. Say when to try again with `headers: { "retry-after": "30" }`. */
export class TooManyRequests extends ofStatus(429) {}
/** 503: try again later. */
export class ServiceUnavailable extends ofStatus(503) {}

/**
 * Several errors at once: the answer lists each. Its status is theirs when they agree, else 400
 * (or 500 when one is a server error), as JSON:API recommends.
 *
 * @example
 * ```ts
 * import { ApiErrors, UnprocessableContent } from "trestle";
 *
 * const problems = ["title", "content"].map((field) => new UnprocessableContent("Is profane.", { field }));
 * const error = new ApiErrors(problems);
 * if (error.errors.length !== 2) throw new Error("unreachable");
 * ```
 */
export class ApiErrors extends Error {
  readonly errors: readonly ApiError[];

  constructor(errors: readonly ApiError[]) {
    if (errors.length === 0) throw new TypeError("ApiErrors takes at least one error.");
    super(errors.map((error) => error.message).join(" "));
    this.name = "ApiErrors";
    this.errors = errors;
  }
}
