import { sql } from "drizzle-orm";
import type { Session } from "../source/store.js";
import type { AnyDb } from "./config.js";
import { isRetryable } from "./postgres-error.js";
import { dbOf } from "./stored-table.js";

/** Attempts of a transaction that deadlocks, or that Postgres cannot serialize. */
const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction, or in a savepoint of the session's transaction.
 *
 * @param member The member of the context that holds the database.
 */
export async function inTransaction<T>(
  session: Session,
  member: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const attempts = isTransaction(session) ? 1 : ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await dbOf(session).transaction((tx: AnyDb) => work({ ctx: { ...session.ctx, [member]: tx }, db: tx }));
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}

/** Whether the database is a transaction: only that can be rolled back. */
export function isTransaction({ db }: Session): boolean {
  return "rollback" in (db as object);
}

/** Whether the database is one connection of node-postgres, which warns of overlapping statements. A pool has no such member. */
export function isSingleClient({ db }: Session): boolean {
  const { $client } = db as { $client?: unknown };
  return typeof $client === "object" && $client !== null && "connectionParameters" in $client;
}

/** Milliseconds after the timeout. The server's 503 must come before the database's error. */
const GRACE = 100;

/** Postgres's largest `statement_timeout`, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Lets Postgres cancel the statements of a transaction when the request is out of time, because its response was sent. */
export async function limitStatements(tx: AnyDb, remaining: number): Promise<void> {
  const limit = Math.min(Math.ceil(remaining) + GRACE, LONGEST);
  await tx.execute(sql.raw(`set local statement_timeout = ${limit}`));
}
