/** The table of idempotency keys. */
export const KEYS = "trestle_idempotency_keys";

/** The notices that were published, one row for each publish. */
export const NOTICES = "trestle_live_notices";

/** One row: the secret of the positions, and the newest transaction whose notices may have been removed. */
export const LIVE_STATE = "trestle_live_state";

/**
 * The SQL that creates Trestle's tables if they do not exist: one statement, for your own migrations. Several processes may run it at once.
 */
export const migration = `do $trestle$ begin
  perform pg_advisory_xact_lock(7451938120655);
  create table if not exists ${KEYS} (
    id text primary key,
    fingerprint text not null,
    status integer not null,
    headers text not null,
    body text,
    view text not null,
    expires_at timestamptz not null
  );
  create index if not exists ${KEYS}_expires_at on ${KEYS} (expires_at);
  create table if not exists ${NOTICES} (
    id bigint generated always as identity primary key,
    xact xid8 not null default pg_current_xact_id(),
    published_at timestamptz not null default clock_timestamp(),
    notices text not null
  );
  create index if not exists ${NOTICES}_xact on ${NOTICES} (xact);
  create index if not exists ${NOTICES}_published_at on ${NOTICES} (published_at);
  create table if not exists ${LIVE_STATE} (
    only_row boolean primary key default true check (only_row),
    secret text not null,
    removed xid8 not null default '0'
  );
  insert into ${LIVE_STATE} (secret) values (gen_random_uuid()::text || gen_random_uuid()::text) on conflict do nothing;
end $trestle$`;

/** A pool or a connection: of node-postgres, or a PGlite. */
export interface Migratable {
  query(sql: string): Promise<unknown>;
}

/**
 * Creates Trestle's tables if they do not exist.
 *
 * @param pool With postgres.js, pass `{ query: (text) => sql.unsafe(text) }`.
 *
 * @example
 * ```ts
 * import { PGlite } from "@electric-sql/pglite";
 * import { migrate } from "trestle/postgres";
 *
 * const db = new PGlite();
 * await migrate(db);
 * await migrate(db); // nothing is left to do
 * ```
 */
export async function migrate(pool: Migratable): Promise<void> {
  await pool.query(migration);
}
