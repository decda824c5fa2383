import type { PGlite } from "@electric-sql/pglite";
import { count, eq, max, sql } from "drizzle-orm";
import { integer, pgMaterializedView, pgSchema, pgTable, pgView, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, toMany, toOne, trestle } from "trestle";
import { compositeId, drizzleData, fromTable, hasMany, manyToMany, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { routed } from "../support/routed.js";

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, or what a test must not know
type Json = any;

interface Context {
  readonly db: unknown;
  readonly tenant: number;
}
const t = trestle<Context>();

const authors = pgTable("authors", { id: integer().primaryKey(), name: text().notNull() });
const articles = pgTable("articles", {
  id: integer().primaryKey(),
  title: text().notNull(),
  author_id: integer()
    .notNull()
    .references(() => authors.id),
  tenant: integer().notNull(),
});
const comments = pgTable("comments", {
  id: integer().primaryKey(),
  article_id: integer()
    .notNull()
    .references(() => articles.id),
  at: timestamp({ withTimezone: true }).notNull(),
});
const stats = pgView("article_stats").as((query) =>
  query
    .select({
      articleId: articles.id,
      title: articles.title,
      author_id: articles.author_id,
      tenant: articles.tenant,
      comments: count(comments.id).as("comments"),
      latest: max(comments.at).as("latest"),
    })
    .from(articles)
    .leftJoin(comments, eq(comments.article_id, articles.id))
    .groupBy(articles.id),
);
const reports = pgSchema("reports");
const years = reports
  .view("author_years", {
    author: integer("author_id").notNull(),
    year: integer().notNull(),
    total: integer().notNull(),
  })
  .existing();
const popular = pgMaterializedView("popular", {
  id: integer().notNull(),
  title: text().notNull(),
  score: integer(),
}).as(sql`select id, title, id * 10 as score from articles`);
const tables = { authors, articles, comments, stats, years, popular };

const DDL = `create table authors (id int primary key, name text not null);
  create table articles (id int primary key, title text not null, author_id int not null references authors, tenant int not null);
  create table comments (id int primary key, article_id int not null references articles, at timestamptz not null);
  insert into authors values (1, 'Ann'), (2, 'Ben');
  insert into articles values (1, 'one', 1, 7), (2, 'two', 1, 7), (3, 'three', 2, 7), (4, 'four', 2, 8);
  insert into comments values (1, 1, '2026-01-01Z'), (2, 1, '2026-01-02Z'), (3, 2, '2026-01-03Z'), (4, 4, '2026-01-04Z');
  create view article_stats as select articles.id, title, author_id, tenant, count(comments.id) comments, max(comments.at) latest
    from articles left join comments on article_id = articles.id group by articles.id;
  create schema reports;
  create view reports.author_years as select author_id, 2025 + tenant - 7 as year, count(*)::int total from articles group by 1, 2;
  create materialized view popular as select id, title, id * 10 as score from articles;`;

const authorResource = tableResource(t, "authors", authors, {
  omit: [],
  relationships: { stats: toMany("stats", { linkage: true }), years: toMany("years", { id: z.string() }) },
});
const articleResource = tableResource(t, "articles", articles, {
  omit: ["tenant"],
  relationships: { author: toOne("authors"), stats: toOne("stats").nullable(), best: toOne("popular").nullable() },
  createFields: ["id", "title", "author"],
  editFields: ["title"],
});
const statResource = t.resource("stats", {
  ...fromTable(stats, {
    omit: ["articleId"],
    attributes: { comments: z.int(), latest: z.date().nullable() },
    relationships: { author: toOne("authors"), article: toOne("articles") },
  }),
  id: z.int(),
  visible: { latest: ({ ctx }: { ctx: Context }) => ctx.tenant !== 8, tenant: () => false },
});
const yearResource = t.resource("years", {
  id: z.string(),
  attributes: { year: z.int(), total: z.int() },
  relationships: { author: toOne("authors") },
});
const commentResource = tableResource(t, "comments", comments, {
  omit: ["article_id"],
  relationships: { hit: toOne("popular") },
  createFields: ["id", "at", "hit"],
});
const popularResource = tableResource(t, "popular", popular, { omit: [] });

const data = drizzleData({ db: "db", tables });
const sources = {
  authors: data.source(authorResource, {
    relationships: { stats: hasMany(stats.author_id), years: hasMany(years.author) },
  }),
  articles: data.source(articleResource, {
    columns: { stats: articles.id, best: articles.id },
    values: ({ tenant }) => ({ tenant }),
  }),
  stats: data.source(statResource, {
    columns: { id: stats.articleId, article: stats.articleId },
    scope: ({ tenant }) => eq(stats.tenant, tenant),
    orderBy: [{ field: "title", order: "asc" }],
  }),
  years: data.source(yearResource, { columns: { id: compositeId(years.author, years.year) } }),
  comments: data.source(commentResource, { columns: { hit: comments.article_id } }),
  popular: data.source(popularResource, { columns: { id: popular.id } }),
};
const api = t.router(
  {
    authors: sources.authors.routes({
      getMany: {
        include: ["stats", "stats__article", "years"],
        filter: { stats__title: z.string().optional(), years__year: z.int().optional() },
      },
      getRelated: { stats: { sort: ["comments"] }, years: true },
    }),
    articles: sources.articles.routes({
      getMany: {
        include: ["stats", "best"],
        filter: { stats__title__contains: z.string().optional() },
        sort: ["stats__title"],
      },
      createOne: { include: ["stats"] },
    }),
    stats: sources.stats.routes({
      getMany: {
        include: ["author", "article"],
        filter: {
          id: z.array(z.int()).optional(),
          comments: z.int().optional(),
          latest__gt: z.date().optional(),
          author__name: z.string().optional(),
        },
        sort: ["title", "comments", "author__name"],
        page: { number: z.int().default(1), size: z.int().default(2) },
      },
      getOne: { include: ["author"] },
      getRelated: { author: true },
    }),
    years: sources.years.routes({
      getMany: {
        filter: { id: z.array(z.string()).optional() },
        include: ["author"],
        sort: ["id"],
        page: cursorPage({ size: 2 }),
      },
      getOne: true,
    }),
    comments: sources.comments.routes({ createOne: { include: ["hit"] } }),
    popular: sources.popular.routes({
      getMany: { sort: ["score", "title"], page: cursorPage({ size: 3 }) },
      getOne: true,
    }),
  },
  { transaction: data.transaction },
);

let pglite: PGlite;
let database: ReturnType<typeof drizzle>;
const sent: string[] = [];
let handle: (tenant: number, path: string, document?: Json) => Promise<{ status: number; document: Json }>;
beforeAll(async () => {
  pglite = await startPglite();
  await pglite.exec(DDL);
  const db = drizzle({ client: pglite, logger: { logQuery: (text) => void sent.push(text) } });
  database = db as never;
  handle = async (tenant, path, document) => {
    const serve = fetchHandler(api, { context: t.context(() => ({ db, tenant })) });
    const type = "application/vnd.api+json";
    const body = document && { method: "POST", body: JSON.stringify(document) };
    const response = await serve(
      new Request(`http://a.test${path}`, { headers: { accept: type, "content-type": type }, ...body }),
    );
    return { status: response.status, document: await response.json() };
  };
});
afterAll(() => pglite?.close());

const list = async (path: string, tenant = 7) => {
  const { status, document } = await handle(tenant, path);
  expect([status, document.errors]).toEqual([200, undefined]);
  return document;
};
const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id);

