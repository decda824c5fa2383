/** The words of Postgres depend on the server's language; its codes and its routines do not. */
export interface SqlState {
  readonly code: string;
  readonly routine?: string;
  /** Of what is wrong with the statement's own text. A value is never in it. */
  readonly position?: unknown;
}

export interface PostgresError extends SqlState {
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

/** The error of Postgres in an error; undefined for other errors. */
export function postgresError(error: unknown): PostgresError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return cause as unknown as PostgresError; // such a code is from the driver
  }
  return undefined;
}
