import { getTableName } from "drizzle-orm";
import { isOfNames } from "../../source/options/config-names.js";
import { Violation, type ViolationKind } from "../../source/store/violation.js";
import { type FieldColumns, plain } from "../columns/columns.js";
import { allConstraints, hasExpression, indexedColumns, type Statement } from "../declarations/constraints.js";
import { type PostgresError, postgresError, type SqlState } from "../database/postgres-error.js";
import { isBusy } from "../database/sqlite-error.js";
import { sqliteViolation } from "./sqlite-violation.js";
import { violationAt } from "./violation-at.js";
import { type DbTable, tableConfig } from "../declarations/table-config.js";

/**
 * What an SQLSTATE of Postgres means: the rule that a write broke; `unreadable` if a text is not a value of its type; `argument` if a
 * function refused a value; `retryable` if the same transaction may succeed the next time. All others are errors of the server.
 */
type Meaning = ViolationKind | "unreadable" | "argument" | "retryable";

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
  "0A000 RevalidateCachedQuery": "retryable", // of a column that has another type now; the statement loses its name
  "26000": "retryable",
  "40001": "retryable",
  "40P01": "retryable",
  "42501 ExecWithCheckOptions": "policy", // others are a GRANT that is missing
  "42P05": "retryable",
  "42601": "unreadable", // of a tsquery or a jsonpath
  "54000": "unfit", // an index cannot hold it
  "54001": "unreadable", // JSON that is too deep
};

function meaningOf({ code, routine, position }: SqlState): Meaning | undefined {
  if (position !== undefined) return undefined;
  return MEANINGS[`${code} ${routine}`] ?? MEANINGS[code] ?? MEANINGS[code.slice(0, 2)];
}

/** What a statement that only reads values as their types reports. A domain has checks of its own. */
const OF_VALUES: ReadonlySet<Meaning | undefined> = new Set(["unreadable", "argument", "unfit", "check", "required"]);

/** The violation that an error of the database reports; undefined for other errors. */
export function violationOf(error: unknown, statement: Statement): Violation | undefined {
  const refused = postgresError(error);
  if (refused === undefined) return sqliteViolation(error, statement);
  const { table, isDelete, texts = {}, unchecked = [] } = statement;
  const kind = kindOf(refused, statement);
  if (kind === "unreadable") return notOfType(error, unchecked);
  const constraint = constraintOf(refused, table);
  const isOwnText = isNamed(texts, constraint);
  if (kind === undefined && !isOwnText) return undefined;
  const isElsewhere = refused.where !== undefined && !isOf(table, refused);
  // What a trigger or a cascade breaks in another table is not about the fields. Only a conflict may go away.
  if (isElsewhere && !isOwnText && !CONFLICTS.has(kind)) return undefined;
  const rule = kind ?? "check";
  if (isDelete || isElsewhere || rule === "referenced") return new Violation(rule, [], constraint, { cause: error });
  if (rule === "unfit" && unchecked.length === 1) return new Violation(rule, unchecked, constraint, { cause: error });
  const isPart = rule === "unique" && constraint !== undefined && hasExpression(table, constraint);
  return violationAt(rule, columnsOf(refused, table, constraint), constraint, statement, isPart, error);
}

/** The violation of a constraint of this table, whichever statement broke it. What a trigger raises names a constraint, but no table. */
export function violationOnTable(error: unknown, statement: Statement): Violation | undefined {
  const refused = postgresError(error);
  if (refused === undefined) return sqliteViolation(error, statement, false);
  if (!isOf(statement.table, refused)) return undefined;
  const isRaised = (refused.table ?? refused.table_name) === undefined;
  if (isRaised && !isNamed(statement.texts, constraintOf(refused, statement.table))) return undefined;
  return violationOf(error, statement);
}

const CONFLICTS: ReadonlySet<ViolationKind | undefined> = new Set(["unique", "exclusion", "referenced"]);

function kindOf(refused: PostgresError, { table, isDelete }: Statement): ViolationKind | "unreadable" | undefined {
  const meaning = meaningOf(refused);
  if (meaning === "argument" || meaning === "retryable" || (isDelete && meaning === "unfit")) return undefined;
  // A delete has no values. It breaks references to its row, also by SET NULL in a column that must not be null.
  const isReference = meaning === "missing" || (isDelete && meaning === "required");
  return isReference && (isDelete || isReferenced(table, refused)) ? "referenced" : meaning;
}

