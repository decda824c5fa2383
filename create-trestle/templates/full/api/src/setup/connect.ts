import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { insertSamples } from "./samples.js";

/** A database, or a transaction of it, on any driver. */
export type Db = PgDatabase<PgQueryResultHKT>;

const MIGRATIONS = { migrationsFolder: "api/migrations" };

/** Connects to the Postgres server at `url`, or to PGlite: in the folder `dataDir`, or in memory. Runs the migrations that it lacks. */
export async function connect({ url, dataDir }: { url?: string; dataDir?: string } = {}): Promise<Db> {
  const db = url ? await openServer(url) : await openPglite(dataDir);
  await insertSamples(db).catch((cause) => {
    throw new Error("No rows could be inserted. If you changed schema.ts, run: npm run migration", { cause });
  });
  return db;
}

async function openServer(url: string): Promise<Db> {
  const db = drizzlePg(url);
  db.$client.on("error", console.error); // without it, a connection that breaks ends the process
  await migratePg(db, MIGRATIONS);
  return db;
}

async function openPglite(dataDir?: string): Promise<Db> {
  const db = drizzlePglite(await PGlite.create(dataDir));
  await migratePglite(db, MIGRATIONS);
  return db;
}
