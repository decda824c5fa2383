import type { PGlite } from "@electric-sql/pglite";
import { eq } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import * as lite from "drizzle-orm/sqlite-core";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import fc from "fast-check";
import { cursorPage, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { connectQueries, queryOptions } from "trestle/query";
import { countOf, maxOf, minOf, sumOf } from "trestle/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sqliteFile } from "./sqlite-bed.js";
import { until } from "../support/every-server.js";
import { startPglite } from "../support/pglite.js";
import { runs } from "../support/runs.js";

// Attributes that are computed from members: within the scope of the members, and as other attributes in every request.

const tenant = () => integer().notNull();
const authors = pgTable("authors", { id: integer().primaryKey(), tenant: tenant(), name: text().notNull() });
const articles = pgTable("articles", {
  id: integer().primaryKey(),
  tenant: tenant(),
  author_id: integer()
    .notNull()
    .references(() => authors.id),
});
const comments = pgTable("comments", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  tenant: tenant(),
  article_id: integer().references(() => articles.id),
  author_id: integer().references(() => authors.id),
  parent_id: integer().references((): AnyPgColumn => comments.id),
  open: boolean().notNull(),
  created: timestamp({ withTimezone: true }),
  score: integer(),
  deleted_at: timestamp(),
});
const tags = pgTable("tags", { id: text().primaryKey(), tenant: tenant(), label: text().notNull() });
// Without a key: a pair may be there twice, and is one member.
const article_tags = pgTable("article_tags", { article_id: integer(), tag_id: text(), kind: text() });
const orders = pgTable("orders", { id: integer().primaryKey() });
const lines = pgTable("lines", {
  id: integer().primaryKey(),
  order_id: integer().references(() => orders.id),
  price: numeric({ precision: 4, scale: 2 }),
  big: bigint({ mode: "bigint" }),
  int: integer(),
  float: doublePrecision(),
});
const rooms = pgTable("rooms", { org: integer(), no: integer() }, ({ org, no }) => [
  primaryKey({ columns: [org, no] }),
]);
const visits = pgTable("visits", { id: integer().primaryKey(), tenant: tenant(), org: integer(), room: integer() });
const schema = { authors, articles, comments, tags, article_tags, orders, lines, rooms, visits };

interface Context {
  readonly db: unknown;
  readonly tenant: number;
  readonly isEditor: boolean;
}
const t = trestle<Context>();
const isEditor = ({ ctx }: { readonly ctx: Context }) => ctx.isEditor;
const resources = {
  authors: t.resource("authors", {
    id: z.int(),
    attributes: { name: z.string(), open_comments: z.int() },
    relationships: { articles: toMany("articles"), comments: toMany("comments") },
  }),
  articles: t.resource("articles", {
    id: z.int(),
    attributes: {
      comment_count: z.int(),
      open_count: z.int(),
      by_ann: z.int(),
      last_comment: z.date().nullable(),
      score: z.int(),
      least_score: z.int().nullable(),
      tag_count: z.int(),
      last_label: z.string().nullable(),
    },
    relationships: {
      author: toOne("authors"),
      comments: toMany("comments", { fanOut: 50 }),
      tags: toMany("tags", { id: z.string() }),
    },
    visible: { score: isEditor, least_score: isEditor },
  }),
  comments: t.resource("comments", {
    id: z.int(),
    attributes: {
      open: z.boolean(),
      created: z.date().nullable(),
      score: z.int().nullable(),
      reply_count: z.int(),
      best_reply: z.int().nullable(),
    },
    relationships: {
      article: toOne("articles").nullable(),
      author: toOne("authors").nullable(),
      parent: toOne("comments").nullable(),
      replies: toMany("comments"),
    },
    visible: { score: isEditor, best_reply: isEditor },
    createFields: ["open", "article"],
    editFields: ["open", "article"],
  }),
  tags: t.resource("tags", { id: z.string(), attributes: { label: z.string() } }),
  orders: t.resource("orders", {
    id: z.int(),
    attributes: {
      price: z.string(),
      big: z.bigint(),
      int: z.int(),
      float: z.number(),
      top: z.string().optional(),
    },
    relationships: { lines: toMany("lines") },
  }),
  lines: t.resource("lines", {
    id: z.int(),
    attributes: {
      price: z.string().nullable(),
      big: z.bigint().nullable(),
      int: z.int().nullable(),
      float: z.number().nullable(),
    },
  }),
  rooms: t.resource("rooms", {
    id: z.string(),
    attributes: { visit_count: z.int() },
    relationships: { visits: toMany("visits") },
  }),
  visits: t.resource("visits", { id: z.int(), attributes: {} }),
};

