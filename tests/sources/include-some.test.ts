import type { PGlite } from "@electric-sql/pglite";
import { pgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import { type ApiOf, cursorPage, offsetPage, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData, hasMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { queryOptions } from "trestle/query";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { articleTables, commentColumns } from "./article-tables.js";

// What `includeSome` and `more` send, and what they give: over HTTP, on PGlite and in memory.

interface Context {
  readonly db: ReturnType<typeof drizzle>;
}
const t = trestle<Context>();
const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { articles: toMany("articles") },
});
const comments = t.resource("comments", {
  id: z.int(),
  attributes: { text: z.string(), open: z.boolean(), created: z.date() },
  relationships: { article: toOne("articles"), author: toOne("users") },
  createFields: ["text", "open", "created", "article", "author"],
});
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users"), comments: toMany("comments", { fanOut: 100 }) },
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const rows = {
  users: [1, 2].map((id) => ({ id, name: `user ${id}` })),
  articles: [1, 2, 3].map((id) => ({ id, title: `article ${id}`, author: 1 + (id % 2) })),
  comments: Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    text: `comment ${index + 1}`,
    open: index % 2 === 0,
    created: day(1 + ((index * 7) % 20)),
    article: 1 + (index % 2),
    author: 1 + (index % 3 === 0 ? 1 : 0),
  })),
};
const tables = { ...articleTables, comments: pgTable("comments", commentColumns()) };

const include = ["author", "comments__author", "author__articles__comments"] as const;
const related = {
  filter: { open: z.boolean().optional(), created__gte: z.date().optional(), id__in: z.array(z.int()).optional() },
  sort: ["created", "author__name", "id"],
  include: ["author"],
  page: cursorPage({ size: 3, maxSize: 10 }),
  included: true,
} as const;
const ofUsers = { getRelated: { articles: { include: ["comments"] } } } as const;
const options = {
  getMany: { include, sort: ["id"], page: offsetPage({ limit: 10 }), filter: { id__in: z.array(z.int()).optional() } },
  getOne: { include },
  getRelated: { comments: related },
} as const;

function inDatabase() {
  const data = drizzleData({ db: "db", tables, cursorSecret: "a secret for cursors" });
  const stored = data.source(articles, { relationships: { comments: hasMany(tables.comments.article_id) } });
  const authors = data.source(users, { relationships: { articles: hasMany(tables.articles.author_id) } });
  return t.router({
    articles: stored.routes(options),
    users: authors.routes(ofUsers),
    comments: data.source(comments, {}).routes({}),
  });
}

function inMemory() {
  const data = memoryData({ cursorSecret: "a secret for cursors" });
  const stored = data.source(articles, { rows: rows.articles, relationships: { comments: { by: "article" } } });
  const authors = data.source(users, { rows: rows.users, relationships: { articles: { by: "author" } } });
  return t.router({
    articles: stored.routes(options),
    users: authors.routes(ofUsers),
    comments: data.source(comments, { rows: rows.comments }).routes({}),
  });
}

