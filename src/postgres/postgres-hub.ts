import { checkOptionNames } from "../define/model/names.js";
import { LONGEST_TIMEOUT, requireInteger } from "../define/model/limit.js";
import type { HubListener, HubNotice, HubSubscription, LiveHub } from "../define/types/live.js";
import { RetryWaits } from "../retry/retry-waits.js";
import { KeptListening, type Listen, listenOn, type ListeningPool } from "./listen.js";
import type { SqlQuery, SqlRow, SqlValue } from "./postgres-store.js";
import { LIVE_STATE, NOTICES } from "./migrate.js";

/** A pool of node-postgres, or a PGlite. With postgres.js, pass `{ query: async (text, values) => ({ rows: await sql.unsafe(text, values) }) }`. */
export interface HubPool extends Partial<ListeningPool> {
  query(sql: string, values: SqlValue[]): Promise<{ readonly rows: readonly SqlRow[] }>;
}

export interface PostgresHubOptions<TContext> {
  /**
   * Runs a statement in the transaction that the router's `transaction` put into the context, as for `postgresStore`. Notices are then
   * stored in the transaction of the write, and none is lost. Default: notices are published after the commit, and are lost if the process
   * dies between both.
   */
  readonly query?: SqlQuery<TContext>;
  /**
   * Calls `wake` whenever the channel gets a notification. Default: with a pool of node-postgres, one of its connections, which is
   * replaced if it dies. LISTEN does not work through pgbouncer in transaction mode: `listenOn(directPool)` takes another pool. For
   * postgres.js, pass `(channel, wake) => sql.listen(channel, wake)`; for PGlite, `(channel, wake) => db.listen(channel, wake)`.
   */
  readonly listen?: Listen;
  /** Milliseconds between reads without a notification. Default: 5 s. */
  readonly pollEvery?: number;
  /** Milliseconds for which notices are kept for clients that connect again. Default: 1 hour. */
  readonly keep?: number;
}

/** A longer position is shortened for listeners, because clients send it in a header. */
const MAX_POSITION = 400;

/** How much of it the ids of running transactions may take: the three others have up to 20 digits. */
const MAX_RUNNING = MAX_POSITION - 63;

/** The largest number of rows in one read. A reader that is so far behind starts anew. */
const MAX_ROWS = 10_000;

/** The number of rows in one page for a client that connects again. */
const PAGE = 1000;

/**
 * Carries live notices through Postgres, for any number of processes. Create its tables with `migrate(pool)`. A publish is one insert and
 * one NOTIFY. Each process keeps one connection of the pool, so the pool needs at least two.
 *
 * @throws {TypeError} If `pool` cannot run queries, or an option is unknown or not a positive integer.
 *
 * @example
 * ```ts
 * import { PGlite } from "@electric-sql/pglite";
 * import { trestle } from "trestle";
 * import { liveChannel } from "trestle/live";
 * import { migrate, postgresHub } from "trestle/postgres";
 * import { z } from "zod";
 *
 * const pglite = new PGlite();
 * await migrate(pglite);
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.deleteOne(() => {})) });
 *
 * const hub = postgresHub(pglite, { listen: (channel, wake) => pglite.listen(channel, wake) });
 * export const live = liveChannel(api, { hub });
 * await live.publish({ type: "notes", id: 1, op: "update", fields: ["text"] });
 * ```
 */