const columns = {
  authors: { open_comments: countOf("comments", { open: true }) },
  articles: {
    comment_count: countOf("comments"),
    open_count: countOf("comments", { open: true, created__isnull: false }),
    by_ann: countOf("comments", { author__name__startswith: "ann" }),
    last_comment: maxOf("comments", "created"),
    score: sumOf("comments", "score"),
    least_score: minOf("comments", "score", { open: true }),
    tag_count: countOf("tags"),
    last_label: maxOf("tags", "label"),
  },
  comments: { reply_count: countOf("replies"), best_reply: maxOf("replies", "score") },
};

const data = drizzleData({ db: "db", tables: schema });
const sources = {
  authors: data.source(resources.authors, {
    columns: columns.authors,
    scope: (ctx) => eq(schema.authors.tenant, ctx.tenant),
  }),
  articles: data.source(resources.articles, {
    columns: columns.articles,
    relationships: {
      comments: hasMany(schema.comments.article_id),
      tags: manyToMany(schema.article_tags, {
        from: schema.article_tags.article_id,
        to: schema.article_tags.tag_id,
        where: () => eq(schema.article_tags.kind, "real"),
      }),
    },
    scope: (ctx) => eq(schema.articles.tenant, ctx.tenant),
  }),
  comments: data.source(resources.comments, {
    columns: columns.comments,
    deleted: schema.comments.deleted_at,
    scope: (ctx) => eq(schema.comments.tenant, ctx.tenant),
    values: (ctx) => ({ tenant: ctx.tenant }),
  }),
  tags: data.source(resources.tags, { scope: (ctx) => eq(schema.tags.tenant, ctx.tenant) }),
  orders: data.source(resources.orders, {
    columns: {
      price: sumOf("lines", "price"),
      big: sumOf("lines", "big"),
      int: sumOf("lines", "int"),
      float: sumOf("lines", "float"),
      top: maxOf("lines", "price", { int__gt: 0 }),
    },
  }),
  lines: data.source(resources.lines, {}),
  rooms: data.source(resources.rooms, {
    columns: { visit_count: countOf("visits") },
    relationships: { visits: hasMany([schema.visits.org, schema.visits.room]) },
    scope: "none",
  }),
  visits: data.source(resources.visits, { scope: (ctx) => eq(schema.visits.tenant, ctx.tenant) }),
};

const SORTS = ["comment_count", "last_comment", "last_label", "tag_count", "author__open_comments"] as const;
const FILTERS = {
  comment_count: z.int().optional(),
  comment_count__gte: z.int().optional(),
  comment_count__gt: z.int().optional(),
  open_count__in: z.array(z.int()).optional(),
  last_comment__gt: z.date().optional(),
  last_comment__isnull: z.boolean().optional(),
  last_label__contains: z.string().optional(),
  author__open_comments__lt: z.int().optional(),
  tag_count__ne: z.int().optional(),
};

function routesOf({
  authors,
  articles,
  comments,
  tags,
}: Pick<typeof sources, "authors" | "articles" | "comments" | "tags">) {
  const include = ["comments", "author", "comments__replies", "author__articles"] as const;
  return {
    authors: authors.routes({ getMany: true, getRelated: { articles: { sort: [...SORTS] } } }),
    articles: articles.routes({
      getOne: { include: [...include] },
      getMany: {
        include: [...include],
        filter: FILTERS,
        sort: [...SORTS],
        page: cursorPage({ size: 3 }),
      },
      getRelated: { comments: { sort: ["reply_count"], included: true } },
    }),
    tags: tags.routes({ getMany: true }),
    comments: comments.routes({ getMany: { sort: ["reply_count"] }, createOne: true, editOne: true, deleteOne: true }),
  };
}

let pglite: PGlite;
let db: ReturnType<typeof drizzle>;
const statements: string[] = [];
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite, logger: { logQuery: (text) => void statements.push(text) } });
  await pglite.exec(`
    create table authors (id int primary key, tenant int not null, name text not null);
    create table articles (id int primary key, tenant int not null, author_id int not null);
    create table comments (id int generated by default as identity primary key, tenant int not null, article_id int, author_id int, parent_id int, open boolean not null,
      created timestamptz, score int, deleted_at timestamp);
    create table tags (id text primary key, tenant int not null, label text not null);
    create table article_tags (article_id int, tag_id text, kind text);
    create table orders (id int primary key);
    create table lines (id int primary key, order_id int, price numeric(4, 2), big bigint, int int, float float8);
    create table rooms (org int, no int, primary key (org, no));
    create table visits (id int primary key, tenant int not null, org int, room int);`);
});
afterAll(() => pglite?.close());

