import type { ErrorSource } from "../../define/errors.js";
import { CODES, type CodeOf, type ErrorCode } from "../../wire/errors.js";

/** A JSON:API error object. Its status is a number until it is written. */
export interface ErrorObject {
  readonly id?: string;
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** A link that identifies the kind of error, where a profile has one. */
  readonly links?: { readonly type: string } | undefined;
}

/** The maximum number of errors per response. A small body can contain a million. */
export const MAX_ERRORS = 100;

/** The headers of a response that needs none. */
export const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Thrown for an invalid request, with all its errors. It has no stack, because the request is at fault and not the code, and
 * because capturing a stack is expensive.
 */
export class RequestError implements Error {
  readonly name = "RequestError";

  constructor(
    readonly errors: readonly ErrorObject[],
    readonly headers: Readonly<Record<string, string>> = NO_HEADERS,
  ) {}

  get message(): string {
    return this.errors.map(({ detail }) => detail).join(" ");
  }
}

Object.setPrototypeOf(RequestError.prototype, Error.prototype);

/**
 * Returns the advice with a leading space, or nothing if an earlier error already ends with it. A long list of names in each
 * error would make a response many times as large as its request.
 */
export function adviseOnce(advice: string, errors: readonly ErrorObject[]): string {
  return errors.some(({ detail }) => detail.endsWith(advice)) ? "" : ` ${advice}`;
}

/** Creates each of Trestle's own errors. The code determines the status and the title. */
export function errorObject(
  code: ErrorCode,
  detail: string,
  source?: ErrorSource,
  meta?: ErrorObject["meta"],
): ErrorObject {
  const { status, title } = CODES[code];
  return { status, code, title, detail, source, meta };
}

export function parameterError(code: CodeOf<400, "query">, parameter: string, detail: string): ErrorObject {
  return errorObject(code, detail, { parameter });
}

export function documentError(pointer: string, detail: string): ErrorObject {
  return errorObject("invalid_document", detail, { pointer });
}

export function notFound(detail: string): ErrorObject {
  return errorObject("not_found", detail);
}
