import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { startPglite } from "../../../tests/support/pglite.js";
import { startPostgres } from "../../../tests/support/postgres.js";
import { createServer } from "../app.js";
import { type Connection, connect } from "../db/connect.js";
import { createTables } from "../db/create-tables.js";
import { seed } from "../db/seed.js";

/** Opens a database with empty tables. */
type OpenDatabase = (logger: Logger) => Promise<Connection>;

const openPglite: OpenDatabase = async (logger) => {
  const client = await startPglite();
  const db = drizzle(client, { logger });
  await createTables(db);
  return { db, close: () => client.close() };
};

const openPostgres: OpenDatabase = async (logger) => {
  const server = await startPostgres();
  const { db, close } = await connect({ url: server.url, logger });
  return { db, close: () => close().finally(() => server.stop()) };
};

/** The databases that every test of the newsroom runs on. */
export const databases: readonly (readonly [name: string, open: OpenDatabase])[] = [
  ["PGlite", openPglite],
  ["a Postgres server", openPostgres],
];

export interface Newsroom {
  /** Where the back office is: `http://localhost:54321`. */
  readonly origin: string;
  /** Where the API is: `http://localhost:54321/api`. */
  readonly url: string;
  /** How many queries the database has answered so far. */
  readonly queries: () => number;
  stop(): Promise<void>;
}

/** Serves a freshly seeded newsroom on a free port. */
export async function startNewsroom(open: OpenDatabase = openPglite): Promise<Newsroom> {
  let queries = 0;
  const logger = { logQuery: () => void queries++ };
  const connection = await open(logger);
  await seed(connection.db);
  const server = await createServer(connection);
  const origin = await server.listen({ port: 0 });
  return {
    origin,
    url: `${origin}/api`,
    queries: () => queries,
    stop: () => server.close(),
  };
}