// biome-ignore lint/suspicious/noExplicitAny: a JSON:API document, or a row
type Json = any;

function served(routes: ReturnType<typeof routesOf>, asContext: Partial<Context> = {}) {
  const api = t.router(routes);
  const context = t.context(() => ({ db, tenant: 1, isEditor: false, ...asContext }));
  const handle = fetchHandler(api, { context });
  return async (path: string, method = "GET", data?: unknown) => {
    const type = "application/vnd.api+json";
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const request = new Request(`http://test${path}`, { method, headers: { "content-type": type }, ...body });
    const response = await handle(request);
    const document: Json = response.status === 204 ? undefined : await response.json();
    return { status: response.status, document, affects: response.headers.get("trestle-affects") };
  };
}

interface Rows {
  readonly authors: readonly Json[];
  readonly articles: readonly Json[];
  readonly comments: readonly Json[];
  readonly tags: readonly Json[];
  readonly article_tags: readonly Json[];
}

async function store(rows: Rows): Promise<void> {
  await pglite.exec("truncate authors, articles, comments, tags, article_tags");
  for (const [table, list] of Object.entries(rows))
    await pglite.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(list),
    ]);
}

function inMemory({ authors, articles, comments, tags, article_tags }: Rows) {
  const data = memoryData();
  const ofTenant = (ctx: Context) => (row: Json) => row.tenant === ctx.tenant;
  const made = {
    authors: data.source(resources.authors, {
      columns: columns.authors,
      relationships: { articles: { by: "author" }, comments: { by: "author" } },
      rows: authors,
      scope: ofTenant,
    }),
    articles: data.source(resources.articles, {
      columns: columns.articles,
      relationships: { comments: { by: "article" } },
      rows: articles.map(({ author_id, ...row }) => {
        const pairs = article_tags.filter(({ article_id, kind }) => article_id === row.id && kind === "real");
        return { ...row, author: author_id, tags: [...new Set(pairs.map(({ tag_id }) => tag_id))] };
      }),
      scope: ofTenant,
    }),
    comments: data.source(resources.comments, {
      columns: columns.comments,
      relationships: { replies: { by: "parent" } },
      rows: comments.map(({ article_id, author_id, parent_id, created, ...row }) => {
        const related = { article: article_id, author: author_id, parent: parent_id };
        return { ...row, ...related, created: created && new Date(created) };
      }),
      deleted: "deleted_at",
      scope: ofTenant,
      values: (ctx) => ({ tenant: ctx.tenant }),
    }),
  };
  const memory = { ...made, tags: data.source(resources.tags, { rows: tags, scope: ofTenant }) };
  return memory as never; // its conditions are functions
}

/** As one writes it by hand. */
const BY_HAND = `select articles.id, articles.author_id,
  (select count(*)::int from comments c where c.article_id = articles.id and c.tenant = $1 and deleted_at is null) comment_count,
  (select count(*)::int from comments c where c.article_id = articles.id and c.tenant = $1 and deleted_at is null
    and open and created is not null) open_count,
  (select count(*)::int from comments c join authors w on w.id = c.author_id and w.tenant = $1 and w.name ilike 'ann%'
    where c.article_id = articles.id and c.tenant = $1 and deleted_at is null) by_ann,
  (select max(created) from comments c where c.article_id = articles.id and c.tenant = $1 and deleted_at is null) last_comment,
  (select coalesce(sum(score), 0)::float8 from comments c where c.article_id = articles.id and c.tenant = $1 and deleted_at is null) score,
  (select min(score) from comments c where c.article_id = articles.id and c.tenant = $1 and deleted_at is null and open) least_score,
  (select count(*)::int from tags where tags.tenant = $1
    and exists (select from article_tags p where p.tag_id = tags.id and p.article_id = articles.id and kind = 'real')) tag_count,
  (select max(label) from tags where tags.tenant = $1
    and exists (select from article_tags p where p.tag_id = tags.id and p.article_id = articles.id and kind = 'real')) last_label,
  (select count(*)::int from comments c where c.author_id = authors.id and c.tenant = $1 and deleted_at is null and open) open_comments
  from articles join authors on authors.id = articles.author_id and authors.tenant = $1 where articles.tenant = $1`;

