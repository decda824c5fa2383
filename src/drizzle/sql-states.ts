import type { ViolationKind } from "../source/violation.js";

/**
 * What an SQLSTATE of Postgres means: the rule that a write broke; `unreadable` if a text is not a value of its type; `argument` if a
 * function refused a value; `retryable` if the same transaction may succeed the next time. All others are errors of the server.
 */
export type Meaning = ViolationKind | "unreadable" | "argument" | "retryable";

/** By code, or by class for the codes of it that are not listed. A code with a routine counts only if that routine of Postgres reports it. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  "22": "argument",
  "22000": "unreadable", // of a range
  "22001": "unfit",
  "22003": "unfit",
  "22007": "unreadable",
  "22008": "unreadable",
  "22009": "unreadable",
  "22015": "unreadable",
  "22021": "unreadable",
  "22023": "unreadable",
  "22026": "unreadable",
  "22P02": "unreadable",
  "22P03": "unreadable",
  "22P05": "unreadable",
  "2200L": "unreadable", // of XML, as the four that follow
  "2200M": "unreadable",
  "2200N": "unreadable",
  "2200S": "unreadable",
  "2200T": "unreadable",
  "2202E": "unreadable",
  "23001": "referenced", // Postgres 18 has it for RESTRICT
  "23502": "required",
  "23503": "missing",
  "23505": "unique",
  "23514": "check",
  "23P01": "exclusion",
  "40001": "retryable",
  "40P01": "retryable",
  "42501 ExecWithCheckOptions": "policy", // others are a GRANT that is missing
  "42601": "unreadable", // of a tsquery or a jsonpath
  "54000": "unfit", // an index cannot hold it
  "54001": "unreadable", // JSON that is too deep
};

/** The words of Postgres depend on the server's language; its codes and its routines do not. */
export interface SqlState {
  readonly code: string;
  readonly routine?: string;
  /** Of what is wrong with the statement's own text. A value is never in it. */
  readonly position?: unknown;
}

export function meaningOf({ code, routine, position }: SqlState): Meaning | undefined {
  if (position !== undefined) return undefined;
  return MEANINGS[`${code} ${routine}`] ?? MEANINGS[code] ?? MEANINGS[code.slice(0, 2)];
}

/** What a statement that only reads values as their types reports. A domain has checks of its own. */
const OF_VALUES: ReadonlySet<Meaning | undefined> = new Set(["unreadable", "argument", "unfit", "check", "required"]);

/** Whether a value could not be read as its type. */
export function isOfValue(state: SqlState): boolean {
  return OF_VALUES.has(meaningOf(state));
}
