import { entityKind } from "drizzle-orm";
import type { AnyDb } from "../database/session.js";
import { isBusy } from "../database/sqlite-error.js";

// SQLite has one writer at a time, and refuses a second one at once. Writers of this process wait for each other here, and those of
// other processes are tried again. The driver's own option `timeout` would wait inside of the event loop.

/** Drizzle runs the transactions of other drivers without waiting for what happens in them. D1 has none. */
export function checkDatabase(db: AnyDb): void {
  const { [entityKind]: kind } = db.constructor as { readonly [entityKind]?: string };
  if (db.resultKind === "async" && kind !== "D1Database") return;
  throw new TypeError("drizzleData: this driver has no asynchronous transactions. Use @libsql/client.");
}

/** Milliseconds that a transaction waits for others. */
const PATIENCE = 10_000;

/** The end of the last transaction of each client. */
const lastOf = new WeakMap<object, Promise<unknown>>();

/** Runs a transaction when those before it have ended. */
export async function inTurn<T>(db: AnyDb, work: (tx: AnyDb) => Promise<T>): Promise<T> {
  if ("rollback" in db) return db.transaction(work);
  const client: object = db.$client ?? db;
  const before = lastOf.get(client);
  let end = () => {};
  const turn = new Promise<void>((resolve) => {
    end = resolve;
  });
  const both = Promise.all([before, turn]);
  const ended = both.then(() => {}); // without the results, which would hold those of all before
  lastOf.set(client, ended);
  try {
    const start = Date.now();
    await Promise.race([before, late(before)]);
    await free(db, start + PATIENCE);
    return await db.transaction(work);
  } finally {
    end();
  }
}

/** Rejects if the transactions before take too long: one may wait for this one. */
function late(before: Promise<unknown> | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const use = "In a transaction, use its context for all that you write.";
    const error = new Error(`drizzleData: other transactions held the database for ${PATIENCE / 1000} s. ${use}`);
    const timer = setTimeout(() => reject(error), PATIENCE);
    void Promise.resolve(before).then(() => clearTimeout(timer));
  });
}

/** A server of libSQL lets writers wait by itself. */
export function isFile({ $client: client }: AnyDb): boolean {
  return client?.protocol === "file";
}

/** Lets the connection wait for what another process does between this and the statements of the transaction. */
const BEGIN_SOON = "pragma busy_timeout = 0; begin immediate; rollback; pragma busy_timeout = 1000";

/**
 * Waits while another process writes. It does not just begin again: libSQL leaves a BEGIN that failed open in its connection, which then
 * refuses to commit. A text of several statements it closes.
 */
async function free(db: AnyDb, until: number): Promise<void> {
  if (!isFile(db)) return;
  for (;;) {
    try {
      return await db.$client.executeMultiple(BEGIN_SOON);
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
  }
}
