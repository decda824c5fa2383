import { ApiError, ApiErrors } from "../../define/errors.js";
import { CODES } from "../../wire/errors.js";
import { MAX_ERRORS, NO_HEADERS, type ErrorObject, errorObject, RequestError } from "./request-error.js";
import { quote } from "../text/json-text.js";

/** Returns the pointer to a field of the input, in the form that the client sent. */
export type FieldPointer = (field: string) => string | undefined;

/** What an error response may reveal about a field. */
export interface ErrorContext {
  readonly pointerOf: FieldPointer;
  /** Whether the caller may not know that the field exists. */
  isHidden(field: string): boolean;
}

/** Converts a thrown value to errors for the client. Undefined if the client must not see it. */
export function errorObjectsOf(thrown: unknown, fields: ErrorContext): readonly ErrorObject[] | undefined {
  if (thrown instanceof RequestError) return thrown.errors.map(limitError);
  if (thrown instanceof ApiErrors) return thrown.errors.map((error) => errorObjectOf(error, fields));
  if (thrown instanceof ApiError) return [errorObjectOf(thrown, fields)];
  return undefined;
}

function errorObjectOf(error: ApiError, fields: ErrorContext): ErrorObject {
  const { status, code, title, message, source, meta } = error;
  // A handler may use the path of a part of a field: `address.street`.
  const [whole = ""] = error.field?.split(".") ?? [];
  const field = fields.isHidden(whole) || fields.isHidden(error.field ?? "") ? undefined : error.field;
  const pointer = field === undefined ? undefined : fields.pointerOf(field);
  return {
    status,
    code,
    title,
    detail: message,
    source: source ?? (pointer === undefined ? undefined : { pointer }),
    meta: field === undefined ? meta : { path: [field], ...meta },
  };
}

/** The headers of a thrown error, such as `retry-after`. */
export function headersOf(thrown: unknown): Readonly<Record<string, string>> {
  if (thrown instanceof RequestError) return thrown.headers;
  if (thrown instanceof ApiErrors) return Object.assign({}, ...thrown.errors.map(({ headers }) => headers));
  return (thrown instanceof ApiError && thrown.headers) || NO_HEADERS;
}

/** The error for an exception in the server: only an id, which also appears in the log. */
export function internalError(id: string): ErrorObject {
  const detail = `Something went wrong on the server. The error's id is ${id}.`;
  return { ...errorObject("internal_error", detail), id };
}

/**
 * The error for an operation that takes too long: 503, because 504 is for gateways. The operation may or may not have
 * changed data.
 */
export function timeoutError(id: string, timeout: number): ErrorObject {
  const detail = `The operation did not respond within ${timeout / 1000} s (its option "timeout"). The error's id is ${id}.`;
  return { ...errorObject("timeout", detail), id };
}

/** The maximum length of all errors in a document. The rest is omitted, but the first error is always written. */
const MAX_TEXT_LENGTH = 16_384;

/**
 * The parts of a response with an error document.
 *
 * @param types The start of links to what Trestle's codes mean.
 */
export function errorResponse(errors: readonly ErrorObject[], headers = NO_HEADERS, types?: string) {
  let text = "";
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const written = errorText(error, types);
    if (text === "") text = written;
    else if (text.length + written.length < MAX_TEXT_LENGTH) text += `,${written}`;
    else break;
  }
  return { status: commonStatus(errors), headers, body: `{"jsonapi":{"version":"1.1"},"errors":[${text}]}` };
}

/** Writes an error without building an object for JSON.stringify. */
function errorText(error: ErrorObject, types: string | undefined): string {
  const { id, status, code, title, detail, source, meta, links } = error;
  let text = id ? `{"id":${quote(id)},"status":"${status}"` : `{"status":"${status}"`;
  text += `,"code":${quote(code)},"title":${quote(title)},"detail":${quote(detail)}`;
  const type = links?.type ?? (types && Object.hasOwn(CODES, code) ? types + code : undefined); // a profile's own link is more exact
  if (type !== undefined) text += `,"links":{"type":${quote(type)}}`;
  if (source !== undefined) text += `,"source":${sourceObject(source)}`;
  const written = meta && JSON.stringify(meta, settled);
  return written === undefined ? `${text}}` : `${text},"meta":${written}}`;
}

/** For `JSON.stringify`, which would write a promise as an empty object. */
function settled(_name: string, value: unknown): unknown {
  if (value instanceof Promise) throw new TypeError("The meta of an error contains a promise. Await it.");
  return value;
}

function sourceObject(source: Readonly<Record<string, string>>): string {
  let text = "";
  for (const name in source) text += `${text === "" ? "" : ","}${quote(name)}:${quote(source[name] ?? "")}`;
  return `{${text}}`;
}

/** JSON:API 1.1, "Processing Errors": the most generally applicable status if errors differ. */
function commonStatus(errors: readonly ErrorObject[]): number {
  const [first = internalError("")] = errors;
  if (errors.every(({ status }) => status === first.status)) return first.status;
  return errors.some(({ status }) => status >= 500) ? 500 : 400;
}

/** The maximum length of a message, a pointer or a path. Each can contain a name as long as the whole body. */
const MAX_LENGTH = 900;

/** Shortens an error, so that its size does not depend on the request. */
function limitError(error: ErrorObject): ErrorObject {
  const { detail, source, meta } = error;
  const pointer = source !== undefined && "pointer" in source ? source.pointer : undefined;
  const path = meta?.path;
  if (detail.length <= MAX_LENGTH && pointer === undefined && path === undefined) return error;
  return {
    ...error,
    detail: detail.length > MAX_LENGTH ? `${detail.slice(0, MAX_LENGTH)}…` : detail,
    source: pointer === undefined ? source : { pointer: parentWithin(pointer) },
    meta: Array.isArray(path) ? { ...meta, path: pathWithin(path) } : meta,
  };
}

/** The pointer itself, or that of the nearest parent whose pointer is short enough. */
function parentWithin(pointer: string): string {
  if (pointer.length <= MAX_LENGTH) return pointer;
  const end = pointer.lastIndexOf("/", MAX_LENGTH);
  return pointer.slice(0, Math.max(end, 0));
}

function pathWithin(path: readonly unknown[]): readonly unknown[] {
  let length = 0;
  const end = path.findIndex((key) => {
    length += String(key).length;
    return length > MAX_LENGTH;
  });
  return end === -1 ? path : path.slice(0, end);
}

/** Whether an error has its own response instead of a 500. */
export function isClientError(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ApiErrors || error instanceof RequestError;
}