/** The filter in a request, and by hand. */
const CONDITIONS = [
  ["filter[comment_count]=1", "comment_count = 1"],
  ["filter[comment_count][gte]=2", "comment_count >= 2"],
  ["filter[comment_count][gt]=99999999999", "false"],
  ["filter[open_count][in]=0,2", "open_count in (0, 2)"],
  ["filter[last_comment][gt]=2026-01-05T00:00:00.000Z", "last_comment > '2026-01-05Z'"],
  ["filter[last_comment][isnull]=true", "last_comment is null"],
  ["filter[last_label][contains]=a", "last_label ilike '%a%'"],
  ["filter[author][open_comments][lt]=2", "open_comments < 2"],
  ["filter[tag_count][ne]=1", "tag_count <> 1"],
] as const;

const id = (count: number) => fc.integer({ min: 1, max: count });
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 4 });
const list = <T extends object>(most: number, row: fc.Arbitrary<T>) =>
  fc.array(row, { maxLength: most }).map((rows) => rows.map((row, index) => ({ id: index + 1, ...row })));
const whose = fc.constantFrom(1, 1, 1, 2);
const days = id(9).map((day) => new Date(Date.UTC(2026, 0, day)).toISOString());
const rows: fc.Arbitrary<Rows> = fc.record({
  authors: fc.constant([
    { id: 1, tenant: 1, name: "Bob" },
    { id: 2, tenant: 1, name: "Ann" },
    { id: 3, tenant: 2, name: "Anna" },
  ]),
  articles: list(
    7,
    fc.constantFrom({ tenant: 1, author_id: 1 }, { tenant: 1, author_id: 2 }, { tenant: 2, author_id: 3 }),
  ),
  comments: list(
    16,
    fc.record({
      tenant: whose,
      article_id: orNull(id(7)),
      author_id: orNull(id(3)),
      parent_id: orNull(id(16)),
      open: fc.boolean(),
      created: orNull(days),
      score: orNull(fc.integer({ min: -3, max: 2_000_000_000 })),
      deleted_at: fc.constantFrom(null, null, null, "2026-01-01"),
    }),
  ),
  tags: list(4, fc.record({ tenant: whose, label: fc.constantFrom("a", "b", "ab", "c") })).map((tags) =>
    tags.map((tag) => ({ ...tag, id: `t${tag.id}` })),
  ),
  article_tags: fc.array(
    fc.record({
      article_id: id(7),
      tag_id: id(4).map((tag) => `t${tag}`),
      kind: fc.constantFrom("real", "real", "unreal"),
    }),
    { maxLength: 14 },
  ),
});

const requests = fc.record({
  conditions: fc.subarray([...CONDITIONS], { maxLength: 2 }),
  sort: fc.constantFrom(...SORTS),
  isDescending: fc.boolean(),
  include: fc.subarray(["comments", "author", "comments.replies", "author.articles"]),
  isEditor: fc.boolean(),
  tenant: fc.constantFrom(1, 1, 2),
  isSorted: fc.boolean(),
});

/** All rows of the pages of a list, with those that they include. */
async function pages(get: ReturnType<typeof served>, first: string): Promise<{ data: Json[]; included: Json[] }> {
  const all: { data: Json[]; included: Json[] } = { data: [], included: [] };
  for (let next: string | undefined = first; next !== undefined; ) {
    const { status, document } = await get(next);
    expect(status, JSON.stringify(document)).toBe(200);
    all.data.push(...document.data);
    all.included.push(...(document.included ?? []));
    next = document.links?.next ?? undefined;
  }
  return all;
}

/** Made once: a router of the same sources for each kind of caller. */
const callers = new Map<string, ReturnType<typeof served>>();
function onPostgres(isEditor = false, tenant = 1) {
  const key = `${isEditor} ${tenant}`;
  const made = callers.get(key) ?? served(routesOf(sources), { isEditor, tenant });
  callers.set(key, made);
  return made;
}

