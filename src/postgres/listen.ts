import { RetryWaits } from "../retry/retry-waits.js";

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

/** Listens until it is stopped. If a connection is lost, it makes another one. */
export class KeptListening {
  readonly #listen: Listen;
  readonly #channel: string;
  readonly #wake: () => void;
  readonly #fail: (error: unknown) => void;
  readonly #waits = new RetryWaits();
  /** What ends the current connection. It never rejects. */
  #current: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(listen: Listen, channel: string, wake: () => void, fail: (error: unknown) => void) {
    this.#listen = listen;
    this.#channel = channel;
    this.#wake = wake;
    this.#fail = fail;
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await endListening(await this.#current).catch(this.#fail);
  }

  #begin(): void {
    let isOver = false;
    const again = (error: unknown) => {
      if (isOver) return; // a connection that breaks while it begins to listen says so twice
      isOver = true;
      this.#current = Promise.resolve();
      if (this.#isStopped) return;
      this.#fail(error);
      this.#timer = setTimeout(() => this.#begin(), this.#waits.next());
    };
    this.#current = Promise.resolve(this.#listen(this.#channel, this.#wake, again)).then((end) => {
      this.#waits.succeeded();
      this.#wake(); // for what was published before it listened
      return end;
    }, again);
  }
}

async function endListening(end: unknown): Promise<void> {
  if (typeof end === "function") await end();
  else if (typeof end === "object" && end !== null && "unlisten" in end && typeof end.unlisten === "function")
    await end.unlisten();
}
