import { checkOptionNames } from "../define/model/names.js";
import { requireInteger } from "../define/model/limit.js";
import type { Claim, IdempotencyStore, StoredResponse } from "../define/types/idempotency.js";
import { KEYS } from "./migrate.js";

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs one statement with placeholders `$1`, `$2`, … in the transaction of the context, and returns its rows. */
export type SqlQuery<TContext> = (
  ctx: TContext,
  sql: string,
  values: SqlValue[],
) => PromiseLike<{ readonly rows: readonly SqlRow[] } | readonly SqlRow[]>;

export interface PostgresStoreOptions<TContext> {
  /**
   * Runs a statement in the transaction that the router's `transaction` put into the context. node-postgres and PGlite:
   * `(ctx, sql, values) => ctx.db.query(sql, values)`; postgres.js: `(ctx, sql, values) => ctx.db.unsafe(sql, values)`; Drizzle:
   * `drizzleQuery("db")` of `trestle/drizzle`.
   */
  readonly query: SqlQuery<TContext>;
  /** Milliseconds for which a response is kept. Default: 24 hours. */
  readonly expiresAfter?: number;
}

// Two statements: in one, the row would be read as it was before the lock was taken. The id shows whether both are in one transaction.
const LOCK = `select pg_try_advisory_xact_lock(('x' || left($1, 16))::bit(64)::bigint) as locked, pg_current_xact_id()::text as xact`;
const READ = `select pg_current_xact_id_if_assigned()::text as xact, fingerprint, status, headers, body, view
from (select 1) as one left join ${KEYS} on id = $1 and expires_at > now()`;

/**
 * Each write removes two expired rows, so they cannot pile up. A transaction of a higher isolation level could fail because of a row that
 * another one removed, so it removes none.
 */
const WRITE = `with removed as (
  delete from ${KEYS} where id in (
    select id from ${KEYS}
    where expires_at <= now() and id <> $1 and current_setting('transaction_isolation') = 'read committed'
    order by expires_at limit 2 for update skip locked
  )
)
insert into ${KEYS} (id, fingerprint, status, headers, body, view, expires_at)
values ($1, $2, $3::integer, $4, $5, $6, now() + $7::float8 * interval '1 millisecond')
on conflict (id) do update set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
  body = excluded.body, view = excluded.view, expires_at = excluded.expires_at
where ${KEYS}.expires_at <= now()
returning id`;

const DAY = 86_400_000;

/**
 * Keeps the keys of idempotent writes in Postgres, in the transaction of the write: the row and its response are committed together, so a
 * write with a key happens exactly once. Create the table with `migrate(pool)`.
 *
 * @example
 * ```ts
 * import { PGlite, type Transaction } from "@electric-sql/pglite";
 * import { trestle } from "trestle";
 * import { migrate, postgresStore } from "trestle/postgres";
 * import { z } from "zod";
 *
 * const pglite = new PGlite();
 * await migrate(pglite);
 *
 * interface Context {
 *   readonly db: PGlite | Transaction;
 *   readonly user: string | null;
 * }
 *
 * const t = trestle<Context>();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
 * const createNote = notes.createOne({ idempotent: true }, ({ input }) => ({ id: 1, ...input }));
 * export const api = t.router(
 *   { notes: notes.routes(createNote) },
 *   {
 *     transaction: ({ ctx }, run) => pglite.transaction((db) => run({ ...ctx, db })),
 *     idempotency: {
 *       store: postgresStore<Context>({ query: (ctx, sql, values) => ctx.db.query<Record<string, unknown>>(sql, values) }),
 *       caller: (ctx) => ctx.user,
 *     },
 *   },
 * );
 * ```
 */
export function postgresStore<TContext>(options: PostgresStoreOptions<TContext>): IdempotencyStore<TContext> {
  checkOptionNames("postgresStore", options, { query: true, expiresAfter: true });
  const { expiresAfter = DAY } = options;
  if (typeof options.query !== "function")
    throw new TypeError("postgresStore needs query, which runs a statement in the transaction of ctx.");
  requireInteger("postgresStore: expiresAfter", expiresAfter);
  const query = async (ctx: TContext, sql: string, values: SqlValue[]) => {
    const result = await options.query(ctx, sql, values);
    return "rows" in result ? result.rows : result;
  };
  return {
    inTransaction: true,
    async claim({ ctx, id, fingerprint }): Promise<Claim> {
      const [lock] = await query(ctx, LOCK, [id]);
      const [row] = await query(ctx, READ, [id]);
      if (lock === undefined || row === undefined || row.xact !== lock.xact) throw new TypeError(NOT_IN_TRANSACTION);
      if (typeof row.fingerprint === "string") {
        return { state: "done", fingerprint: row.fingerprint, response: toResponse(row) };
      }
      if (!lock.locked) return { state: "running" };
      return {
        state: "new",
        async finish({ status, headers, body, view }) {
          const values = [id, fingerprint, status, JSON.stringify(headers), body ?? null, view, expiresAfter];
          const rows = await query(ctx, WRITE, values);
          if (rows.length === 0)
            throw new Error("postgresStore: another transaction has stored a response for the key.");
        },
        release: async () => {}, // the rollback frees the key
      };
    },
  };
}

const NOT_IN_TRANSACTION =
  "postgresStore: query must run every statement in the transaction of ctx. Use the database that the router's transaction puts into the context.";

/** The columns are those of {@link WRITE}. */
function toResponse({ status, headers, body, view }: SqlRow): StoredResponse {
  return {
    status: Number(status),
    headers: JSON.parse(String(headers)),
    body: body === null ? undefined : String(body),
    view: String(view),
  };
}