test("random lists have what SQL by hand computes, on Postgres and in memory, in each include and for each caller", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      requests,
      async (rows, { conditions, sort, isDescending, include, isEditor, tenant, isSorted }) => {
        await store(rows);
        const query = [
          ...conditions.map(([query]) => query),
          `sort=${isDescending ? "-" : ""}${sort}`,
          ...(include.length > 0 ? [`include=${include.join()}`] : []),
          // The SQL of this sort has the scope in it.
          ...(isSorted && include.includes("comments")
            ? ["includeSort[comments]=-reply_count&includePage[comments][limit]=2"]
            : []),
        ];
        const path = `/articles?${query.join("&")}`;
        const found = await pages(onPostgres(isEditor, tenant), path);
        const where = ["true", ...conditions.map(([, condition]) => condition)].join(" and ");
        const order = `${sort.replace("author__", "")} ${isDescending ? "desc" : "asc"}, id`;
        const { rows: byHand } = await pglite.query<Json>(
          `select * from (${BY_HAND}) a where ${where} order by ${order}`,
          [tenant],
        );
        const expected = byHand.map(({ author_id, open_comments, score, least_score, last_comment, ...row }) => ({
          ...row,
          last_comment: last_comment === null ? null : last_comment.toISOString(),
          ...(isEditor && { score, least_score }),
        }));
        expect(found.data.map(({ id, attributes }) => ({ id: Number(id), ...attributes }))).toEqual(expected);
        for (const { type, id, attributes } of found.included) {
          const table = schema[type as "comments"];
          const { rows: alone } = await pglite.query<Json>(COUNTED[type as "comments"] ?? "", [tenant, Number(id)]);
          expect(table && attributes, `${type} ${id}`).toMatchObject(alone[0]);
        }
        expect(await pages(served(routesOf(inMemory(rows)), { isEditor, tenant }), path)).toEqual(found);
      },
    ),
    { numRuns: runs(15), endOnFailure: true },
  );
}, 120_000);
/** The values in included rows, by hand. */
const COUNTED = {
  authors: `select count(c.id)::int open_comments from authors a left join comments c
    on c.author_id = a.id and c.tenant = $1 and open and deleted_at is null where a.id = $2`,
  articles: `select comment_count, tag_count from (${BY_HAND}) a where id = $2`,
  comments: `select count(*)::int reply_count from comments where parent_id = $2 and tenant = $1 and deleted_at is null`,
} as const;

const session = (tenant = 1) => ({ db, tenant, isEditor: false });
const some = { include: {}, fields: {}, filter: {}, sort: [], page: undefined };

test("sums have the type of their column and are 0 without members, and a maximum may be absent", async () => {
  await pglite.exec(`truncate orders, lines; insert into orders values (1), (2);
    insert into lines values (1, 1, 99.99, 9007199254740993, 2147483647, 0.5), (2, 1, 99.99, 1, 2147483647, 1), (3, 1, null, null, null, null)`);
  const { data: found } = await sources.orders.getMany({ ctx: session(), ...some });
  expect(found).toEqual([
    { id: 1, price: "199.98", big: 9007199254740994n, int: 4294967294, float: 1.5, top: "99.99" },
    { id: 2, price: "0", big: 0n, int: 0, float: 0 },
  ]);
  const list = (filter: object) => sources.orders.getMany({ ctx: session(), ...some, filter } as never);
  // A sum is larger than what the column itself can hold.
  expect(await list({ int__gt: 4294967293, price: "199.98", big__in: [9007199254740994n] })).toMatchObject({
    data: [{ id: 1 }],
  });
});

