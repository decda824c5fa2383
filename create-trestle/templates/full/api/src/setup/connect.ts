import { PGlite } from "@electric-sql/pglite";
import { is } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import { type PgDatabase, type PgQueryResultHKT, PgTable } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import * as schema from "../schema.js";
import { insertSamples } from "./samples.js";

/** A database, or a transaction of it, on any driver. */
export type Db = PgDatabase<PgQueryResultHKT>;

const MIGRATIONS = { migrationsFolder: "api/migrations" };

/** A connection, which keeps a process alive until it is closed. */
interface Connection {
  readonly db: Db;
  close(): Promise<void>;
}

/** Connects to the Postgres server at `url`, or to PGlite: in the folder `dataDir`, or in memory. Runs the migrations that it lacks. */
export async function connect({ url, dataDir }: { url?: string; dataDir?: string } = {}): Promise<Connection> {
  const connection = url ? await openServer(url) : await openPglite(dataDir);
  await checkTables(connection.db);
  if (!url) await insertSamples(connection.db);
  return connection;
}

/** Ends with one line if `schema.ts` has a table or a column that no migration made. */
async function checkTables(db: Db): Promise<void> {
  for (const table of Object.values(schema).filter((each) => is(each, PgTable))) {
    await db
      .select()
      .from(table)
      .limit(0)
      .catch(({ cause }) => {
        console.error(`schema.ts and the database differ: ${cause?.message}. Run: npm run migration`);
        process.exit(1);
      });
  }
}

async function openServer(url: string): Promise<Connection> {
  const db = drizzlePg(url);
  db.$client.on("error", console.error); // without it, a connection that breaks ends the process
  await migratePg(db, MIGRATIONS);
  return { db, close: () => db.$client.end() };
}

async function openPglite(dataDir?: string): Promise<Connection> {
  const db = drizzlePglite(await PGlite.create(dataDir));
  await migratePglite(db, MIGRATIONS);
  return { db, close: () => db.$client.close() };
}
