import { sql } from "drizzle-orm";
import type { Session } from "../source/store.js";
import type { AnyDb } from "./config.js";
import { isRetryable } from "./postgres-error.js";
import { dbOf } from "./stored-table.js";

/** Attempts of a transaction that deadlocks, or that Postgres cannot serialize. */
const ATTEMPTS = 3;

/** The API error for an error of the database, if there is one. */
type ErrorOf = (error: unknown) => Error | undefined;

/** Runs a transaction. Postgres checks deferred constraints when it commits, so no statement has their errors. */
export async function committing<T>(db: AnyDb, work: (tx: AnyDb) => Promise<T>, errorOf: ErrorOf): Promise<T> {
  let isDone = false;
  try {
    return await db.transaction(async (tx: AnyDb) => {
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
  session: Session,
  member: string,
  work: (session: Session) => Promise<T>,
  errorOf: ErrorOf,
): Promise<T> {
  const attempts = isTransaction(session) ? 1 : ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    try {
      const run = (tx: AnyDb) => work({ ctx: { ...session.ctx, [member]: tx }, db: tx });
      return await committing(dbOf(session), run, errorOf);
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}

/** The statements of a session of Drizzle's. */
interface Statements {
  running: number;
  failed: number;
  lastError: unknown;
}

const statementsOf = new WeakMap<object, Statements>();

/**
 * Counts the statements of a session: Drizzle makes each of them there. Once for each session, and for good: a session of one connection
 * outlives its transactions, and has several at a time.
 */
function counted(session: AnyDb): Statements {
  const known = statementsOf.get(session);
  if (known) return known;
  const statements: Statements = { running: 0, failed: 0, lastError: undefined };
  statementsOf.set(session, statements);
  const { prepareQuery } = session;
  session.prepareQuery = (...args: unknown[]) => {
    const prepared = prepareQuery.apply(session, args);
    const { execute } = prepared;
    prepared.execute = async (...values: unknown[]) => {
      statements.running++;
      try {
        return await execute.apply(prepared, values);
      } catch (error) {
        statements.failed++;
        statements.lastError = error;
        throw error;
      } finally {
        statements.running--;
      }
    };
    return prepared;
  };
  return statements;
}

/**
 * Runs the app's `work` in a transaction, and throws if it cannot commit: Postgres turns the COMMIT into a ROLLBACK where a statement
 * failed, and reports no error.
 */
export async function committed<T>(tx: AnyDb, work: (tx: AnyDb) => Promise<T>): Promise<T> {
  const statements = counted(tx.session);
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