test("SQLite computes the same, in lists, includes, filters and sorts by cursor", async () => {
  const tables = {
    carts: lite.sqliteTable("carts", { id: lite.integer().primaryKey() }),
    items: lite.sqliteTable("items", {
      id: lite.integer().primaryKey(),
      cart_id: lite.integer(),
      tenant: lite.integer().notNull(),
      price: lite.real(),
      at: lite.integer({ mode: "timestamp" }),
    }),
  };
  const carts = t.resource("carts", {
    id: z.int(),
    attributes: { count: z.int(), total: z.number(), last: z.date().nullable() },
    relationships: { items: toMany("items") },
  });
  const items = t.resource("items", {
    id: z.int(),
    attributes: { price: z.number().nullable(), at: z.date().nullable() },
    relationships: { cart: toOne("carts").nullable() },
  });
  const data = drizzleData({ db: "db", tables });
  const source = data.source(carts, {
    columns: {
      count: countOf("items"),
      total: sumOf("items", "price", { price__lt: 100 }),
      last: maxOf("items", "at"),
    },
    relationships: { items: hasMany(tables.items.cart_id) },
  });
  const itemSource = data.source(items, { scope: (ctx) => eq(tables.items.tenant, ctx.tenant) });
  const file = await sqliteFile();
  await file.exec(`create table carts (id integer primary key);
    create table items (id integer primary key, cart_id integer, tenant integer not null, price real, at integer);
    insert into carts values (1), (2), (3);
    insert into items values (1, 2, 1, 1.5, 86400), (2, 2, 1, 100, 0), (3, 3, 1, 2, null), (4, 3, 2, 9, 9), (5, 1, 2, 9, 9)`);
  const ctx = { db: file.db, tenant: 1, isEditor: false };
  const expected = [
    { id: 2, count: 2, total: 1.5, last: new Date(86_400_000) },
    { id: 3, count: 1, total: 2, last: null },
    { id: 1, count: 0, total: 0, last: null },
  ];
  const sort = [{ field: "count", order: "desc" as const }];
  const first: Json = await source.getMany({ ctx, ...some, sort, page: { size: 2 } });
  expect(first.data).toEqual(expected.slice(0, 2));
  const after = { size: 2, ...first.links.next.page };
  const second: Json = await source.getMany({ ctx, ...some, sort, page: after });
  expect(second.data).toEqual(expected.slice(2));
  const filter = { count__gte: 1, last__isnull: true };
  expect((await source.getMany({ ctx, ...some, filter } as never)).data).toEqual([expected[1]]);
  const included: Json = await itemSource.getMany({ ctx, ...some, include: { cart: true } });
  expect(included.data.map(({ cart }: Json) => cart)).toEqual([expected[0], expected[0], expected[1]]);
  await file.close();
});

test("members may hold the ids of several columns of their parent", async () => {
  await pglite.exec(`truncate rooms, visits; insert into rooms values (1, 1), (1, 2);
    insert into visits values (1, 1, 1, 1), (2, 1, 1, 1), (3, 1, 1, 2), (4, 2, 1, 2)`);
  const { data: found } = await sources.rooms.getMany({ ctx: session(), ...some });
  expect(found).toEqual([
    { id: "1~1", visit_count: 2 },
    { id: "1~2", visit_count: 1 },
  ]);
});

test("a page with includes is still one statement, and reads only the values that the request wants", async () => {
  await store({
    authors: [{ id: 1, tenant: 1, name: "Ann" }],
    articles: [{ id: 1, tenant: 1, author_id: 1 }],
    comments: [{ id: 1, tenant: 1, article_id: 1, open: true }],
    tags: [],
    article_tags: [],
  });
  const get = onPostgres();
  const before = statements.length;
  const { document } = await get("/articles?include=comments,author");
  expect(statements.length - before).toBe(1);
  expect(document.included.map(({ attributes }: Json) => attributes)).toEqual([
    { open: true, created: null, reply_count: 0 },
    { name: "Ann", open_comments: 0 },
  ]);
  const sparse = await get("/articles?fields[articles]=tag_count");
  expect(sparse.document.data[0].attributes).toEqual({ tag_count: 0 });
  expect(statements.at(-1)).not.toContain("comments");
  const related = await get("/articles/1/comments?sort=-reply_count");
  expect(related.document.data[0].attributes.reply_count).toBe(0);
});

test("an order by a value has the scope of each caller, also where statements are kept", async () => {
  const comment = (id: number, tenant: number, more: object) => ({ id, tenant, open: true, ...more });
  await store({
    authors: [1, 2].map((tenant) => ({ id: tenant, tenant, name: "Ann" })),
    articles: [1, 2].flatMap((tenant) => [1, 2].map((n) => ({ id: tenant * 10 + n, tenant, author_id: tenant }))),
    comments: [
      comment(1, 1, { article_id: 12 }),
      comment(2, 1, { article_id: 12 }),
      comment(3, 2, { article_id: 21 }),
      comment(4, 2, { article_id: 21 }),
      // Out of scope for both: of the other tenant.
      ...[5, 6, 7].map((id) => comment(id, 2, { article_id: 11, parent_id: 1 })),
      ...[8, 9, 10].map((id) => comment(id, 1, { article_id: 22, parent_id: 3 })),
      comment(11, 1, { parent_id: 2 }),
      comment(12, 2, { parent_id: 4 }),
    ],
    tags: [],
    article_tags: [],
  });
  const ids = (list: readonly Json[]) => list.map(({ id }) => id);
  for (let run = 0; run < 7; run++) {
    for (const [tenant, articles, members] of [
      [1, ["12", "11"], ["2", "1"]],
      [2, ["21", "22"], ["4", "3"]],
    ] as const) {
      const get = onPostgres(false, tenant);
      const { document } = await get("/articles?sort=-comment_count");
      expect(ids(document.data)).toEqual(articles);
      expect(document.data.map(({ attributes }: Json) => attributes.comment_count)).toEqual([2, 0]);
      const query = "include=comments&includeSort[comments]=-reply_count&includePage[comments][limit]=3";
      const one = await get(`/articles/${articles[0]}?${query}`);
      expect(ids(one.document.data.relationships.comments.data)).toEqual(members);
      const related = await get(`/articles/${articles[0]}/comments?sort=-reply_count`);
      expect(ids(related.document.data)).toEqual(members);
    }
  }
});

