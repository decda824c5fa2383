import type { ErrorSource } from "../../define/errors.js";

/** One problem of a request: a JSON:API error object, but for the status, which stays a number until it is written. */
export interface Problem {
  readonly id?: string;
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Problems that an answer tells, at most: a small body can hold a million, and none is read for the last of them. */
export const MAX_PROBLEMS = 100;

/** What an answer's headers are where nothing is to be said. */
export const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Thrown where a request cannot go on: all its problems at once. An error to whoever catches it, but made without a
 * stack: it tells of the request, not of the code, and taking one costs more than the rest of the answer.
 */
export class Refusal implements Error {
  readonly name = "Refusal";
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(problems: readonly Problem[], headers: Readonly<Record<string, string>> = NO_HEADERS) {
    this.problems = problems;
    this.headers = headers;
  }

  get message(): string {
    return this.problems.map(({ detail }) => detail).join(" ");
  }
}

Object.setPrototypeOf(Refusal.prototype, Error.prototype);

/** Throws when there are problems. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal(problems);
}

/**
 * A list of what is allowed, with a space before it, unless an earlier problem already ends with it: repeated for each
 * problem, it would make a response many times as large as its request.
 */
export function adviseOnce(advice: string, problems: readonly Problem[]): string {
  return problems.some(({ detail }) => detail.endsWith(advice)) ? "" : ` ${advice}`;
}

export function parameterProblem(code: string, parameter: string, detail: string): Problem {
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

export function documentProblem(pointer: string, detail: string): Problem {
  return { status: 400, code: "invalid_document", title: "Invalid document", detail, source: { pointer } };
}

export function notFound(detail: string): Problem {
  return { status: 404, code: "not_found", title: "Not found", detail };
}
