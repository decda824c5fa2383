import type { ErrorSource } from "../../define/errors.js";

/** One problem of a request: a JSON:API error object, but for the status, which stays a number until it is written. */
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

/** Problems that an answer tells, at most: a small body can hold a million, and none is read for the last of them. */
export const MAX_ERRORS = 100;

/** What an answer's headers are where nothing is to be said. */
export const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Thrown where a request cannot go on: all its problems at once. An error to whoever catches it, but made without a
 * stack: it tells of the request, not of the code, and taking one costs more than the rest of the answer.
 */
export class RequestError implements Error {
  readonly name = "RequestError";
  readonly problems: readonly ErrorObject[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(problems: readonly ErrorObject[], headers: Readonly<Record<string, string>> = NO_HEADERS) {
    this.problems = problems;
    this.headers = headers;
  }

  get message(): string {
    return this.problems.map(({ detail }) => detail).join(" ");
  }
}

Object.setPrototypeOf(RequestError.prototype, Error.prototype);

/** Throws when there are problems. */
export function throwIfAny(problems: readonly ErrorObject[]): void {
  if (problems.length > 0) throw new RequestError(problems);
}

/**
 * A list of what is allowed, with a space before it, unless an earlier problem already ends with it: repeated for each
 * problem, it would make a response many times as large as its request.
 */
export function adviseOnce(advice: string, problems: readonly ErrorObject[]): string {
  return problems.some(({ detail }) => detail.endsWith(advice)) ? "" : ` ${advice}`;
}

export function parameterError(code: string, parameter: string, detail: string): ErrorObject {
  return {
    status: 400,
    code,
    title: PARAMETER_TITLES[code] ?? "Invalid query parameter",
    detail,
    source: { parameter },
  };
}

const PARAMETER_TITLES: Readonly<Record<string, string>> = {
  unknown_parameter: "Unknown query parameter",
  missing_parameter: "Missing query parameter",
  duplicate_parameter: "Duplicate query parameter",
};

export function documentError(pointer: string, detail: string): ErrorObject {
  return { status: 400, code: "invalid_document", title: "Invalid document", detail, source: { pointer } };
}

export function notFound(detail: string): ErrorObject {
  return { status: 404, code: "not_found", title: "Not found", detail };
}