/** Whether an error is about a table, or does not say about which. */
function isOf(table: DbTable, refused: PostgresError): boolean {
  const { name, schema } = tableConfig(table);
  const { table: ofTable = refused.table_name, schema: ofSchema = refused.schema_name } = refused;
  return (ofTable ?? name) === name && (ofTable === undefined || (schema ?? ofSchema) === ofSchema);
}

/**
 * Whether a foreign key refused a change of the row that it leads to: then Postgres reports that row's key. Where both columns have one
 * name, only the words tell, which are in the server's language.
 */
function isReferenced(table: DbTable, { detail = "", ...error }: PostgresError): boolean {
  const declared = allConstraints(table).get(constraintOf(error, table) ?? "");
  const reported = columnsIn(detail);
  const isOther = declared !== undefined && reported.length > 0 && plain(reported.join()) !== plain(declared.join());
  return isOther || detail.includes("still referenced");
}

function columnsIn(detail: string): readonly string[] {
  const reported = /\(([^()]*)\)=\(/.exec(detail)?.[1];
  return reported ? reported.split(", ").map((name) => name.replace(/^"|"$/g, "")) : [];
}

/** The name of a constraint in the schema. Drizzle 0.45 makes it of the names of columns as they are without `casing`. */
function constraintOf(error: PostgresError | undefined, table: DbTable): string | undefined {
  const name = error?.constraint ?? error?.constraint_name;
  const names = [...allConstraints(table).keys()];
  if (name === undefined || names.includes(name)) return name;
  return names.find((each) => plain(each) === plain(name)) ?? name;
}

function isNamed(texts: object = {}, constraint: string | undefined): boolean {
  return constraint !== undefined && Object.hasOwn(texts, constraint);
}

/** Without a value of the client that may be the cause, it is an error of the server. */
function notOfType(error: unknown, unchecked: readonly string[]): Violation | undefined {
  if (unchecked.length === 0) return undefined;
  const fields = unchecked.length === 1 ? unchecked : [];
  return new Violation("unfit", fields, undefined, { cause: error, reason: "it is not a value of its column's type" });
}

/** Whether a value could not be read as its type. */
export function isUnreadable(error: unknown): boolean {
  const refused = postgresError(error);
  return refused !== undefined && OF_VALUES.has(meaningOf(refused));
}

/** Deadlocks and serialization failures: the same transaction may succeed the next time. */
export function isRetryable(error: unknown): boolean {
  const refused = postgresError(error);
  return refused === undefined ? isBusy(error) : meaningOf(refused) === "retryable";
}

/** By the constraint's name as the table declares it. A table may have been made in another way, so its report comes next. */
function columnsOf(error: PostgresError, table: DbTable, constraint: string | undefined): readonly string[] {
  const column = error.column ?? error.column_name;
  if (column) return [column];
  const declared = allConstraints(table).get(constraint ?? "") ?? indexedColumns(table).get(constraint ?? "");
  if (declared) return declared;
  return columnsIn(error.detail ?? "");
}

/** Names as Postgres gives them, or of checks and exclusions: the database may have such constraints without the schema. */
const MAY_EXIST = /check|excl|_(key|fkey|pkey|idx)$/;

/** Throws for texts of a rule that does not exist, which would have no effect. An object states a rule that the schema cannot. */
export function checkViolationNames(where: string, table: DbTable, columns: FieldColumns, violations: object): void {
  const constraints = [...allConstraints(table).keys()];
  const isKnown = ([name, rule]: [string, unknown]) =>
    typeof rule === "object" ||
    constraints.includes(name) ||
    MAY_EXIST.test(name) ||
    isOfNames(name, (part) => columns.knows(part));
  const [unknown] = Object.entries(violations).find((entry) => !isKnown(entry)) ?? [];
  if (unknown === undefined) return;
  const use = constraints.length === 0 ? "" : `${constraints.join(", ")}, or `;
  throw new TypeError(
    `${where}: violations: "${getTableName(table)}" has no constraint "${unknown}". Use ${use}fields joined with "__". If the schema cannot declare it, write an object: { ${unknown}: { detail: "…" } }.`,
  );
}
