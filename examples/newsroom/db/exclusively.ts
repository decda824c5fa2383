import { sql } from "drizzle-orm";
import type { Db } from "./connect.js";

/** Any number that nobody else of this database locks. */
const KEY = 20_260_105;

/**
 * Runs `work` in a transaction that no other server on this database runs at the same time.
 * Two servers starting together would otherwise both create a table ("if not exists" does not
 * prevent that), and both find the database empty.
 */
export async function exclusively<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEY})`);
    return work(tx);
  });
}
