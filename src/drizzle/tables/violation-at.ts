import { Violation, type ViolationKind } from "../../source/store/violation.js";
import { keyByName } from "../columns/columns.js";
import { hasExpression, type Statement, uniqueConstraints } from "../declarations/constraints.js";

/**
 * The violation of a rule about some columns.
 *
 * @param isPart Whether a unique index compares more than their values.
 */
export function violationAt(
  kind: ViolationKind,
  names: readonly string[],
  constraint: string | undefined,
  { table, fieldOf }: Statement,
  isPart: boolean,
  cause?: unknown,
): Violation {
  const fields = [...new Set(names.flatMap((name) => fieldOf(name) ?? []))]; // one field may have several columns
  const columns = names.map((name) => fieldOf(name) ?? keyByName(table, name));
  const reason = isPart ? `value in the unique index "${constraint}"` : undefined;
  return new Violation(kind, fields, constraint, { cause, columns, reason });
}

/** The violations of all rules that keep values unique, but for the primary key. */
export function uniqueViolations(statement: Statement): Violation[] {
  return Array.from(uniqueConstraints(statement.table), ([constraint, names]) =>
    violationAt("unique", names, constraint, statement, hasExpression(statement.table, constraint)),
  );
}
