const UNIQUE_VIOLATION = "23505";

/** Whether the database refused a row because `constraint` holds one like it. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Both drivers say it with these members; Drizzle wraps what they throw.
    if ("code" in cause && "constraint" in cause) {
      return cause.code === UNIQUE_VIOLATION && cause.constraint === constraint;
    }
  }
  return false;
}
