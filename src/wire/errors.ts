/** Which ends export a class for a status. */
export type ClassEnds = "both" | "server" | "client" | "none";

/** A row of the table of statuses. */
export interface StatusRow {
  /** The name of its classes, and of its response in OpenAPI. */
  readonly name: string;
  /** The code of an error that has none of its own. */
  readonly code: string;
  readonly classes: ClassEnds;
}

/**
 * The statuses of errors.
 *
 * To add one, add a row with `classes: "none"`, and a row for its code to {@link CODES}: the server's errors and the
 * OpenAPI responses follow. For a class, export it from `define/errors.ts` or `client/errors/errors.ts` and say so here;
 * a test compares both with this table.
 */
export const STATUSES = {
  400: { name: "BadRequest", code: "bad_request", classes: "both" },
  401: { name: "Unauthorized", code: "unauthorized", classes: "both" },
  403: { name: "Forbidden", code: "forbidden", classes: "both" },
  404: { name: "NotFound", code: "not_found", classes: "both" },
  405: { name: "MethodNotAllowed", code: "method_not_allowed", classes: "client" },
  406: { name: "NotAcceptable", code: "not_acceptable", classes: "client" },
  408: { name: "RequestTimeout", code: "request_timeout", classes: "none" },
  409: { name: "Conflict", code: "conflict", classes: "both" },
  410: { name: "Gone", code: "gone", classes: "server" },
  412: { name: "PreconditionFailed", code: "precondition_failed", classes: "both" },
  413: { name: "ContentTooLarge", code: "content_too_large", classes: "client" },
  414: { name: "UriTooLong", code: "uri_too_long", classes: "none" },
  415: { name: "UnsupportedMediaType", code: "unsupported_media_type", classes: "client" },
  422: { name: "UnprocessableContent", code: "unprocessable_content", classes: "both" },
  428: { name: "PreconditionRequired", code: "precondition_required", classes: "none" },
  429: { name: "TooManyRequests", code: "too_many_requests", classes: "both" },
  431: { name: "RequestHeaderFieldsTooLarge", code: "request_header_fields_too_large", classes: "none" },
  500: { name: "InternalError", code: "internal_error", classes: "none" },
  503: { name: "ServiceUnavailable", code: "service_unavailable", classes: "server" },
} as const satisfies Readonly<Record<number, StatusRow>>;

export type Status = keyof typeof STATUSES;

/** The statuses for which the client has a class. */
export type ClientStatus = {
  [S in Status]: (typeof STATUSES)[S]["classes"] extends "both" | "client" ? S : never;
}[Status];

/** A row of the table of codes. */
export interface CodeRow {
  readonly status: Status;
  /** The error object's title, the same for every occurrence. */
  readonly title: string;
  readonly when: When;
}

/**
 * Which requests Trestle answers with a code. `client/types/failure.ts` and `openapi/errors.ts` say which of these
 * each kind of operation can get.
 *
 * - `any`: every request. `id`: one with an id in its path. `path`: one whose path cannot be decoded.
 * - `route`: one that no operation serves.
 * - `accept`, `body-type`, `query`: one of JSON:API or of an action, because of that part of it.
 * - `body`: one with a JSON:API document or an action's input; `document`: only with a document; `schema`: with a value in
 *   it that its schema rejects.
 * - `create`, `edit`, `relationship`: one of that kind.
 * - `cross-site`: a command or an rpc that a page of another site sends.
 * - `version`: a change of a resource that declares a version.
 * - `idempotent`: one of an idempotent operation.
 * - `atomic`: one with several operations.
 * - `other`: neither the client's types nor OpenAPI list it. A handler throws it, or an adapter sends it.
 */
export type When =
  | "any"
  | "id"
  | "path"
  | "route"
  | "accept"
  | "body-type"
  | "query"
  | "body"
  | "document"
  | "schema"
  | "create"
  | "edit"
  | "relationship"
  | "cross-site"
  | "version"
  | "idempotent"
  | "atomic"
  | "other";

/**
 * The codes that Trestle's own errors have. OpenAPI lists them in this order.
 *
 * To add one, add a row, and make its errors with `errorObject` of `protocol/errors/request-error.ts`. The client's
 * failure types and the OpenAPI responses follow from `when`.
 */