describe("a view that Drizzle builds", () => {
  test("has its columns and its expressions as attributes", async () => {
    const { data } = await list("/stats/1?include=author");
    expect(data).toMatchObject({
      id: "1",
      attributes: { title: "one", comments: 2, latest: "2026-01-02T00:00:00.000Z" },
      relationships: { author: { data: { type: "authors", id: "1" } } },
    });
    expect((await handle(7, "/stats/4")).status).toBe(404); // out of scope
    expect((await handle(8, "/stats/4")).document.data.attributes).toEqual({ title: "four", comments: 1 }); // `latest` is hidden
  });

  test("is filtered, sorted and paged", async () => {
    expect(idsOf(await list("/stats"))).toEqual(["1", "3"]);
    expect(idsOf(await list("/stats?page[number]=2"))).toEqual(["2"]);
    expect(idsOf(await list("/stats?filter[id]=2,4,9"))).toEqual(["2"]);
    expect(idsOf(await list("/stats?filter[comments]=0"))).toEqual(["3"]);
    expect(idsOf(await list("/stats?filter[latest][gt]=2026-01-02T12:00:00Z"))).toEqual(["2"]);
    expect(idsOf(await list("/stats?filter[author][name]=Ben"))).toEqual(["3"]);
    expect(idsOf(await list("/stats?sort=-comments"))).toEqual(["1", "2"]);
    expect(idsOf(await list("/stats?sort=-author__name,comments"))).toEqual(["3", "2"]);
    expect((await handle(8, "/stats?filter[latest][gt]=2026-01-02T12:00:00Z")).status).toBe(400);
  });

  test("leads to tables, and tables lead to it", async () => {
    const { data, included } = await list("/stats?include=author,article");
    expect(data[0].relationships.article.data).toEqual({ type: "articles", id: "1" });
    expect(included.map(({ type, id }: Json) => `${type} ${id}`).sort()).toEqual([
      "articles 1",
      "articles 3",
      "authors 1",
      "authors 2",
    ]);
    expect((await list("/stats/1/author")).data.attributes).toEqual({ name: "Ann" });
    const ofArticles = await list("/articles?include=stats&sort=-stats__title");
    expect(idsOf(ofArticles)).toEqual(["4", "2", "3", "1"]); // the caller does not see the row of 4, so it sorts as null
    expect(ofArticles.data[0].relationships.stats.data).toBeNull();
    expect(ofArticles.included.find(({ id }: Json) => id === "2").attributes.comments).toBe(1);
    expect(idsOf(await list("/articles?filter[stats][title][contains]=o"))).toEqual(["1", "2"]);
    const ofAuthors = await list("/authors?include=stats.article");
    expect(ofAuthors.data[0].relationships.stats.data).toEqual([
      { type: "stats", id: "1" },
      { type: "stats", id: "2" },
    ]);
    expect(idsOf(await list("/authors?filter[stats][title]=three"))).toEqual(["2"]);
    expect(idsOf(await list("/authors/1/stats?sort=comments"))).toEqual(["2", "1"]);
  });

  test("has each text of a statement built once", async () => {
    const { dialect } = database as unknown as { dialect: { sqlToQuery(text: unknown): { sql: string } } };
    const build = vi.spyOn(dialect, "sqlToQuery");
    for (const page of [1, 2, 1]) await list(`/stats?page[number]=${page}&page[size]=3&filter[author][name]=Ann`);
    for (const tenant of [7, 8, 7]) await list("/authors?include=stats", tenant);
    const built = build.mock.results.map(({ value }) => value.sql);
    build.mockRestore();
    expect(built).toEqual([...new Set(built)]);
    expect(built.length).toBeGreaterThan(0);
  });

  test("shows what a write of a table changes", async () => {
    const attributes = { title: "five" };
    const relationships = { author: { data: { type: "authors", id: "2" } } };
    const created = { data: { type: "articles", id: "5", attributes, relationships } };
    const { status, document } = await handle(7, "/articles?include=stats", created);
    expect([status, document.included?.[0]?.attributes]).toEqual([201, { title: "five", comments: 0, latest: null }]);
    await pglite.exec("delete from articles where id = 5");
  });
});

