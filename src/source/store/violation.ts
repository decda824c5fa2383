/** The rule of a storage that a write broke. */
export type ViolationKind =
  | "unique"
  | "missing"
  | "referenced"
  | "required"
  | "check"
  | "unfit"
  | "exclusion"
  | "policy";

/** What a storage says about a violation, apart from its rule. */
export interface ViolationOptions extends ErrorOptions {
  /** All columns that the rule is about, each by its field if it has one. Default: the fields. */
  readonly columns?: readonly string[];
  /** Why a value does not fit: "it is too long". Of `unique`: what the two rows have in common, if it is not just the fields. */
  readonly reason?: string | undefined;
}

/**
 * Thrown by stores when a write breaks a rule of the storage. Sources turn it into a response: 409 for `unique`, `exclusion`
 * and `referenced`, 404 for `missing`, 403 for `policy`, 422 for the others.
 *
 * @example
 * ```ts
 * import { Violation } from "trestle/source";
 *
 * const violation = new Violation("unique", ["title"], "articles_title_unique");
 * if (violation.fields[0] !== "title") throw new Error("unreachable");
 * ```
 */
export class Violation extends Error {
  /** The columns that the rule is about, each by its field if it has one. */
  readonly columns: readonly string[];
  /** Why a value does not fit: "it is too long". */
  readonly reason: string | undefined;

  constructor(
    readonly kind: ViolationKind,
    /** The fields that the rule is about, as far as the storage says. */
    readonly fields: readonly string[],
    /** The name of the rule, if it has one. */
    readonly constraint: string | undefined,
    { columns = fields, reason, ...options }: ViolationOptions = {},
  ) {
    super(`${kind} violation of ${fields.join(", ") || "unknown fields"}`, options);
    this.name = "Violation";
    this.columns = columns;
    this.reason = reason;
  }
}
