import type { DeclaredError } from "../../define/errors.js";
import type { ClientStatus, CodeOf, When } from "../../wire/errors.js";
import type { KeyUsage } from "../../define/types/endpoint.js";
import type { AnyApi } from "../../define/types/routes.js";
import type * as errors from "../errors/errors.js";
import type { AnyInput } from "../errors/error-fields.js";
import type { ResponseError, Unexpected } from "../errors/response-error.js";
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
  /** Those of the batch itself: each of its operations has its own. */
  readonly atomic: EngineError<"atomic">;
}

/** Trestle's own errors for an input. Those about its fields have the names of the fields: status 422 of a write, 400 of a query. */
export type InputFailure<TKind extends keyof InputCodes, TInput> =
  | PlainFailure[TKind]
  | ErrorClasses<InputCodes[TKind], TInput>[InputStatus[TKind]];

/** The errors of such a request that are not about its fields. They are the same for all inputs. */
type PlainFailure = {
  readonly [K in keyof InputStatus]: Exclude<EngineFailure[K], { readonly status: InputStatus[K] }>;
};

/** The status of the errors about fields. */
interface InputStatus {
  readonly create: 422;
  readonly update: 422;
  readonly command: 422;
  readonly query: 400;
}

/** The codes of the errors about fields. */
type InputCodes = {
  readonly [K in keyof InputStatus]: Extract<EngineFailure[K], { readonly status: InputStatus[K] }>["code"];
};

/** The errors that an `Idempotency-Key` adds, by what the operation declares. */
export interface KeyFailure {
  readonly none: never;
  readonly optional: EngineError<"idempotent">;
  readonly required: EngineError<"idempotent">;
}

/** The errors that an operation and its middleware declare, as the client's classes: status 409 with the code "taken" becomes `Conflict<"taken">`. */
export type DeclaredFailure<TEndpoint, TInput = AnyInput> = TEndpoint extends { readonly error: infer TError }
  ? FailureOf<TError, TInput>
  : never;

type FailureOf<TError, TInput> = TError extends DeclaredError
  ? TError["status"] extends keyof ErrorClasses<TError["code"], TInput>
    ? ErrorClasses<TError["code"], TInput>[TError["status"]]
    : ResponseError<TError["status"], TError["code"], TInput>
  : never;

/** The class of each status that has one, so that `instanceof` narrows. */
interface ErrorClasses<TCode extends string, TInput = AnyInput> {
  readonly 400: errors.BadRequest<TCode, TInput>;
  readonly 401: errors.Unauthorized<TCode, TInput>;
  readonly 403: errors.Forbidden<TCode, TInput>;
  readonly 404: errors.NotFound<TCode, TInput>;
  readonly 405: errors.MethodNotAllowed<TCode, TInput>;
  readonly 406: errors.NotAcceptable<TCode, TInput>;
  readonly 409: errors.Conflict<TCode, TInput>;
  readonly 412: errors.PreconditionFailed<TCode, TInput>;
  readonly 413: errors.ContentTooLarge<TCode, TInput>;
  readonly 415: errors.UnsupportedMediaType<TCode, TInput>;
  readonly 422: errors.UnprocessableContent<TCode, TInput>;
  readonly 429: errors.TooManyRequests<TCode, TInput>;
}

/** The errors that reading a resource or a list can get. */
export type ReadFailure<TApi extends AnyApi, TName extends TypeName<TApi>, TVia> =
  | EngineFailure["read"]
  | DeclaredFailure<EndpointVia<TApi, TName, TVia>>;

/** The errors of the key of an action. */
export type KeyFailureOf<E> = E extends { readonly "~key": infer TKey extends KeyUsage } ? KeyFailure[TKey] : never;