export function postgresHub<TContext = never>(
  pool: HubPool,
  options: PostgresHubOptions<TContext> = {},
): LiveHub<TContext> {
  if (typeof pool?.query !== "function") throw new TypeError("postgresHub needs a pool of node-postgres, or a PGlite.");
  checkOptionNames("postgresHub", options, { query: true, listen: true, pollEvery: true, keep: true });
  const { query, keep = 3_600_000, pollEvery = 5000 } = options;
  requireInteger("postgresHub: keep", keep);
  requireInteger("postgresHub: pollEvery", pollEvery, LONGEST_TIMEOUT);
  const listen = options.listen ?? (pool.connect && listenOn({ connect: pool.connect.bind(pool) }));
  const run = async (sql: string, values: SqlValue[] = []) => (await pool.query(sql, values)).rows;
  let nextRemoval = 0;
  /** Removes old rows, at most once in a while in each process. */
  const removeOld = async () => {
    const now = performance.now();
    if (now < nextRemoval) return;
    nextRemoval = now + pollEvery;
    let count: unknown;
    do count = (await run(REMOVE, [keep]))[0]?.count;
    while (count === STEP);
  };
  return {
    async secret() {
      const [row] = await run(SECRET);
      return `${row?.secret}`;
    },
    async publish(notices) {
      await run(PUBLISH, [JSON.stringify(notices)]);
      await removeOld();
    },
    record:
      query &&
      (async (ctx, notices) => {
        await query(ctx, RECORD, [JSON.stringify(notices)]);
      }),
    async wake() {
      await run(NOTIFY);
      await removeOld();
    },
    subscribe: (listener) => Reader.begin(run, listener, listen, pollEvery, removeOld),
    async *since(position) {
      let last: string | undefined;
      do {
        const rows = await run(READ, [position, PAGE, last ?? "0"]);
        if (rows[0]?.is_lost === true) return yield undefined;
        yield noticesIn(rows);
        last = rows.length === PAGE ? `${rows.at(-1)?.id}` : undefined;
      } while (last !== undefined);
    },
  };
}

type Run = (sql: string, values?: SqlValue[]) => Promise<readonly SqlRow[]>;

function noticesIn(rows: readonly SqlRow[]): HubNotice[] {
  return rows.flatMap(({ notices }): HubNotice[] => (notices === null ? [] : JSON.parse(`${notices}`)));
}

/**
 * A position is "xmin:xmax:running/id". A snapshot that contains less is still right: some notices are then read twice. So it ends at the first
 * running transaction that has no place.
 */
function shortened(position: string): string {
  if (position.length <= MAX_POSITION) return position;
  const [snapshot = "", id] = position.split("/");
  const [xmin, , running = ""] = snapshot.split(":");
  const end = running.lastIndexOf(",", MAX_RUNNING);
  const [xmax] = running.slice(end + 1).split(",", 1);
  return `${xmin}:${xmax}:${running.slice(0, end)}/${id}`;
}

