import type { DeclaredError } from "../../define/errors.js";
import type { AnyApi } from "../../define/types/routes.js";
import type {
  BadRequest,
  Conflict,
  ContentTooLarge,
  Forbidden,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  TooManyRequests,
  Unauthorized,
  UnprocessableContent,
  UnsupportedMediaType,
} from "../errors/errors.js";
import type { ResponseError } from "../errors/error-response.js";
import type { Unexpected } from "../errors/unexpected.js";
import type { EndpointVia, TypeName } from "./access.js";

/** `bad_request` is a path that cannot be decoded. */
type RequestCode =
  | "unknown_parameter"
  | "missing_parameter"
  | "invalid_parameter"
  | "duplicate_parameter"
  | "query_too_long"
  | "bad_request";
type DocumentCode = "malformed_json" | "invalid_document";

/** What is wrong with a value: Zod's issue codes, and what only a document can get wrong. */
export type ValidationCode =
  | "custom"
  | "invalid_element"
  | "invalid_format"
  | "invalid_id"
  | "invalid_key"
  | "invalid_type"
  | "invalid_union"
  | "invalid_value"
  | "not_multiple_of"
  | "required"
  | "too_big"
  | "too_small"
  | "unknown_field"
  | "unrecognized_keys";

/** What may come of any request, whatever the operation declares. */
type AnyFailure =
  | Unexpected
  | NotFound<"not_found">
  | MethodNotAllowed<"method_not_allowed">
  | NotAcceptable<"not_acceptable">;

type WriteFailure =
  | AnyFailure
  | BadRequest<RequestCode | DocumentCode>
  | Conflict<"type_mismatch" | "id_mismatch">
  | ContentTooLarge<"content_too_large">
  | UnsupportedMediaType<"unsupported_media_type">
  | UnprocessableContent<ValidationCode>;

/** What the engine itself answers, by kind of operation. */
export interface EngineFailure {
  readonly read: AnyFailure | BadRequest<RequestCode>;
  readonly create: WriteFailure | Forbidden<"client_id_not_allowed">;
  readonly update: WriteFailure;
  readonly delete: AnyFailure | BadRequest<RequestCode>;
  readonly relationship: WriteFailure | Forbidden<"relationship_update_not_allowed">;
}

/** The errors that an operation and its middleware declare, as a client meets them. */
export type DeclaredFailure<TEndpoint> = TEndpoint extends { readonly error: infer TError } ? FailureOf<TError> : never;

type FailureOf<TError> = TError extends DeclaredError
  ? TError["status"] extends keyof ErrorClasses<TError["code"]>
    ? ErrorClasses<TError["code"]>[TError["status"]]
    : ResponseError<TError["status"], TError["code"]>
  : never;

/** The statuses that have a class of their own, so that `instanceof` narrows. */
interface ErrorClasses<TCode extends string> {
  readonly 400: BadRequest<TCode>;
  readonly 401: Unauthorized<TCode>;
  readonly 403: Forbidden<TCode>;
  readonly 404: NotFound<TCode>;
  readonly 405: MethodNotAllowed<TCode>;
  readonly 406: NotAcceptable<TCode>;
  readonly 409: Conflict<TCode>;
  readonly 413: ContentTooLarge<TCode>;
  readonly 415: UnsupportedMediaType<TCode>;
  readonly 422: UnprocessableContent<TCode>;
  readonly 429: TooManyRequests<TCode>;
}

/** All that may come of reading a resource or a list. */
export type ReadFailure<TApi extends AnyApi, TName extends TypeName<TApi>, TVia> =
  | EngineFailure["read"]
  | DeclaredFailure<EndpointVia<TApi, TName, TVia>>;
