import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { keyByName, plain } from "./columns.js";
import { allConstraints } from "./constraints.js";
import { Violation, type ViolationKind } from "../source/violation.js";

const KINDS: Readonly<Record<string, ViolationKind>> = {
  "23505": "unique",
  "23503": "missing",
  "23502": "required",
  "23514": "check",
  "23P01": "exclusion",
  "22001": "unfit",
  "22003": "unfit",
};

/** A text is not one of its column's type: a number, a date, a network address. Postgres names neither the column nor the value. */
const NOT_OF_TYPE: ReadonlySet<string> = new Set([
  "22000",
  "22007",
  "22008",
  "22009",
  "22015",
  "22021",
  "22023",
  "22026",
  "22P02",
  "22P03",
  "22P05",
  "2202E",
]);

/** Deadlocks and serialization failures: the same transaction may succeed the next time. */
const RETRYABLE: ReadonlySet<string> = new Set(["40001", "40P01"]);

interface PostgresError {
  readonly code: string;
  readonly constraint?: string;
  readonly constraint_name?: string; // postgres.js
  readonly column?: string;
  readonly column_name?: string;
  readonly detail?: string;
  readonly table?: string;
  readonly table_name?: string; // postgres.js
  readonly schema?: string;
  readonly schema_name?: string;
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
  const { table, fieldOf, isDelete, texts = {}, unchecked = [] } = statement;
  const refused = postgresError(error);
  if (refused && NOT_OF_TYPE.has(refused.code)) return notOfType(error, unchecked);
  const constraint = constraintOf(refused, table);
  const kind = refused && (KINDS[refused.code] ?? (isNamed(texts, constraint) ? "check" : undefined));
  if (!kind) return undefined;
  if (isDelete) return new Violation(kind === "missing" ? "referenced" : kind, [], constraint, { cause: error });
  if (kind === "unfit" && unchecked.length === 1) return new Violation(kind, unchecked, constraint, { cause: error });
  const names = columnsOf(refused, table, constraint);
  const fields = names.flatMap((name) => fieldOf(name) ?? []);
  const columns = names.map((name) => fieldOf(name) ?? keyByName(table, name));
  return new Violation(kind, fields, constraint, { cause: error, columns });
}

/** The violation of a constraint of this table, whichever statement broke it. What a trigger raises names a constraint, but no table. */
export function violationOnTable(error: unknown, statement: Statement): Violation | undefined {
  const refused = postgresError(error);
  if (refused === undefined) return undefined;
  const { table, table_name = table, schema, schema_name = schema } = refused;
  const { name, schema: ownSchema = schema_name } = getTableConfig(statement.table);
  const isOfTable = table_name === name && schema_name === ownSchema;
  if (!isOfTable && !(table_name === undefined && isNamed(statement.texts, constraintOf(refused, statement.table))))
    return undefined;
  return violationOf(error, { ...statement, isDelete: isReferenced(statement.table, refused) });
}

/**
 * Whether a foreign key refused a change of the row that it leads to: then Postgres reports that row's key. Where both columns have one
 * name, only the words tell, which are in the server's language.
 */
function isReferenced(table: PgTable, { detail = "", ...error }: PostgresError): boolean {
  const declared = allConstraints(table).get(constraintOf(error, table) ?? "");
  const reported = columnsIn(detail);
  const isOther = declared !== undefined && reported.length > 0 && plain(reported.join()) !== plain(declared.join());
  return (error.code === "23503" && isOther) || detail.includes("still referenced");
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

/** Whether a value could not be read as its type. Each type has its own codes of the class 22, or reports an error of syntax. */
export function isUnreadable(error: unknown): boolean {
  return /^22|^42601$/.test(postgresError(error)?.code ?? "");
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(postgresError(error)?.code ?? "");
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
  const declared = constraint === undefined ? undefined : allConstraints(table).get(constraint);
  if (declared) return declared;
  return columnsIn(error.detail ?? "");
}
