/** What libSQL reports. Its words are always in English. */
export interface SqliteError extends Error {
  readonly code: string;
}

export function sqliteError(error: unknown): SqliteError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && code.startsWith("SQLITE_")) return cause as SqliteError; // such a code is from the driver
  }
  return undefined;
}

/** Whether another process writes, or has written since a transaction began: the same transaction may succeed the next time. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteError(error)?.code ?? "");
}

/** libSQL throws for an integer that a number would round, and does not say where it is. */
export function readError(error: unknown): Error | undefined {
  const isTooLarge = error instanceof Error && (error instanceof RangeError || error.cause instanceof RangeError);
  if (!isTooLarge) return undefined;
  const use = `Declare its column as numeric({ mode: "bigint" }), and the attribute as z.bigint().`;
  return new RangeError(`drizzleData: a row holds an integer that is too large for a number. ${use}`, { cause: error });
}
