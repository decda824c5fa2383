import pg from "pg";

/** Connections to a Postgres server that may go away and come back. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  // Without a listener, a connection that breaks while idle ends the process. The pool replaces it by itself.
  pool.on("error", (error) => {
    if (!pool.ending) console.error(`A database connection was lost: ${error.message}`);
  });
  giveBackBroken(pool);
  return pool;
}

/**
 * One that breaks while it is used must not end the process either. And Drizzle never gives back one that breaks as a
 * transaction begins: ten of them, and the pool would have none left.
 */
export function giveBackBroken(pool: pg.Pool): void {
  const used = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => void used.add(client));
  pool.on("release", (_error, client) => void used.delete(client));
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      if (!used.has(client)) return;
      const { release } = client;
      client.release = () => undefined; // giving it back again would throw, in place of what went wrong
      release.call(client, error);
    });
  });
}
