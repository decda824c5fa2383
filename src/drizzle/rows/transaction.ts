import { sql } from "drizzle-orm";
import type { AnyDb, DbSession } from "../database/session.js";
import type { Dialect } from "../database/dialect.js";
import { isRetryable } from "../tables/violations.js";
import { countedStatements, isTransaction } from "../database/statements.js";

/** Attempts of a transaction that deadlocks, or that the database cannot serialize. */
const ATTEMPTS = 3;

/** The API error for an error of the database, if there is one. */
type ErrorOf = (error: unknown) => Error | undefined;

/** Runs a transaction. Postgres checks deferred constraints when it commits, so no statement has their errors. */
export async function committing<T>(
  dialect: Dialect,
  db: AnyDb,
  work: (tx: AnyDb) => Promise<T>,
  errorOf: ErrorOf,
): Promise<T> {
  let isDone = false;
  try {
    return await dialect.transaction(db, async (tx) => {
      const result = await work(tx);
      isDone = true;
      return result;
    });
  } catch (error) {
    throw (isDone && errorOf(error)) || error;
  }
}

/**
 * Runs `work` in a transaction, or in a savepoint of the session's transaction.
 *
 * @param member The member of the context that holds the database.
 */
export async function inTransaction<T>(
  dialect: Dialect,
  session: DbSession,
  member: string,
  work: (session: DbSession) => Promise<T>,
  errorOf: ErrorOf,
): Promise<T> {
  const attempts = isTransaction(session) ? 1 : ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    try {
      const run = (tx: AnyDb) => work({ ctx: { ...session.ctx, [member]: tx }, db: tx });
      return await committing(dialect, session.db, run, errorOf);
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}

/**
 * Runs the app's `work` in a transaction, and throws if it cannot commit: Postgres turns the COMMIT into a ROLLBACK where a statement
 * failed, and reports no error.
 */
export async function committed<T>({ failsAsWhole }: Dialect, tx: AnyDb, work: (tx: AnyDb) => Promise<T>): Promise<T> {
  if (!failsAsWhole) return work(tx);
  const statements = countedStatements(tx.session);
  const { failed } = statements;
  const result = await work(tx);
  // A statement in a savepoint may fail: the transaction goes on. One that was not awaited may still fail, before this one runs.
  if (statements.failed > failed || statements.running > 0)
    await tx.execute(sql`select 1`).catch(() => Promise.reject(notCommitted(statements.lastError)));
  return result;
}

/** Has the code of Postgres for a failed transaction, so that others know that it was rolled back. */
function notCommitted(cause: unknown): Error {
  const message =
    "A statement of the transaction failed, so Postgres cannot commit it. Throw that error, or run the statement in a transaction of its own: ctx.db.transaction(…).";
  return Object.assign(new Error(message, { cause }), { code: "25P02" });
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
