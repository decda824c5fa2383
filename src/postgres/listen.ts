/**
 * Calls `wake` for each notification on a channel, and `lost` if that has ended. What it resolves to ends it: a function, or an object with
 * `unlisten`.
 */
export type Listen = (channel: string, wake: () => void, lost: (error: unknown) => void) => PromiseLike<unknown>;

/** A connection of node-postgres. */
export interface ListeningClient {
  query(sql: string): Promise<unknown>;
  on(event: "notification" | "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  release(destroy: boolean): void;
}

/** A pool of node-postgres. */
export interface ListeningPool {
  connect(): Promise<ListeningClient>;
}

/** How often a connection is checked: one that died without a word would never notify again. */
const CHECK_EVERY = 15_000;

/**
 * Listens on a connection of a pool of node-postgres: of one that reaches Postgres directly, and not through pgbouncer.
 *
 * @example
 * ```ts no-run
 * import pg from "pg";
 * import { listenOn, postgresHub } from "trestle/postgres";
 *
 * const pool = new pg.Pool({ connectionString: process.env.PGBOUNCER_URL });
 * const direct = new pg.Pool({ connectionString: process.env.POSTGRES_URL, max: 1 });
 * export const hub = postgresHub(pool, { listen: listenOn(direct) });
 * ```
 */
export function listenOn(pool: ListeningPool): Listen {
  return async (channel, wake, lost) => {
    const client = await pool.connect();
    let isOver = false;
    let isChecking = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      client.release(true);
    };
    const fail = (error: unknown) => {
      if (isOver) return;
      end();
      lost(error);
    };
    const check = () => {
      if (isChecking) return fail(new Error("The connection that listens does not respond."));
      isChecking = true;
      client.query("select 1").then(() => {
        isChecking = false;
      }, fail);
    };
    const timer = setInterval(check, CHECK_EVERY);
    client.on("notification", wake);
    client.on("error", fail);
    client.on("end", () => fail(new Error("The connection that listens has ended.")));
    try {
      await client.query(`listen ${channel}`);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  };
}
