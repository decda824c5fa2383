import { mkdir } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import type { Logger } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { createTables } from "./create-tables.js";
import { openPool } from "./pool.js";

/** What queries run on, whichever driver is behind it; a transaction is one too. */
export type Db = PgDatabase<PgQueryResultHKT>;

export interface Connection {
  readonly db: Db;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** A Postgres server, as `postgres://user:password@host:5432/name`. Without it: PGlite, Postgres inside this process. */
  readonly url?: string | undefined;
  /** Where PGlite keeps its files. Without it: in memory, gone at the end. */
  readonly dataDir?: string | undefined;
  /** Sees each query that is sent. */
  readonly logger?: Logger | undefined;
}

/** Connects, and creates the tables where they are missing. */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const connection = options.url ? connectServer(options.url, options) : await connectEmbedded(options);
  try {
    await createTables(connection.db);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

function connectServer(url: string, { logger }: ConnectOptions): Connection {
  const pool = openPool(url);
  return { db: drizzlePg(pool, { logger: logger ?? false }), close: () => pool.end() };
}

async function connectEmbedded({ dataDir, logger }: ConnectOptions): Promise<Connection> {
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const client = await PGlite.create(dataDir);
  return { db: drizzlePglite(client, { logger: logger ?? false }), close: () => client.close() };
}