/** Reads what is published, woken by notifications and by a clock. */
class Reader {
  readonly #run: Run;
  readonly #listener: HubListener;
  readonly #removeOld: () => Promise<void>;
  /** It is whole, so that each notice is read once. */
  #position: string;
  #reading: Promise<void> | undefined;
  #isWoken = false;
  readonly #waits = new RetryWaits();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  static async begin(
    run: Run,
    listener: HubListener,
    listen: Listen | undefined,
    pollEvery: number,
    removeOld: () => Promise<void>,
  ): Promise<HubSubscription> {
    const [row] = await run(BEGIN);
    const position = `${row?.position}`;
    const reader = new Reader(run, listener, removeOld, position);
    const timer = setInterval(() => reader.wake(true), pollEvery);
    const wake = () => reader.wake(false);
    const listening = listen && new KeptListening(listen, CHANNEL, wake, listener.fail);
    return {
      position: shortened(position),
      async close() {
        clearInterval(timer);
        reader.#isClosed = true;
        clearTimeout(reader.#retry);
        await listening?.stop();
        await reader.#reading;
      },
    };
  }

  private constructor(run: Run, listener: HubListener, removeOld: () => Promise<void>, position: string) {
    this.#run = run;
    this.#listener = listener;
    this.#removeOld = removeOld;
    this.#position = position;
  }

  /** Reads now, or once more if a read is under way: it may have begun before the last commit. */
  wake(isPoll: boolean): void {
    if (this.#isClosed) return;
    if (this.#reading !== undefined) {
      this.#isWoken = true;
      return;
    }
    clearTimeout(this.#retry);
    this.#reading = this.#read(isPoll)
      .catch((error) => {
        this.#listener.fail(error);
        if (!this.#isClosed) this.#retry = setTimeout(() => this.wake(false), this.#waits.next());
      })
      .finally(() => {
        this.#reading = undefined;
        if (!this.#isWoken) return;
        this.#isWoken = false;
        this.wake(false);
      });
  }

  async #read(isPoll: boolean): Promise<void> {
    const rows = await this.#run(READ, [this.#position, MAX_ROWS + 1, "0"]);
    const isLost = rows[0]?.is_lost === true || rows.length > MAX_ROWS;
    const notices = noticesIn(rows);
    this.#position = `${rows[0]?.position}`;
    const position = shortened(this.#position);
    this.#waits.succeeded();
    if (this.#isClosed) return;
    if (isLost) this.#listener.reset(position);
    else this.#listener.hear({ notices, position }); // even without notices, because the position moves
    if (isPoll) await this.#removeOld();
  }
}

/** The channel of NOTIFY. */
const CHANNEL = "trestle_live";

export const SECRET = `select secret from ${LIVE_STATE}`;

/** Stores notices in a transaction of the app. NOTIFY would make its commits wait for each other, so it follows in a statement of its own. */
const RECORD = `insert into ${NOTICES} (notices) values ($1)`;

const NOTIFY = `select pg_notify('${CHANNEL}', '')`;

const PUBLISH = `with published as (${RECORD}) ${NOTIFY}`;

/** The position of a reader that begins now. */
export const BEGIN = `select pg_current_snapshot() || '/' || coalesce(max(id), 0) as position from ${NOTICES}`;

const SNAPSHOT = "split_part($1, '/', 1)::pg_snapshot";
const LAST_ID = "nullif(split_part($1, '/', 2), '')::bigint"; // null in a position of an older version

/**
 * Reads the notices that a position ($1) did not contain, whenever they were written. It begins with a snapshot, because ids and times are
 * assigned before the commit, and transactions commit in another order. Behind it is the highest id of a row: a server that crashed
 * gives the ids of transactions that left nothing on the disk to others, and the snapshot would contain them. Each row is read exactly once.
 * $3 is the id of the last row of the page before. It is subtracted, and `or` is a union, so that each part has its own index in a table without statistics.
 *
 * Something is lost if a row was removed that the snapshot may not have contained, or if the snapshot is of another server: a restored
 * one, or a replica that was promoted and had not received everything.
 */
export const READ = `select now.position, now.is_lost, n.id::text as id, n.notices
from (
  select pg_current_snapshot() || '/' || greatest((select max(id) from ${NOTICES}), ${LAST_ID}, 0) as position,
    removed >= pg_snapshot_xmin(${SNAPSHOT}) or pg_snapshot_xmax(${SNAPSHOT}) > pg_snapshot_xmax(pg_current_snapshot()) as is_lost
  from ${LIVE_STATE}
) as now
left join (
  select id, notices from ${NOTICES} where xact >= pg_snapshot_xmin(${SNAPSHOT}) and not pg_visible_in_snapshot(xact, ${SNAPSHOT})
  union
  select id, notices from ${NOTICES} where id > ${LAST_ID}
) as n on not now.is_lost and n.id - $3::bigint > 0
order by n.id
limit $2::integer`;

/** How many rows a step of {@link REMOVE} removes. */
const STEP = 1000;

/**
 * Removes some rows that are older than $1 milliseconds, and notes their newest transaction. It leaves those that a running transaction could
 * still make a reader look for.
 */
const REMOVE = `with removed as (
  delete from ${NOTICES} where id in (
    select id from ${NOTICES}
    where published_at < clock_timestamp() - $1::float8 * interval '1 millisecond' and xact < pg_snapshot_xmin(pg_current_snapshot())
    order by published_at limit ${STEP} for update skip locked
  )
  returning xact
), newest as (select xact from removed order by xact desc limit 1), noted as (
  update ${LIVE_STATE} set removed = newest.xact from newest where removed < newest.xact
)
select count(*)::integer as count from removed`;
