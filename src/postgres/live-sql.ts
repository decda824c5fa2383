import { LIVE_STATE, NOTICES } from "./migrate.js";

/** The channel of NOTIFY. */
export const CHANNEL = "trestle_live";

export const SECRET = `select secret from ${LIVE_STATE}`;

/** Stores notices in a transaction of the app. NOTIFY would make its commits wait for each other, so it follows in a statement of its own. */
export const RECORD = `insert into ${NOTICES} (notices) values ($1)`;

export const NOTIFY = `select pg_notify('${CHANNEL}', '')`;

export const PUBLISH = `with published as (${RECORD}) ${NOTIFY}`;

/** The position of a reader that begins now. */
export const BEGIN = "select pg_current_snapshot()::text as position";

/**
 * Reads the notices that a snapshot ($1) did not contain, whenever they were written: a position is a snapshot, because ids and times are
 * assigned before the commit, and transactions commit in another order. Each row is read exactly once. $3 is the id of the last row of the page
 * before.
 *
 * Something is lost if a row was removed that the snapshot may not have contained, or if the snapshot is of another server: a restored
 * one, or a replica that was promoted and had not received everything.
 */
export const READ = `select now.position::text as position, now.is_lost, n.id::text as id, n.notices
from (
  select pg_current_snapshot() as position,
    removed >= pg_snapshot_xmin($1::pg_snapshot) or pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_lost
  from ${LIVE_STATE}
) as now
left join ${NOTICES} as n on not now.is_lost
  and n.xact >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(n.xact, $1::pg_snapshot) and n.id > $3::bigint
order by n.id
limit $2::integer`;

/** How many rows a step of {@link REMOVE} removes. */
export const STEP = 1000;

/**
 * Removes some rows that are older than $1 milliseconds, and notes their newest transaction. It leaves those that a running transaction could
 * still make a reader look for.
 */
export const REMOVE = `with removed as (
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