test("a hidden value is unknown to callers that do not see what it reads", async () => {
  expect((await onPostgres()("/articles?sort=score")).status).toBe(400);
  expect((await onPostgres()("/articles?filter[score][gt]=3")).status).toBe(400);
});

describe("what a write of the members affects", () => {
  const bodies = {
    create: { type: "comments", attributes: { open: true }, relationships: { article: { data: null } } },
    edit: { type: "comments", id: "1" },
  };
  test("are the types that count them, or that count by what they lead to", async () => {
    await store({
      authors: [],
      articles: [],
      comments: [{ id: 1, tenant: 1, open: true }],
      tags: [],
      article_tags: [],
    });
    await pglite.exec("select setval('comments_id_seq', 100)");
    const write = onPostgres();
    const all = "authors,articles,comments";
    expect(await write("/comments", "POST", bodies.create)).toMatchObject({ status: 201, affects: all });
    expect(await write("/comments/1", "PATCH", bodies.edit)).toMatchObject({ status: 200, affects: all });
    expect(await write("/comments/1", "DELETE")).toMatchObject({ status: 204, affects: all });
  });

  test("so a page that shows a count reads it again after a write, and so does another client's page", async () => {
    const notes = t.resource("notes", {
      id: z.int(),
      attributes: { line_count: z.int(), tag_count: z.int() },
      relationships: { lines: toMany("noteLines"), labels: toMany("labels") },
    });
    const noteLines = t.resource("noteLines", {
      id: z.int(),
      attributes: {},
      relationships: { note: toOne("notes") },
      createFields: ["note"],
    });
    const labels = t.resource("labels", { id: z.int(), attributes: {} });
    const memory = memoryData();
    const noteSource = memory.source(notes, {
      rows: [{ id: 1, labels: [] }],
      columns: { line_count: countOf("lines"), tag_count: countOf("labels") },
      relationships: { lines: { by: "note" } },
    });
    const lineSource = memory.source(noteLines, { rows: [{ id: 1, note: 1 }] });
    const labelSource = memory.source(labels, { rows: [{ id: 1 }] });
    const close = noteLines.rpc("close", { method: "POST" }, () => new Response(null, { status: 204 }));
    const api = t.router({
      notes: noteSource.routes({ getMany: true, changeRelationship: { labels: true } }),
      noteLines: lineSource.routes({ createOne: true, deleteOne: true }, close),
      labels: labelSource.routes({ getMany: true }),
    });
    const context = t.context(() => ({ db, tenant: 1, isEditor: false }));
    const handle = fetchHandler(api, { context });
    const client = createClient<typeof api>({ url: "http://a.test", fetch: (request) => handle(request) });
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const stop = connectQueries(queryClient, client);
    const observer = new QueryObserver(queryClient, queryOptions(client.notes.list()));
    const unsubscribe = observer.subscribe(() => {});
    const shows = (name: "line_count" | "tag_count", count: number) =>
      until(() => (observer.getCurrentResult().data as Json)?.[0]?.[name] === count, `${name} is ${count}`);
    await shows("line_count", 1);
    const line = await client.noteLines.create({ note: 1 });
    await shows("line_count", 2);
    await client.noteLines.delete(line.id);
    await shows("line_count", 1);
    const closed = await handle(new Request(`http://a.test/noteLines/1/close`, { method: "POST" }));
    expect(closed.headers.get("trestle-affects")).toBe("notes");
    await client.notes.relationship(1, "labels").add([1]);
    await shows("tag_count", 1);
    unsubscribe();
    stop();
  });
});

