import { startPostgres } from "../../../tests/support/postgres.js";
import { createServer } from "../app.js";
import { connect } from "../db/connect.js";
import { seed } from "../db/seed.js";

interface RunningDatabase {
  readonly url?: string;
  stop(): Promise<void>;
}

const startPglite = async (): Promise<RunningDatabase> => ({ stop: async () => {} });

/** The databases that every test of the newsroom runs on. */
export const databases: readonly (readonly [name: string, start: () => Promise<RunningDatabase>])[] = [
  ["PGlite", startPglite],
  ["a Postgres server", startPostgres],
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
export async function startNewsroom(start: () => Promise<RunningDatabase> = startPglite): Promise<Newsroom> {
  const database = await start();
  let queries = 0;
  const logger = { logQuery: () => void queries++ };
  const connection = await connect({ url: database.url, logger });
  await seed(connection.db);
  const server = await createServer(connection);
  const origin = await server.listen({ port: 0 });
  return {
    origin,
    url: `${origin}/api`,
    queries: () => queries,
    stop: async () => {
      await server.close();
      await database.stop();
    },
  };
}
