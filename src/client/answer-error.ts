import { type ErrorObject, messageOf } from "./error-fields.js";
import {
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
} from "./errors.js";
import { ResponseError } from "./response-error.js";
import { Unexpected } from "./unexpected.js";

type ErrorClass = new (...args: ConstructorParameters<typeof ResponseError>) => ResponseError;

const CLASSES = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  405: MethodNotAllowed,
  406: NotAcceptable,
  409: Conflict,
  413: ContentTooLarge,
  415: UnsupportedMediaType,
  422: UnprocessableContent,
  429: TooManyRequests,
} as unknown as Record<number, ErrorClass | undefined>; // each class has a status of its own, which its key is

/** The error for an answer in JSON:API's form: of the status's class, or unexpected where the server itself failed. */
export function answerError(label: string, response: Response, errors: readonly ErrorObject[]): ResponseError {
  const { status } = response;
  const [first = {}, ...others] = errors;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const { code = status < 500 ? "" : "internal_error" } = first;
  // A 5xx with a code of its own was declared by somebody; any other says only that the server failed, or took too long.
  const isUnexpected = status >= 500 && /^(internal_error|timeout)$/.test(code);
  const Class = (isUnexpected ? Unexpected : (CLASSES[status] ?? ResponseError)) as ErrorClass; // status and code are its own
  return new Class(`${label} answered ${status}: ${messageOf(first)}${more}`, { status, code, errors, response });
}