test("a view of another schema has an id of several columns", async () => {
  const first = await list("/years?sort=-id");
  expect(idsOf(first)).toEqual(["2~2026", "2~2025"]);
  const { pathname, search } = new URL(first.links.next, "http://a.test");
  expect(idsOf(await list(pathname + search))).toEqual(["1~2025"]);
  expect((await list("/years/2~2025")).data.attributes).toEqual({ year: 2025, total: 1 });
  expect(idsOf(await list("/years?filter[id]=2~2026,9~9"))).toEqual(["2~2026"]);
  const { included } = await list("/authors?include=years");
  expect(included.map(({ id }: Json) => id).sort()).toEqual(["1~2025", "2~2025", "2~2026"]);
  expect(idsOf(await list("/authors?filter[years][year]=2026"))).toEqual(["2"]);
  expect(idsOf(await list("/authors/2/years"))).toEqual(["2~2025", "2~2026"]);
});

test("a view of another schema that Drizzle builds, in the scope of a tenant rule", async () => {
  const perAuthor = reports.view("per_author").as((query) =>
    query
      .select({ author: articles.author_id, tenant: articles.tenant, total: count().as("total") })
      .from(articles)
      .groupBy(articles.author_id, articles.tenant),
  );
  await pglite.exec(
    "create view reports.per_author as select author_id, tenant, count(*) total from articles group by author_id, tenant",
  );
  const relationships = { sums: toMany("sums", { linkage: true }) };
  const owners = t.resource("authors", { id: z.int(), attributes: { name: z.string() }, relationships });
  const sums = t.resource("sums", { id: z.int(), attributes: { total: z.int() } });
  const of = ({ tenant }: { readonly tenant: number }) => tenant;
  const own = drizzleData({ db: "db", tables: { authors, sums: perAuthor }, tenant: { column: "tenant", of } });
  const ownerSource = own.source(owners, { scope: "none", relationships: { sums: hasMany(perAuthor.author) } });
  const sumSource = own.source(sums, { columns: { id: perAuthor.author } });
  const router = t.router({
    authors: ownerSource.routes({ getMany: { include: ["sums"] } }),
    sums: sumSource.routes({ getMany: { sort: ["total", "id"] } }),
  });
  const totals = async (tenant: number) => {
    const serve = fetchHandler(router, { context: t.context(() => ({ db: database, tenant })) });
    const get = async (path: string) => (await serve(new Request(`http://a.test${path}`))).json() as Json;
    const shown = ({ id, attributes }: Json) => `${id}: ${attributes.total}`;
    return [(await get("/sums?sort=-total")).data.map(shown), (await get("/authors?include=sums")).included.map(shown)];
  };
  expect(await totals(7)).toEqual([
    ["1: 2", "2: 1"],
    ["1: 2", "2: 1"],
  ]);
  expect(await totals(8)).toEqual([["2: 1"], ["2: 1"]]);
});