describe("the start refuses", () => {
  const secret = () => true;
  function problemsOf(columns: object, more: object = {}): string {
    const t = trestle<{ readonly db: unknown }>();
    const shelves = t.resource("shelves", {
      id: z.int(),
      attributes: { value: z.int(), other: z.int().nullable(), label: z.string() },
      relationships: { books: toMany("books") },
      ...more,
    });
    const books = t.resource("books", {
      id: z.int(),
      attributes: {
        title: z.string(),
        pages: z.int(),
        secret: z.int(),
        key: z.string().optional(),
        isNew: z.boolean(),
      },
      visible: { secret },
      writeOnly: ["key"],
      createFields: ["key"],
    });
    const data = memoryData();
    const made = data.source(shelves as never, { columns } as never);
    data.source(books, { filters: { odd: () => () => true, even: { reads: ["secret"], rule: () => () => true } } });
    try {
      t.router({ shelves: (made as Json).routes({ getMany: true }), books: books.routes() } as never);
    } catch (error) {
      return (error as Error).message.replace("data.source(shelves): columns: ", "");
    }
    return "";
  }
  const hidden = "Hide both by the same function: visible: { value: … }.";
  test.each([
    [
      { value: countOf("label") },
      '"value": countOf("label") needs a to-many relationship, and "label" is not one. Use books.',
    ],
    [
      { value: maxOf("books", "no") },
      '"value": maxOf("books", "no") reads "no", but "books" has no such attribute. Use title, pages, secret, key, isNew.',
    ],
    [
      { value: maxOf("books", "pages") },
      '"value": maxOf("books", "pages") is null without members, but "value" may not. Declare it .nullable().',
    ],
    [
      { other: maxOf("books", "title") },
      '"other": maxOf("books", "title") gives string, but "other" is number. Change its schema.',
    ],
    [{ label: countOf("books") }, '"label": countOf("books") gives number, but "label" is string. Change its schema.'],
    [
      { other: maxOf("books", "isNew") },
      '"other": maxOf("books", "isNew") reads "isNew" of "books", which is neither a number nor a text nor a date.',
    ],
    [
      { label: sumOf("books", "title") },
      'data.source(shelves): columns: "label": sumOf("books", "title") reads "title", which is a text. memoryData adds numbers only.',
    ],
    [
      { value: sumOf("books", "secret") },
      `"value": sumOf("books", "secret") reads "secret" of "books", which some callers cannot see. ${hidden}`,
    ],
    [
      { value: countOf("books", { secret__gt: 1 }) },
      `"value": countOf("books") reads "secret" of "books", which some callers cannot see. ${hidden}`,
    ],
    [
      { value: countOf("books", { even: 1 }) },
      `"value": countOf("books") reads "secret" of "books", which some callers cannot see. ${hidden}`,
    ],
    [
      { value: countOf("books", { odd: 1 }) },
      '"value": countOf("books") uses the filter "odd", which must say what it reads: { reads: ["…"], … }, or reads: [] for no field.',
    ],
    [
      { value: countOf("books", { key: "a" }) },
      '"value": countOf("books") has no rule for the filter "key": "key" is writeOnly.',
    ],
    [
      { value: countOf("books", { pages__gt: "3" }) },
      '"value": countOf("books") gives the filter "pages__gt" a string, but it takes number.',
    ],
    [
      { value: countOf("books", { pages: undefined }) },
      '"value": countOf("books") has no value for the filter "pages". Remove it, or give it one.',
    ],
    [
      { value: countOf("books", { nope: 1 }) },
      '"value": countOf("books") has no rule for the filter "nope": "books" has no field "nope".',
    ],
    [{ nope: countOf("books") }, '"nope" is not a field. Use id, value, other, label.'],
  ])("%j", (columns, message) => {
    expect(problemsOf(columns)).toBe(
      message.startsWith("data") ? message.replace("data.source(shelves): columns: ", "") : message,
    );
  });

  test("an attribute that can be written", () => {
    const columns = { value: countOf("books") };
    const sentence = '"value": countOf("books") is computed, so "value" is only read. Remove it from ';
    expect(problemsOf(columns, { createFields: ["value"] })).toBe(`${sentence}createFields.`);
    expect(problemsOf(columns, { editFields: ["value"] })).toBe(`${sentence}editFields.`);
  });

  test("a hidden relationship, unless the attribute is hidden alike", () => {
    const columns = { value: countOf("books") };
    expect(problemsOf(columns, { visible: { books: secret } })).toContain('reads "books" of "shelves", which some');
    expect(problemsOf(columns, { visible: { books: secret, value: () => true } })).toContain("which some");
    expect(problemsOf(columns, { visible: { books: secret, value: secret } })).toBe("");
    expect(problemsOf({ value: sumOf("books", "secret") }, { visible: { value: secret } })).toBe("");
  });
});