export const CODES = {
  bad_request: { status: 400, title: "Bad request", when: "path" },
  unknown_parameter: { status: 400, title: "Unknown query parameter", when: "query" },
  missing_parameter: { status: 400, title: "Missing query parameter", when: "query" },
  invalid_parameter: { status: 400, title: "Invalid query parameter", when: "query" },
  duplicate_parameter: { status: 400, title: "Duplicate query parameter", when: "query" },
  invalid_header: { status: 400, title: "Invalid header", when: "version" },
  idempotency_key_required: { status: 400, title: "Idempotency key required", when: "idempotent" },
  invalid_idempotency_key: { status: 400, title: "Invalid idempotency key", when: "idempotent" },
  query_too_long: { status: 400, title: "Query too long", when: "query" },
  malformed_json: { status: 400, title: "Malformed JSON", when: "body" },
  invalid_document: { status: 400, title: "Invalid document", when: "body" },
  invalid_operation: { status: 400, title: "Invalid operation", when: "atomic" },
  unauthorized: { status: 401, title: "Unauthorized", when: "other" },
  forbidden: { status: 403, title: "Forbidden", when: "other" },
  cross_site: { status: 403, title: "Cross-site request", when: "cross-site" },
  client_id_not_allowed: { status: 403, title: "Client-generated id not allowed", when: "create" },
  update_not_allowed: { status: 403, title: "Update not allowed", when: "other" },
  relationship_update_not_allowed: { status: 403, title: "Relationship update not allowed", when: "relationship" },
  not_found: { status: 404, title: "Not found", when: "id" },
  method_not_allowed: { status: 405, title: "Method not allowed", when: "route" },
  not_acceptable: { status: 406, title: "Not acceptable", when: "accept" },
  request_timeout: { status: 408, title: "Request timeout", when: "other" },
  conflict: { status: 409, title: "Conflict", when: "other" },
  request_in_progress: { status: 409, title: "Request in progress", when: "idempotent" },
  response_withheld: { status: 409, title: "Response withheld", when: "idempotent" },
  type_mismatch: { status: 409, title: "Type mismatch", when: "document" },
  id_mismatch: { status: 409, title: "Id mismatch", when: "edit" },
  gone: { status: 410, title: "Gone", when: "other" },
  precondition_failed: { status: 412, title: "Precondition failed", when: "other" },
  version_mismatch: { status: 412, title: "Version mismatch", when: "version" },
  content_too_large: { status: 413, title: "Content too large", when: "body" },
  too_many_operations: { status: 413, title: "Too many operations", when: "atomic" },
  uri_too_long: { status: 414, title: "URI too long", when: "other" },
  unsupported_media_type: { status: 415, title: "Unsupported media type", when: "body-type" },
  unprocessable_content: { status: 422, title: "Unprocessable content", when: "other" },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused", when: "idempotent" },
  required: { status: 422, title: "Required", when: "body" },
  unknown_field: { status: 422, title: "Unknown field", when: "document" },
  invalid_type: { status: 422, title: "Invalid value", when: "body" },
  invalid_id: { status: 422, title: "Invalid value", when: "document" },
  // Zod's issue codes, but for `invalid_type`, which is above.
  custom: { status: 422, title: "Invalid value", when: "schema" },
  invalid_element: { status: 422, title: "Invalid value", when: "schema" },
  invalid_format: { status: 422, title: "Invalid value", when: "schema" },
  invalid_key: { status: 422, title: "Invalid value", when: "schema" },
  invalid_union: { status: 422, title: "Invalid value", when: "schema" },
  invalid_value: { status: 422, title: "Invalid value", when: "schema" },
  not_multiple_of: { status: 422, title: "Invalid value", when: "schema" },
  too_big: { status: 422, title: "Invalid value", when: "schema" },
  too_small: { status: 422, title: "Invalid value", when: "schema" },
  unrecognized_keys: { status: 422, title: "Invalid value", when: "schema" },
  precondition_required: { status: 428, title: "Precondition required", when: "version" },
  too_many_requests: { status: 429, title: "Too many requests", when: "other" },
  request_header_fields_too_large: { status: 431, title: "Request header fields too large", when: "other" },
  internal_error: { status: 500, title: "Internal server error", when: "any" },
  service_unavailable: { status: 503, title: "Service unavailable", when: "other" },
  timeout: { status: 503, title: "Timeout", when: "other" },
} as const satisfies Readonly<Record<string, CodeRow>>;

export type ErrorCode = keyof typeof CODES;

/** The codes that requests of some kinds get with a status: `CodeOf<409, "document" | "edit">`. */
export type CodeOf<TStatus extends Status, TWhen extends When> = {
  [K in ErrorCode]: (typeof CODES)[K] extends { readonly status: TStatus; readonly when: TWhen } ? K : never;
}[ErrorCode];
