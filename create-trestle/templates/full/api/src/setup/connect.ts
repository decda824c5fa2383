import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import * as schema from "../schema.js";
import { createTables } from "./create-tables.js";

/** A database, or a transaction of it, on any driver. */
export type Db = PgDatabase<PgQueryResultHKT>;

const TITLES = [
  "Council votes 9–4 to keep the night buses",
  "Seagrass returns to the inner bay",
  "Rents fall for the first time in 7 years",
  "A telescope built from scrap finds its first comet",
  "Bakery chain buys back its own flour mill",
  "The last ferry captain hands over the wheel",
  "School kitchens cook for the whole street",
];

/** Connects to the Postgres server at `url`, or to PGlite: in the folder `dataDir`, or in memory. Creates missing tables and first rows. */
export async function connect({ url, dataDir }: { url?: string; dataDir?: string } = {}): Promise<Db> {
  const db: Db = url ? connectServer(url) : drizzlePglite(await PGlite.create(dataDir));
  await createTables((statement) => db.execute(statement), Object.values(schema));
  if ((await db.$count(schema.users)) === 0) await insertRows(db);
  return db;
}

function connectServer(url: string) {
  const db = drizzlePg(url);
  db.$client.on("error", console.error); // without it, a connection that breaks ends the process
  return db;
}

async function insertRows(db: Db): Promise<void> {
  const users = await db
    .insert(schema.users)
    .values([{ name: "Ann" }, { name: "Ben" }, { name: "Chloé" }])
    .returning();
  const articles = TITLES.map((title, day) => ({
    title,
    created_at: new Date(Date.now() - (day + 1) * 86_400_000),
    author_id: users[day % 4]?.id, // every fourth article has no author
  }));
  await db.insert(schema.articles).values(articles);
}