test("a materialized view", async () => {
  const first = await list("/popular?sort=-score");
  expect(idsOf(first)).toEqual(["4", "3", "2"]);
  const { pathname, search } = new URL(first.links.next, "http://a.test");
  expect(idsOf(await list(pathname + search))).toEqual(["1"]);
  expect((await list("/popular/2")).data.attributes).toEqual({ title: "two", score: 20 });
  expect((await list("/articles?include=best")).included).toHaveLength(4);
  const hit = (id: string) => ({ hit: { data: { type: "popular", id } } }); // Postgres cannot lock its rows
  const comment = { type: "comments", id: "9", attributes: { at: "2026-01-09T00:00:00Z" } };
  const created = await handle(7, "/comments?include=hit", { data: { ...comment, relationships: hit("1") } });
  expect([created.status, created.document.included?.[0]?.attributes.title]).toEqual([201, "one"]);
  const missing = await handle(7, "/comments", { data: { ...comment, id: "10", relationships: hit("10") } });
  expect([missing.status, missing.document.errors[0].source.pointer]).toEqual([404, "/data/relationships/hit/data"]);
  await pglite.exec("delete from comments where id = 9");
});

describe("what the start refuses", () => {
  const start =
    (config: object, routes: object = { getOne: true }, resource: object = statResource) =>
    () =>
      t.router({
        stats: (drizzleData({ db: "db", tables }).source(resource as never, config as never) as Json).routes(routes),
      });
  const plain = t.resource("stats", {
    id: z.int(),
    attributes: { title: z.string() },
    createFields: ["title"],
    editFields: ["title"],
  });
  const columns = { id: stats.articleId };

  test("a view whose id the source does not name", () => {
    expect(start({}, undefined, plain)).toThrow(
      'data.source(stats): the table "article_stats" has no column "id". Name one: columns: { id: … }.',
    );
    const named = pgView("stats", { id: integer().primaryKey(), title: text().notNull() }).existing();
    expect(() => routed(plain, drizzleData({ db: "db", tables: { stats: named } }).source(plain, {}))).toThrow(
      "data.source(stats): tables.stats is a view, which has no key. Name the column that is unique in it: columns: { id: … }, or compositeId(…) for several.",
    );
    const nullable = pgView("stats", { id: integer(), title: text().notNull() }).existing();
    expect(() =>
      routed(
        plain,
        drizzleData({ db: "db", tables: { stats: nullable } }).source(plain, { columns: { id: nullable.id } } as never),
      ),
    ).toThrow('data.source(stats): the id\'s column "id" may be null. Declare it .notNull().');
  });

  test("each write of it", () => {
    for (const kind of ["createOne", "editOne", "deleteOne"]) {
      expect(start({ columns }, { [kind]: true }, plain)).toThrow(
        `stats.${kind}: tables.stats is a view, which a source only reads. Offer getMany, getOne, getRelated and getRelationship only.`,
      );
    }
  });

  test("a call of a write", async () => {
    const source = drizzleData({ db: "db", tables }).source(plain, { columns });
    const ctx = { db: {}, tenant: 7 };
    await expect(source.deleteOne({ ctx, id: 1 })).rejects.toThrow("data.source(stats): tables.stats is a view");
  });

  test("a write of its rows as members", () => {
    const relationships = { stats: toMany("stats") };
    const writing = t.resource("authors", { id: z.int(), attributes: {}, relationships, editFields: ["stats"] });
    const data = drizzleData({ db: "db", tables });
    const of = { stats: hasMany(stats.author_id) };
    const source = data.source(writing, { relationships: of });
    const own = data.source(plain, { columns });
    const stat = own.routes({ getOne: true });
    const problem = (routes: object) => () => t.router({ stats: stat, authors: (source as Json).routes(routes) });
    const sentence = '"authors.stats" cannot be written, because "article_stats" is a view.';
    expect(problem({ editOne: true })).toThrow(`${sentence} Remove it from editFields.`);
    const changes = problem({ changeRelationship: { stats: true } });
    expect(changes).toThrow(`authors.addToRelationship("stats"): ${sentence} Remove the operation.`);
    expect(changes).toThrow(`authors.resetRelationship("stats"): ${sentence} Remove the operation.`);
    const removed = 'members of "stats" cannot be removed: "article_stats" is a view.';
    expect(changes).toThrow(`authors.removeFromRelationship("stats"): ${removed}`);
  });

  test("a view as a table of pairs", () => {
    const relationships = { stats: toMany("stats") };
    const resource = t.resource("authors", { id: z.int(), attributes: {}, relationships });
    const data = drizzleData({ db: "db", tables });
    data.source(plain, { columns });
    data.source(resource, {
      relationships: { stats: manyToMany(stats, { from: stats.author_id, to: stats.articleId }) },
    });
    expect(() => routed(resource)).toThrow(
      'data.source(authors): "stats": manyToMany takes a table, not a view. Make a resource of the view.',
    );
  });
});
