import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { keyByName, plain } from "./columns.js";
import { allConstraints, indexedColumns } from "./constraints.js";
import { isOfValue, meaningOf, type SqlState } from "./sql-states.js";
import { Violation, type ViolationKind } from "../source/violation.js";

interface PostgresError extends SqlState {
  readonly constraint?: string;
  readonly constraint_name?: string; // postgres.js
  readonly column?: string;
  readonly column_name?: string;
  readonly detail?: string;
  readonly table?: string;
  readonly table_name?: string; // postgres.js
  readonly schema?: string;
  readonly schema_name?: string;
  /** The statement of a trigger or of a cascade that failed. */
  readonly where?: string;
}

/** What a statement works on, for the fields of its violations. */
export interface Statement {
  readonly table: PgTable;
  readonly fieldOf: (column: string) => string | undefined;
  readonly isDelete?: boolean;
  /** The app's words for constraints. */
  readonly texts?: object | undefined;
  /** The fields with values that only the database can check. */
  readonly unchecked?: readonly string[];
}

/** The violation that an error of Postgres reports; undefined for other errors. */
export function violationOf(error: unknown, statement: Statement): Violation | undefined {
  const refused = postgresError(error);
  if (refused === undefined) return undefined;
  const { table, fieldOf, isDelete, texts = {}, unchecked = [] } = statement;
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
  const names = columnsOf(refused, table, constraint);
  const fields = names.flatMap((name) => fieldOf(name) ?? []);
  const columns = names.map((name) => fieldOf(name) ?? keyByName(table, name));
  return new Violation(rule, fields, constraint, { cause: error, columns });
}

/** The violation of a constraint of this table, whichever statement broke it. What a trigger raises names a constraint, but no table. */
export function violationOnTable(error: unknown, statement: Statement): Violation | undefined {
  const refused = postgresError(error);
  if (refused === undefined || !isOf(statement.table, refused)) return undefined;
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
function isOf(table: PgTable, refused: PostgresError): boolean {
  const { name, schema } = getTableConfig(table);
  const { table: ofTable = refused.table_name, schema: ofSchema = refused.schema_name } = refused;
  return (ofTable ?? name) === name && (ofTable === undefined || (schema ?? ofSchema) === ofSchema);
}

/**
 * Whether a foreign key refused a change of the row that it leads to: then Postgres reports that row's key. Where both columns have one
 * name, only the words tell, which are in the server's language.
 */
function isReferenced(table: PgTable, { detail = "", ...error }: PostgresError): boolean {
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
function constraintOf(error: PostgresError | undefined, table: PgTable): string | undefined {
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
  return refused !== undefined && isOfValue(refused);
}

/** Deadlocks and serialization failures: the same transaction may succeed the next time. */
export function isRetryable(error: unknown): boolean {
  const refused = postgresError(error);
  return refused !== undefined && meaningOf(refused) === "retryable";
}

function postgresError(error: unknown): PostgresError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return cause as unknown as PostgresError;
  }
  return undefined;
}

/** By the constraint's name as the table declares it. A table may have been made in another way, so its report comes next. */
function columnsOf(error: PostgresError, table: PgTable, constraint: string | undefined): readonly string[] {
  const column = error.column ?? error.column_name;
  if (column) return [column];
  const declared = allConstraints(table).get(constraint ?? "") ?? indexedColumns(table).get(constraint ?? "");
  if (declared) return declared;
  return columnsIn(error.detail ?? "");
}
