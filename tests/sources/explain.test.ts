import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { toMany, toOne, trestle } from "trestle";
import { byColumn, byType, compositeId, drizzleData, hasMany } from "trestle/drizzle";
import { countOf, joinId, type SourceTestContext } from "trestle/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { type DrizzleBed, poolBed, sources } from "./drizzle-bed.js";

// The plans of statements over many rows: where an index fits, Postgres uses it.

const ROWS = `
insert into authors select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n % 50, 'author ' || n, n || '@example.test'
  from generate_series(1, 20000) n;
insert into posts (id, tenant, title, body, views, rating, published, status, at, labels, marks, contact, author_id, parent_id)
  select n, n % 50, 'title ' || n, 'body', n, n % 5, true, 'live', timestamptz '2026-01-01' + n * interval '1 minute',
    array['l' || n % 5000, 'all'], jsonb_build_array(n % 5000, -1),
    jsonb_build_object('city', 'c' || n % 5000, 'geo', jsonb_build_object('codes', jsonb_build_array('k' || n % 5000))),
    ('00000000-0000-4000-8000-' || lpad((n % 20000 + 1)::text, 12, '0'))::uuid, case when n > 100 then n / 100 * 50 / 50 end
  from generate_series(1, 50000) n;
insert into tags select 't' || n, n % 50, 'label ' || n from generate_series(1, 20000) n;
insert into post_tags select n, 't' || (n + k * 50 - 1) % 20000 + 1 from generate_series(1, 50000) n, generate_series(1, 3) k;
insert into comments (text, post_id) select 'comment', n % 50000 + 1 from generate_series(1, 150000) n;
drop table pins, members;
create table members (org int, "user" text, boss text, primary key (org, "user"));
insert into members select n % 500, 'u' || n, 'u' || (n % 500) from generate_series(0, 49999) n;
create index on members (org, boss);
create table boards (id int primary key, name text); insert into boards select n, 'board ' || n from generate_series(1, 20000) n;
create index on boards (name);
create table users (id text primary key); insert into users select n::text from generate_series(1, 20001) n;
create table pins (id int primary key, kind text, key text, board_id int, user_id text); create index on pins (kind, key);
insert into pins select n, case n % 2 when 0 then 'boards' else 'users' end, (n % 20000 + 1)::text,
  case n % 2 when 0 then n % 20000 + 1 end, case n % 2 when 1 then (n % 20000 + 1)::text end from generate_series(1, 100000) n;
create index on pins (board_id); create index on pins (user_id);
create index on authors (tenant, name); create index on tags (tenant, label);
create index on posts (tenant, at, id); create index on posts (tenant, id); create index on posts (author_id);
create index on posts (parent_id); create index on post_tags (tag); create index on comments (post_id);
create index on posts using gin (labels); create index on posts using gin (marks jsonb_path_ops);
create index on posts using gin (contact);
analyze`;

