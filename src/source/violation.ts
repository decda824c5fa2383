/** The rule of a storage that a write broke. */
export type ViolationKind = "unique" | "missing" | "referenced" | "required" | "check" | "unfit" | "exclusion";

/**
 * Thrown by stores when a write breaks a rule of the storage. Sources turn it into a response: 409 for `unique`, `exclusion`
 * and `referenced`, 404 for `missing`, 422 for the others.
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
  constructor(
    readonly kind: ViolationKind,
    /** The fields that the rule is about, as far as the storage says. */
    readonly fields: readonly string[],
    /** The name of the rule, if it has one. */
    readonly constraint: string | undefined,
    options?: ErrorOptions,
  ) {
    super(`${kind} violation of ${fields.join(", ") || "unknown fields"}`, options);
    this.name = "Violation";
  }
}
