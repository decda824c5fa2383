import type { DeclaredError } from "../../define/errors.js";
import type { ClientStatus, CodeOf, When } from "../../wire/errors.js";
import type { KeyUsage } from "../../define/types/endpoint.js";
import type { AnyApi } from "../../define/types/routes.js";
import type {
  BadRequest,
  Conflict,
  ContentTooLarge,
  Forbidden,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  PreconditionFailed,
  TooManyRequests,
  Unauthorized,
  UnprocessableContent,
  UnsupportedMediaType,
} from "../errors/errors.js";
import type { ResponseError } from "../errors/error-response.js";
import type { Unexpected } from "../errors/unexpected.js";
import type { EndpointVia, TypeName } from "./access.js";

/** The codes of a value that is not valid: Zod's issue codes, and those for errors in a document. */
export type ValidationCode = CodeOf<422, "body" | "document" | "schema">;

/** Trestle's own errors for some requests, one class for each status: `"id"` becomes `NotFound<"not_found">`. A 5xx is `Unexpected`. */
type EngineError<TWhen extends When> = {
  [S in ClientStatus]: [CodeOf<S, TWhen>] extends [never] ? never : ErrorClasses<CodeOf<S, TWhen>>[S];
}[ClientStatus];

/** The errors that any request can get, also if the operation declares none. */
type AnyFailure = Unexpected | EngineError<"id" | "route" | "accept">;

/** `path` is a path that cannot be decoded. */
type RequestFailure = AnyFailure | EngineError<"path" | "query">;

type WriteFailure = AnyFailure | EngineError<"path" | "query" | "body-type" | "body" | "document" | "schema" | "edit">;

/** Trestle's own errors, by kind of operation. */
export interface EngineFailure {
  readonly read: RequestFailure;
  readonly create: WriteFailure | EngineError<"create">;
  readonly update: WriteFailure;
  readonly delete: RequestFailure;
  readonly relationship: WriteFailure | EngineError<"relationship">;
  /** The input is not a document, so its type cannot conflict with the URL. */
  readonly command: Exclude<
    AnyFailure | EngineError<"path" | "query" | "body-type" | "body" | "schema" | "cross-site">,
    { readonly status: 409 }
  >;
  readonly query: RequestFailure;
}

/** The errors that an `Idempotency-Key` adds, by what the operation declares. */
export interface KeyFailure {
  readonly none: never;
  readonly optional: EngineError<"idempotent">;
  readonly required: EngineError<"idempotent">;
}

/** The errors that an operation and its middleware declare, as the client's classes: status 409 with the code "taken" becomes `Conflict<"taken">`. */
export type DeclaredFailure<TEndpoint> = TEndpoint extends { readonly error: infer TError } ? FailureOf<TError> : never;

type FailureOf<TError> = TError extends DeclaredError
  ? TError["status"] extends keyof ErrorClasses<TError["code"]>
    ? ErrorClasses<TError["code"]>[TError["status"]]
    : ResponseError<TError["status"], TError["code"]>
  : never;

/** The class of each status that has one, so that `instanceof` narrows. */
interface ErrorClasses<TCode extends string> {
  readonly 400: BadRequest<TCode>;
  readonly 401: Unauthorized<TCode>;
  readonly 403: Forbidden<TCode>;
  readonly 404: NotFound<TCode>;
  readonly 405: MethodNotAllowed<TCode>;
  readonly 406: NotAcceptable<TCode>;
  readonly 409: Conflict<TCode>;
  readonly 412: PreconditionFailed<TCode>;
  readonly 413: ContentTooLarge<TCode>;
  readonly 415: UnsupportedMediaType<TCode>;
  readonly 422: UnprocessableContent<TCode>;
  readonly 429: TooManyRequests<TCode>;
}

/** The errors that reading a resource or a list can get. */
export type ReadFailure<TApi extends AnyApi, TName extends TypeName<TApi>, TVia> =
  | EngineFailure["read"]
  | DeclaredFailure<EndpointVia<TApi, TName, TVia>>;

/** The errors of the key of an action. */
export type KeyFailureOf<E> = E extends { readonly "~key": infer TKey extends KeyUsage } ? KeyFailure[TKey] : never;