let server: RunningPostgres;
let bed: DrizzleBed;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres();
  bed = await poolBed(server.url);
  pool = new pg.Pool({ connectionString: server.url });
  pool.on("error", () => {});
  for (const statement of ROWS.split(";")) await bed.exec(statement);
}, 180_000); // 50 000 rows with their indexes, while other servers start
afterAll(async () => {
  await pool?.end();
  await bed?.close();
  await server?.stop();
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Rows Removed by Filter"?: number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

/** Rows that a plan may read in vain. A tenth of the posts. */
const MOST_REMOVED = 5000;

/** Sequential scans, and index scans that read most of a table. */
function scans(plan: Plan): string[] {
  const removed = (plan["Rows Removed by Filter"] ?? 0) * plan["Actual Loops"];
  const isScan = plan["Node Type"] === "Seq Scan" || removed > MOST_REMOVED;
  const own = isScan ? [`${plan["Node Type"]} on ${plan["Relation Name"]}, which skips ${removed} rows`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

/** The scans in the plans of all statements of a piece of work. */
async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
  const first = bed.statements.length;
  await work();
  const texts = bed.statements.slice(first);
  expect(texts.length).toBeGreaterThan(0);
  const found = texts.map(async (text, index) => {
    if (!/^(select|with)\b/.test(text)) return [];
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, bed.parameters[first + index]);
    return scans(rows[0]["QUERY PLAN"][0].Plan).map((scan) => `${scan}: ${text}`);
  });
  return (await Promise.all(found)).flat();
}

const { posts, authors, tags } = sources;
// biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
const args = (more: object = {}): any => {
  return { ctx: bed.ctx(1), filter: {}, sort: [], include: {}, fields: {}, page: { size: 20 }, ...more };
};
const AUTHOR = "00000000-0000-4000-8000-000000000151";
const sort = [{ field: "at", order: "desc" as const }];
const pageOf = (links: unknown, name: "next" | "prev") =>
  (links as Readonly<Record<string, { readonly page: object } | null>>)[name]?.page;

const members = pgTable("members", { org: integer().notNull(), user: text().notNull(), boss: text() }, (table) => [
  primaryKey({ columns: [table.org, table.user] }),
]);
const memberResource = trestle<SourceTestContext>().resource("members", {
  id: z.string(),
  attributes: { staff_count: z.int() },
  relationships: {
    boss: toOne("members", { id: z.string() }).nullable(),
    staff: toMany("members", { id: z.string() }),
  },
});
const memberSource = drizzleData({ db: "db", tables: { members } }).source(memberResource, {
  columns: { boss: compositeId(members.org, members.boss), staff_count: countOf("staff") },
  relationships: { staff: hasMany([members.org, members.boss]) },
});
const memberIds = Array.from({ length: 100 }, (_, index) => joinId(index, `u${index}`));

// The ids of boards are integers, and the pins hold them as texts.
const boards = pgTable("boards", { id: integer().primaryKey(), name: text() });
const pins = pgTable("pins", {
  id: integer().primaryKey(),
  kind: text(),
  key: text(),
  board_id: integer(),
  user_id: text(),
});
const t = trestle<SourceTestContext>();
const boardResource = t.resource("boards", {
  id: z.int(),
  attributes: { name: z.string().nullable(), pin_count: z.int(), sourced_count: z.int() },
  relationships: { pins: toMany("pins", { linkage: true }), sourced: toMany("pins", { linkage: true }) },
});
const several = () => toOne(["boards", "users"], { ids: { users: z.string() } }).nullable();
const pinResource = t.resource("pins", {
  id: z.int(),
  attributes: {},
  relationships: { subject: several(), source: several() },
});
const users = pgTable("users", { id: text().primaryKey() });
const pinData = drizzleData({ db: "db", tables: { boards, pins, users } });
pinData.source(t.resource("users", { id: z.string(), attributes: {} }), {});
const boardSource = pinData.source(boardResource, {
  columns: { pin_count: countOf("pins"), sourced_count: countOf("sourced") },
  relationships: { pins: hasMany(pins.key), sourced: hasMany(pins.board_id) },
});
const pinSource = pinData.source(pinResource, {
  relationships: {
    subject: byType({ type: pins.kind, id: pins.key }),
    source: byColumn({ boards: pins.board_id, users: pins.user_id }),
  },
});

const pinsBy = (filter: object) => pinSource.getMany(args({ filter }));

const work: Readonly<Record<string, () => Promise<unknown>>> = {
  get: () => posts.getOne(args({ id: 151 })),
  "list by an indexed filter": () => posts.getMany(args({ filter: { author: AUTHOR } })),
  "list by ids": () => posts.getMany(args({ filter: { id: [1, 51, 101, 151] } })),
  "a list with a count": () => posts.getMany(args({ page: { offset: 40, limit: 20 } })),
  "keyset pages in both directions": async () => {
    const first = await posts.getMany(args({ sort }));
    const second = await posts.getMany(args({ sort, page: { size: 20, ...pageOf(first.links, "next") } }));
    const back = await posts.getMany(args({ sort, page: { size: 20, ...pageOf(second.links, "prev") } }));
    expect(back.data).toEqual(first.data);
  },
  "a to-one include": () => posts.getMany(args({ include: { author: true, parent: true } })),
  "a to-many include without a limit": () => posts.getMany(args({ include: { replies: true } })),
  "a to-many include with a limit": () => posts.getMany(args({ include: { comments: true } })),
  "a many-to-many include": () => posts.getMany(args({ include: { tags: true } })),
  "includes of includes": () =>
    posts.getMany(args({ include: { author: true, author__posts: true, author__posts__tags: true } })),
  "a filter of a to-one": () => posts.getMany(args({ filter: { author__name: "author 151" } })),
  "a filter of children": () => authors.getMany(args({ filter: { posts__title: "title 151" } })),
  "a filter of a many-to-many": () => posts.getMany(args({ filter: { tags: "t151" } })),
  "a filter of an element": () => posts.getMany(args({ filter: { labels__has: "l151" } })),
  "a filter of all elements": () => posts.getMany(args({ filter: { labels__hasall: ["all", "l151"] } })),
  "a filter of any element": () => posts.getMany(args({ filter: { labels__hasany: ["l151", "l201"] } })),
  "a filter of an element in JSON": () => posts.getMany(args({ filter: { marks__has: 151 } })),
  "a filter of all elements in JSON": () => posts.getMany(args({ filter: { marks__hasall: [-1, 151] } })),
  "a filter of any element in JSON": () => posts.getMany(args({ filter: { marks__hasany: [151, 201] } })),
  "a filter inside of JSON": () => posts.getMany(args({ filter: { contact__city: "c151" } })),
  "a filter of several values inside of JSON": () =>
    posts.getMany(args({ filter: { contact__city__in: ["c151", "c201"] } })),
  "a filter of a list inside of JSON": () => posts.getMany(args({ filter: { contact__geo__codes__has: "k151" } })),
  "a filter of no children": () =>
    posts.getMany(args({ filter: { author: AUTHOR, comments__none__text__contains: "x" }, sort })),
  "a filter of no members": () => posts.getMany(args({ filter: { tags__none: ["t151", "t201"] }, sort })),
  "a filter of all members": () => posts.getMany(args({ filter: { tags__all: ["t151", "t201"] } })),
  "a filter by the number of children": () => posts.getMany(args({ filter: { comments__count__gte: 3 }, sort })),
  "a filter by the number of members": () => posts.getMany(args({ filter: { author: AUTHOR, tags__count: 3 }, sort })),
  "a sort by a number of members": () =>
    posts.getMany(args({ filter: { author: AUTHOR }, sort: [{ field: "comments__count", order: "desc" }] })),
  "a sort by a to-one": () =>
    posts.getMany(args({ filter: { author: AUTHOR }, sort: [{ field: "author__name", order: "asc" }] })),
  "a related to-one": () => posts.getRelated("author")(args({ id: 151 })),
  "related children": () => posts.getRelated("comments")(args({ id: 151 })),
  "related many-to-many": () => posts.getRelated("tags")(args({ id: 151 })),
  "the inverse of a many-to-many": () => tags.getRelated("posts")(args({ id: "t151" })),
  "get by an id of several columns": () => memberSource.getOne(args({ id: memberIds[7] })),
  "100 ids of several columns": () => memberSource.getMany(args({ filter: { id: memberIds } })),
  "keyset pages by an id of several columns": async () => {
    const sort = [{ field: "id", order: "asc" as const }];
    const first = await memberSource.getMany(args({ sort }));
    await memberSource.getMany(args({ sort, page: { size: 20, ...pageOf(first.links, "next") } }));
  },
  "includes over ids of several columns": () =>
    memberSource.getMany(args({ filter: { id: memberIds.slice(0, 20) }, include: { boss: true, staff: true } })),
  "a filter by a reference of several columns": () =>
    memberSource.getMany(args({ filter: { boss: memberIds[7], boss__ne: memberIds[8] } })),
  "an include of a to-one of several types": () =>
    pinSource.getMany(args({ include: { subject: true, source: true } })),
  ...Object.fromEntries(
    ["subject", "source"].flatMap((name) => [
      [`a filter by the id of ${name}`, () => pinsBy({ [`${name}__type`]: "boards", [`${name}__id`]: "151" })],
      [`a filter by an id of any type of ${name}`, () => pinsBy({ [`${name}__id`]: "151" })],
      [`a filter by a field of a type of ${name}`, () => pinsBy({ [`${name}__boards__name`]: "board 151" })],
      [`a filter by a text id of a type of ${name}`, () => pinsBy({ [`${name}__users__id`]: "151" })],
      [`the related ${name}`, () => pinSource.getRelated(name as "subject" | "source")(args({ id: 151 }))],
    ]),
  ),
  "the other side of a to-one of several types": async () => {
    for (const name of ["pins", "sourced"] as const) {
      await boardSource.getMany(args({ filter: { id: [2, 4, 6] }, include: { [name]: true } }));
      await boardSource.getRelated(name)(args({ id: 151 }));
    }
  },
  "a filter by the other side of a to-one of several types": async () => {
    await boardSource.getMany(args({ filter: { pins: 151 } }));
    await boardSource.getMany(args({ filter: { sourced: 152 } }));
  },
  "values of members": async () => {
    await boardSource.getMany(args());
    await memberSource.getMany(args({ filter: { id: memberIds }, include: { staff: true } }));
  },
  "the ids of a relationship": () => posts.getRelationship("tags")(args({ id: 151 })),
};

test.each(Object.entries(work))("%s: no sequential scan where an index fits", async (_, run) => {
  expect(await scansOf(run)).toEqual([]);
});

test("without an index there is a scan, so that these tests can fail", async () => {
  await bed.exec("drop index comments_post_id_idx; drop index posts_tenant_at_id_idx; drop index pins_kind_key_idx");
  expect((await scansOf(() => posts.getMany(args({ include: { comments: true } })))).join()).toContain("comments");
  expect((await scansOf(() => posts.getRelated("comments")(args({ id: 151 })))).join()).toContain("comments");
  expect((await scansOf(() => pinsBy({ subject__boards__name: "board 151" }))).join()).toContain("pins");
});
