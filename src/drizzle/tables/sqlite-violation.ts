import { Violation, type ViolationKind } from "../../source/store/violation.js";
import { allConstraints, type Statement } from "../declarations/constraints.js";
import { sqliteError } from "../database/sqlite-error.js";
import { violationAt } from "./violation-at.js";
import { tableConfig } from "../declarations/table-config.js";

const FAILED = /(UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(?:: (.*))?/;

const KINDS: Readonly<Record<string, ViolationKind>> = {
  UNIQUE: "unique",
  "NOT NULL": "required",
  CHECK: "check",
  "FOREIGN KEY": "missing",
};

/**
 * The violation that an error of SQLite reports. It names the columns of a unique constraint, the name of a check or of an index, and
 * nothing of a foreign key.
 *
 * @param isOwn Whether a statement of the table broke the constraint. If not, the error must name the table or its constraint.
 */
export function sqliteViolation(error: unknown, statement: Statement, isOwn = true): Violation | undefined {
  const { message = "" } = sqliteError(error) ?? {};
  const { table, isDelete, texts = {} } = statement;
  const [failed, rule = "", what = ""] = FAILED.exec(message) ?? [];
  const constraints = allConstraints(table);
  if (failed === undefined) {
    // What a trigger raises is the whole message.
    const raised = message.replace(/^SQLITE_CONSTRAINT\w*: (SQLite error: )?/, "");
    return Object.hasOwn(texts, raised) ? new Violation("check", [], raised, { cause: error }) : undefined;
  }
  const kind = KINDS[rule] as ViolationKind; // the expression matches only these rules
  const index = /^index '(.*)'$/.exec(what)?.[1];
  const { name, foreignKeys } = tableConfig(table);
  const parts = index === undefined && kind !== "check" && what !== "" ? what.split(", ") : [];
  const isElsewhere = parts.some((part) => !part.startsWith(`${name}.`));
  const isNamed = parts.length > 0 ? !isElsewhere : constraints.has(index ?? what);
  if (!isOwn && !isNamed) return undefined;
  // A delete has no values: it breaks references to its row.
  if (isDelete) return new Violation("referenced", [], undefined, { cause: error });
  if (isElsewhere) return kind === "unique" ? new Violation(kind, [], undefined, { cause: error }) : undefined;
  const columns = parts.map((part) => part.slice(name.length + 1));
  const same = [...constraints].find(([, names]) => kind === "unique" && names.join() === columns.join());
  const constraint = index ?? (kind === "check" ? what : same?.[0]);
  const [pointer, ...others] = kind === "missing" ? foreignKeys : [];
  const ofPointer = pointer && others.length === 0 ? pointer.reference().columns.map((column) => column.name) : [];
  const names = [...columns, ...ofPointer, ...(columns.length === 0 ? (constraints.get(constraint ?? "") ?? []) : [])];
  return violationAt(kind, names, constraint, statement, index !== undefined, error);
}
