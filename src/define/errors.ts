import { requireFreeHeader, requireOneSpelling } from "./header-names.js";
import { CODES, STATUSES, type Status } from "../wire/errors.js";

/** The status and code of a declared error, by which a client distinguishes errors. */
export interface DeclaredError<out TStatus extends number = number, out TCode extends string = string> {
  readonly status: TStatus;
  readonly code: TCode;
  /** A summary that is the same for every occurrence, for descriptions. */
  readonly title?: string;
}

/** The place of a problem in the request: one member of `source` in a JSON:API error object. */
export type ErrorSource = { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };

export interface ApiErrorOptions extends ErrorOptions {
  /** The wrong field of the input. `source` in the response points at it. */
  readonly field?: string;
  /** The place of the problem, if it is not a field of the input. */
  readonly source?: ErrorSource;
  /** A summary that is the same for every occurrence. */
  readonly title?: string;
  /** Non-standard information, sent unchanged. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The base class of errors for the client. If a handler, a wrapper or a middleware throws one, the client gets a JSON:API
 * error object with its status. Any other error becomes a 500 without details.
 *
 * Make your own class with {@link apiError}, or extend an existing one.
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
    const names = Object.keys(options.headers ?? {});
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      requireHeader(name, value);
      requireFreeHeader(name, `${new.target.name}: `);
      requireOneSpelling(name, names, `${new.target.name}: `);
    }
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

/** Rejects line breaks: a value from a client could otherwise add a second header. */
function requireHeader(name: string, value: string): void {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new TypeError(`The header ${JSON.stringify(name)} cannot be sent as ${JSON.stringify(value)}.`);
}

/** A class for `errors: […]`: an {@link ApiError} with a known status and code. */
export interface ErrorClass<TError extends DeclaredError = DeclaredError> {
  // biome-ignore lint/suspicious/noExplicitAny: a subclass may take any arguments
  new (...args: any[]): ApiError;
  readonly "~error": TError;
}

/**
 * Any {@link ErrorClass}. Its constructor takes `never[]`, because `any[]` costs instantiations: see docs/evidence/type-cost.md
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
 * Makes an error class with its own status and code. Clients check the code, so keep it stable.
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
  if (!Number.isInteger(kind.status) || kind.status < 400 || kind.status > 599) {
    throw new TypeError(
      `apiError: status must be an integer from 400 to 599; "${kind.code}" has ${kind.status}. For another status of a success, use respond(value, { status }).`,
    );
  }
  const declared: DeclaredError<TStatus, TCode> = { ...kind };
  const Class = class extends ApiError {
    static readonly "~error" = declared;
    constructor(detail?: string, options?: ApiErrorOptions) {
      super(kind, detail, options);
    }
  };
  // The types of status and code in ApiError are wide; this class narrows them.
  return Class as unknown as ApiErrorClass<TStatus, TCode>;
}

/** The error class of a status. */
function ofStatus<const TStatus extends Status>(
  status: TStatus,
): ApiErrorClass<TStatus, (typeof STATUSES)[TStatus]["code"]> {
  const { code } = STATUSES[status];
  return apiError({ status, code, title: CODES[code].title });
}

/** 400: the request cannot be understood or makes no sense. */
export class BadRequest extends ofStatus(400) {}
/** 401: the caller is not authenticated. */
export class Unauthorized extends ofStatus(401) {}
/** 403: the caller is not allowed to do this. */
export class Forbidden extends ofStatus(403) {}
/** 404: the resource, or one that the body refers to, does not exist. */
export class NotFound extends ofStatus(404) {}
/** 409: the request conflicts with the stored state. */
export class Conflict extends ofStatus(409) {}
/** 410: the resource existed but was removed permanently. */
export class Gone extends ofStatus(410) {}
/** 412: a condition in the request is not met. */
export class PreconditionFailed extends ofStatus(412) {}
/**
 * 412: somebody else changed the resource. A handler throws it if no row has the `expected` version; the response then contains the
 * current resource.
 *
 * @example
 * ```ts
 * import { VersionMismatch } from "trestle";
 *
 * const error = new VersionMismatch();
 * if (error.status !== 412 || error.code !== "version_mismatch") throw new Error("unreachable");
 * ```
 */
export class VersionMismatch extends apiError({
  status: 412,
  code: "version_mismatch",
  title: CODES.version_mismatch.title,
}) {
  constructor(detail = "Somebody else changed the resource.", options?: ApiErrorOptions) {
    super(detail, options);
  }
}
/** 422: the request is well formed but not acceptable. */
export class UnprocessableContent extends ofStatus(422) {}
/** 429: too many requests. Use `headers: { "retry-after": "30" }` to say when to retry. */
export class TooManyRequests extends ofStatus(429) {}
/** 503: the service is temporarily unavailable. */
export class ServiceUnavailable extends ofStatus(503) {}

/**
 * Several errors in one response. If they have the same status, the response has it too; otherwise its status is 400, or 500
 * if one of them is a server error.
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
  constructor(readonly errors: readonly ApiError[]) {
    if (errors.length === 0) throw new TypeError("ApiErrors takes at least one error.");
    super(errors.map((error) => error.message).join(" "));
    this.name = "ApiErrors";
  }
}