let pglite: PGlite;
let db: Context["db"];
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table users (id int primary key, name text not null);
    create table articles (id int primary key, title text not null, author_id int not null);
    create table comments (id int primary key, text text not null, open bool not null, created timestamptz not null, article_id int not null,
      author_id int not null);`);
  await db.insert(tables.users).values(rows.users);
  await db.insert(tables.articles).values(rows.articles.map(({ author, ...row }) => ({ ...row, author_id: author })));
  await db
    .insert(tables.comments)
    .values(rows.comments.map(({ article, author, ...row }) => ({ ...row, article_id: article, author_id: author })));
});
afterAll(() => pglite?.close());

/** The ids of the comments of an article, by the rows themselves. */
function expected(article: number, keep: (row: (typeof rows.comments)[number]) => boolean, newestFirst = false) {
  const found = rows.comments.filter((row) => row.article === article && keep(row));
  if (newestFirst) found.sort((a, b) => +b.created - +a.created || a.id - b.id);
  return found.map(({ id }) => String(id));
}
const ids = (items: readonly { readonly id: string }[] | undefined) => items?.map(({ id }) => id);

describe.each([
  ["PGlite", inDatabase],
  ["memory", inMemory],
] as const)("in %s", (_, make) => {
  const lines: string[] = [];
  const handle = fetchHandler(make(), { context: t.context(() => ({ db })) });
  const client = createClient<ApiOf<ReturnType<typeof inDatabase>>>({
    url: "http://example.test",
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      lines.push(decodeURIComponent(pathname + search));
      return handle(request);
    },
  });
  beforeEach(() => void lines.splice(0));

  test("a list includes the members that the query finds, with the includes below them", async () => {
    const page = await client.articles
      .list()
      .include("author", "comments__author")
      .includeSome({ comments: { filter: { open: true, created__gte: day(5) }, sort: ["-created"], limit: 3 } });
    expect(lines).toEqual([
      "/articles?include=author,comments.author,comments&includeFilter[comments][open]=true&includeFilter[comments][created][gte]=2026-01-05T00:00:00.000Z&includeSort[comments]=-created&includePage[comments][limit]=3",
    ]);
    for (const article of page) {
      const all = expected(Number(article.id), ({ open, created }) => open && created >= day(5), true);
      expect(ids(article.comments)).toEqual(all.slice(0, 3));
      expect(article.author.name).toMatch(/^user/);
      for (const { created, author } of article.comments) {
        expect(created).toBeInstanceOf(Date);
        expect(author.name).toMatch(/^user/);
      }
    }
    expect(page[0]?.comments).toHaveLength(3);
  });

  test("so do one item, a related list, and a path of several names", async () => {
    const one = await client.articles
      .get(1)
      .includeSome({ comments: { filter: { id__in: [3, 1, 2] }, sort: ["-id"] } });
    expect(ids(one.comments)).toEqual(["3", "1"]);
    const theirs = await client.users
      .related(2, "articles")
      .includeSome({ comments: { sort: ["-created"], limit: 1 } });
    expect(theirs.map(({ id, comments }) => [id, ids(comments)])).toEqual([
      ["1", expected(1, () => true, true).slice(0, 1)],
      ["3", []],
    ]);
    const deep = await client.articles.list().includeSome({ author__articles__comments: { limit: 1 } });
    expect(ids(deep[0]?.author.articles.find(({ id }) => id === "1")?.comments)).toEqual(["1"]);
    expect(lines.at(-1)).toBe(
      "/articles?include=author.articles.comments&includePage[author.articles.comments][limit]=1",
    );
  });

  test("a later query of a path replaces the earlier one, and one that asks for nothing is an include", async () => {
    const list = client.articles.list().includeSome({ comments: { filter: { open: true }, limit: 1 } });
    expect(ids((await list.includeSome({ comments: { limit: 2 } }))[0]?.comments)).toEqual(["1", "3"]);
    expect((await list.includeSome({ comments: undefined }))[0]?.comments).toHaveLength(10);
    expect(lines).toEqual(["/articles?include=comments&includePage[comments][limit]=2", "/articles?include=comments"]);
    expect(ids((await list)[1]?.comments)).toEqual([]); // all comments of article 2 are closed
  });

  test("the URL of a page has them, and reads them into a list with the include", async () => {
    const list = client.articles
      .list()
      .includeSome({ comments: { filter: { created__gte: day(9) }, sort: ["-created"] } });
    const again = client.articles.list().include("comments").fromSearch(list.toSearch());
    expect(again.toSearch()).toBe(list.toSearch());
    expect(await again).toEqual(await list);
    expect(queryOptions(again).queryKey).toEqual(queryOptions(list).queryKey);
    await expect(client.articles.list().fromSearch(list.toSearch()).fetch()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('The request filters "comments" but does not include it. Add include=comments.'),
    });
  });

  test("more() reads the rest by the same filter and order, to its end", async () => {
    const query = { filter: { open: true, created__gte: day(2) }, sort: ["-created"], limit: 2 } as const;
    const [first, second, third] = await client.articles.list().sort("id").includeSome({ comments: query });
    const rest = client.articles.more(first, "comments");
    const met = [...(ids(first?.comments) ?? [])];
    for await (const comment of rest!.include("author").all()) {
      expect(comment.author.name).toMatch(/^user/);
      met.push(comment.id);
    }
    expect(met).toEqual(expected(1, ({ open, created }) => open && created >= day(2), true));
    expect(met.length).toBeGreaterThan(5);
    expect(lines[1]).toMatch(
      /^\/articles\/1\/comments\?filter\[open]=true&filter\[created]\[gte]=2026-01-02T00:00:00.000Z&sort=-created&page\[after]=.+&include=author$/,
    );
    expect(client.articles.more(second, "comments")).toBeUndefined();
    expect(client.articles.more(third, "comments")).toBeUndefined();
    expect(client.articles.more(undefined, "comments")).toBeUndefined();
    const [plain] = await client.articles.list();
    expect(client.articles.more(plain, "comments")).toBeUndefined();
  });

  test("more() works for an item below another, and leaves the item plain data", async () => {
    const [article] = await client.articles
      .list()
      .includeSome({ author__articles__comments: { sort: ["id"], limit: 4 } });
    const below = article?.author.articles.find(({ id }) => id === "1");
    const copy = below && { ...below };
    expect(ids(await client.articles.more(copy, "comments"))).toEqual(["9", "11", "13"]);
    expect(Object.keys(below!.comments)).toEqual(["0", "1", "2", "3"]);
    expect(below!.comments).toEqual([...below!.comments]);
    expect(JSON.parse(JSON.stringify(below!.comments))).toHaveLength(4);
  });
});

test("after a new comment, a second read has the same members, and more() finds the new one", async () => {
  const shown = rows.comments.filter(({ article }) => article === 1).slice(0, 2);
  const kept = [...shown];
  const data = memoryData({ cursorSecret: "a secret for cursors" });
  const stored = data.source(articles, { rows: rows.articles, relationships: { comments: { by: "article" } } });
  const api = t.router({
    articles: stored.routes(options),
    users: data.source(users, { rows: rows.users, relationships: { articles: { by: "author" } } }).routes(ofUsers),
    comments: data.source(comments, { rows: kept }).routes({ createOne: {} }),
  });
  const client = createClient<ApiOf<typeof api>>({
    url: "http://example.test",
    fetch: fetchHandler(api, { context: t.context(() => ({ db })) }),
  });
  const queryClient = new QueryClient();
  const read = queryOptions(client.articles.get(1).includeSome({ comments: { sort: ["id"], limit: 2 } }));
  const observer = new QueryObserver(queryClient, read);
  const end = observer.subscribe(() => {});
  const before = (await observer.refetch()).data;
  expect(client.articles.more(before, "comments")).toBeUndefined();
  expect((await observer.refetch()).data).toBe(before);
  await client.comments.create({ text: "new", open: true, created: day(30), article: 1, author: 1 });
  const after = (await observer.refetch()).data;
  expect(ids(after?.comments)).toEqual(ids(before?.comments));
  expect((await client.articles.more(after, "comments"))?.map(({ text }) => text)).toEqual(["new"]);
  end();
});
