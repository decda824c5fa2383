import type { PGlite } from "@electric-sql/pglite";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import {
  Conflict,
  Forbidden,
  memoryStore,
  NotFound,
  offsetPage,
  toMany,
  toOne,
  trestle,
  UnprocessableContent,
} from "trestle";
import { createClient } from "trestle/client";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { started } from "../support/routed.js";

// The same API twice: each operation by itself, and all in one expression.

const t = trestle<{ readonly db: unknown }>();
const posts = t.resource("posts", {
  id: z.int(),
  attributes: { title: z.string().max(20) },
  relationships: { author: toOne("users").nullable(), tags: toMany("tags", { linkage: true }) },
  createFields: ["id", "title", "author", "tags"],
  editFields: ["title"],
});
const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { posts: toMany("posts") },
});
const tags = t.resource("tags", { id: z.int(), attributes: { name: z.string() } });

const tables = {
  posts: pgTable("posts", { id: integer().primaryKey(), title: text().notNull(), author: integer() }),
  users: pgTable("users", { id: integer().primaryKey(), name: text().notNull() }),
  tags: pgTable("tags", { id: integer().primaryKey(), name: text().notNull() }),
};
const pairs = pgTable(
  "pairs",
  { post: integer().references(() => tables.posts.id), tag: integer().references(() => tables.tags.id) },
  (pair) => [primaryKey({ columns: [pair.post, pair.tag] })],
);

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table users (id int primary key, name text not null);
    create table tags (id int primary key, name text not null);
    create table posts (id int primary key, title text not null constraint posts_title unique, author int references users);
    create table pairs (post int references posts on delete cascade, tag int references tags, primary key (post, tag));
    create table drafts (id int primary key generated always as identity, title text not null, note text, version int not null default 1);`);
});
beforeEach(async () => {
  await pglite.exec(`truncate posts, users, tags, pairs;
    insert into users values (1, 'ann'), (2, 'ben'); insert into tags values (1, 'a'), (2, 'b'), (3, 'c');
    insert into posts values (1, 'one', 1), (2, 'two', null); insert into pairs values (1, 1);`);
});
afterAll(() => pglite?.close());

const stores = {
  memory() {
    const data = memoryData();
    const named = (names: string) => [...names].map((name, index) => ({ id: index + 1, name }));
    return {
      users: data.source(users, { rows: named("ab"), relationships: { posts: { by: "author" } } }),
      tags: data.source(tags, { rows: named("abc") }),
      posts: data.source(posts, {
        rows: [
          { id: 1, title: "one", author: 1, tags: [1] },
          { id: 2, title: "two", author: null, tags: [] },
        ],
        unique: [["title"]],
      }),
    };
  },
  drizzle() {
    const data = drizzleData({ db: "db", tables });
    return {
      users: data.source(users, { relationships: { posts: hasMany(tables.posts.author) } }),
      tags: data.source(tags, {}),
      posts: data.source(posts, {
        relationships: { tags: manyToMany(pairs) },
        violations: { posts_title: { detail: "Another post has this title.", field: "title" } },
      }),
    };
  },
};

type Sources = ReturnType<(typeof stores)["drizzle"]> | ReturnType<(typeof stores)["memory"]>;

const LIST = {
  filter: { title__contains: z.string().optional() },
  sort: ["title"],
  page: offsetPage({ limit: 1 }),
  include: ["author"],
} as const;
const READ = [NotFound];
const WRITE = [Forbidden, NotFound, Conflict, UnprocessableContent];

function short(source: Sources) {
  const count = posts.rpc("count", () => Response.json({ count: 1 }));
  const ofPosts = source.posts.routes(
    {
      getMany: LIST,
      getOne: { include: ["author", "tags"] },
      createOne: { include: ["author"], affects: ["users"] },
      editOne: true,
      deleteOne: true,
      getRelated: { author: true, tags: { sort: ["name"], page: offsetPage() } },
      changeRelationship: { author: true, tags: { summary: "Change the tags" } },
    },
    count,
  );
  return t.router({
    posts: ofPosts,
    users: source.users.routes({ getOne: true, getRelated: { posts: true } }),
    tags: source.tags.routes({ getMany: true }),
  });
}

function long(source: Sources) {
  const tagged = { errors: WRITE, summary: "Change the tags" };
  const { posts: post, users: user } = source;
  return t.router({
    posts: posts.routes(
      posts.getMany(LIST, post.getMany),
      posts.getOne({ include: ["author", "tags"], errors: READ }, post.getOne),
      posts.createOne({ include: ["author"], affects: ["users"], errors: WRITE }, post.createOne),
      posts.editOne({ errors: WRITE }, post.editOne),
      posts.deleteOne({ errors: [Forbidden, NotFound, Conflict] }, post.deleteOne),
      posts.getRelated("author", { errors: READ }, post.getRelated("author")),
      posts.getRelated("tags", { sort: ["name"], page: offsetPage(), errors: READ }, post.getRelated("tags")),
      posts.editRelationship("author", { errors: WRITE }, post.editRelationship("author")),
      posts.addToRelationship("tags", tagged, post.addToRelationship("tags")),
      posts.removeFromRelationship("tags", tagged, post.removeFromRelationship("tags")),
      posts.resetRelationship("tags", tagged, post.resetRelationship("tags")),
      posts.rpc("count", () => Response.json({ count: 1 })),
    ),
    users: users.routes(
      users.getOne({ errors: READ }, user.getOne),
      users.getRelated("posts", { errors: READ }, user.getRelated("posts")),
    ),
    tags: tags.routes(tags.getMany(source.tags.getMany)),
  });
}

const post = (id: number, title: string, author: number | null) => ({
  data: {
    type: "posts",
    id: String(id),
    attributes: { title },
    relationships: { author: { data: author === null ? null : { type: "users", id: String(author) } } },
  },
});
const tagged = (...ids: number[]) => ({ data: ids.map((id) => ({ type: "tags", id: String(id) })) });

/** The requests, each with the status that it has on every storage. */
const WALK: readonly (readonly [status: number, method: string, path: string, body?: object])[] = [
  [200, "GET", "/posts?sort=-title&include=author"],
  [200, "GET", "/posts?filter[title][contains]=on"],
  [400, "GET", "/posts?sort=author"],
  [200, "GET", "/posts/1?include=author,tags"],
  [404, "GET", "/posts/9"],
  [201, "POST", "/posts?include=author", post(3, "three", 2)],
  [409, "POST", "/posts", post(4, "three", null)],
  [404, "POST", "/posts", post(4, "four", 9)],
  [422, "POST", "/posts", post(4, "x".repeat(21), null)],
  [200, "PATCH", "/posts/3", { data: { type: "posts", id: "3", attributes: { title: "3" } } }],
  [404, "PATCH", "/posts/9", { data: { type: "posts", id: "9", attributes: { title: "9" } } }],
  [200, "GET", "/posts/1/author"],
  [200, "GET", "/posts/1/tags?sort=-name&page[limit]=1"],
  [404, "GET", "/posts/9/tags"],
  [200, "GET", "/posts/1/relationship/tags"],
  [204, "PATCH", "/posts/1/relationship/author", { data: { type: "users", id: "2" } }],
  [404, "PATCH", "/posts/1/relationship/author", { data: { type: "users", id: "9" } }],
  [204, "POST", "/posts/1/relationship/tags", tagged(2)],
  [404, "POST", "/posts/1/relationship/tags", tagged(9)],
  [204, "DELETE", "/posts/1/relationship/tags", tagged(1)],
  [204, "PATCH", "/posts/2/relationship/tags", tagged(2, 3)],
  [200, "GET", "/posts/2/tags"],
  [200, "POST", "/posts/1/count"],
  [200, "GET", "/users/2"],
  [200, "GET", "/users/2/posts"],
  [200, "GET", "/tags"],
  [204, "DELETE", "/posts/3"],
  [404, "DELETE", "/posts/3"],
];

async function answersOf(api: ReturnType<typeof short>): Promise<unknown[]> {
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const answers = [];
  for (const [, method, path, body] of WALK) {
    const headers = body && { "content-type": "application/vnd.api+json" };
    const request = new Request(`http://example.test${path}`, {
      method,
      ...(body && { headers: headers as HeadersInit, body: JSON.stringify(body) }),
    });
    const response = await handle(request);
    const text = await response.text();
    const sent = Object.fromEntries([...response.headers].filter(([name]) => name !== "date"));
    answers.push([response.status, method, path, sent, text.replace(/"id":"[0-9a-f-]{36}",?/, "")]);
  }
  return answers;
}

describe.each(Object.entries(stores))("source.routes on %s", (_, makeSources) => {
  test("answers as the operations registered one by one", async () => {
    const answers = await answersOf(short(makeSources()));
    expect(answers.map((answer) => (answer as unknown[]).slice(0, 3))).toEqual(WALK.map((step) => step.slice(0, 3)));
    await pglite.exec(
      `truncate posts, pairs; insert into posts values (1, 'one', 1), (2, 'two', null); insert into pairs values (1, 1);`,
    );
    expect(await answersOf(long(makeSources()))).toEqual(answers);
  });

  test("declares the errors of the source in the OpenAPI document", () => {
    const info = { title: "Posts", version: "1" };
    const document = openapi(short(makeSources()), { info });
    expect(document).toEqual(openapi(long(makeSources()), { info }));
    expect(JSON.stringify(document)).toContain("`forbidden`");
  });

  test("keeps the errors that the options declare", () => {
    const { tags: source } = makeSources();
    const routes = source.routes({ deleteOne: { errors: [UnprocessableContent, NotFound] } });
    const document = JSON.stringify(openapi(t.router({ tags: routes }), { info: { title: "Tags", version: "1" } }));
    for (const status of [403, 404, 409, 422]) expect(document).toContain(`"${status}":`);
  });

  test("refuses what it cannot register", () => {
    const { routes } = makeSources().posts as never as { routes: (options: object) => unknown };
    expect(started(() => routes({ getMny: true }))).toThrow(
      'data.source(posts).routes: "getMny" is not an option. Did you mean "getMany"?',
    );
    expect(started(() => routes({ getOne: false }))).toThrow(
      "data.source(posts).routes: getOne must be true, or options. To leave it out, remove it.",
    );
    expect(started(() => routes({ getRelated: { tags: false } }))).toThrow(
      "routes: getRelated.tags must be true, or options.",
    );
    expect(started(() => routes({ getRelated: true }))).toThrow(
      "data.source(posts).routes: getRelated names relationships: { getRelated: { author: true } }.",
    );
    expect(started(() => routes({ getRelated: ["author"] }))).toThrow(
      "data.source(posts).routes: getRelated names relationships: { getRelated: { author: true } }.",
    );
    expect(started(() => routes({ getRelated: { autor: true } }))).toThrow(
      'posts.getRelated("autor"): "posts" has no relationship "autor". Did you mean "author"?',
    );
    expect(started(() => routes({ changeRelationship: { autor: true } }))).toThrow(
      '"posts" has no relationship "autor". Did you mean "author"?',
    );
    expect(started(() => routes({ getOne: { includ: [] } }))).toThrow(
      'posts.getOne: unknown option "includ". Did you mean "include"?',
    );
  });
});

const drafts = t.resource("drafts", {
  id: z.int(),
  attributes: { title: z.string().min(1), note: z.string().nullable(), version: z.int() },
  createFields: ["title", "note?"],
  editFields: ["title", "note"],
  version: { field: "version", required: true },
});
const draftTable = pgTable("drafts", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  note: text(),
  version: integer().notNull().default(1),
});

/** The same short routes, with keys, required versions and batches. */
function safeApi(name: string) {
  const options = {
    getMany: { sort: ["id"] },
    getOne: true,
    createOne: { idempotent: true },
    editOne: true,
    deleteOne: true,
  } as const;
  const data = name === "memory" ? memoryData() : drizzleData({ db: "db", tables: { drafts: draftTable } });
  const source = (data as ReturnType<typeof drizzleData<"db", { drafts: typeof draftTable }>>).source(drafts, {});
  const idempotency = { store: memoryStore(), caller: () => null };
  return t.router(
    { drafts: source.routes(options) },
    { transaction: data.transaction as never, atomic: true, idempotency },
  );
}

test.each(Object.keys(stores))("source.routes on %s takes keys, required versions and batches", async (name) => {
  const api = safeApi(name);
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const client = createClient<typeof api>({ url: "http://example.test", fetch: handle });
  const titles = async () => (await client.drafts.list().sort("id")).map(({ title }) => title);

  const first = await client.drafts.create({ title: "One" }, { key: "one" });
  expect([first.note, (await client.drafts.create({ title: "One" }, { key: "one" })).id]).toEqual([null, first.id]);
  expect(await titles()).toEqual(["One"]);

  const item = `http://example.test/drafts/${first.id}`;
  const headers = { "content-type": "application/vnd.api+json" };
  const body = JSON.stringify({ data: { type: "drafts", id: first.id, attributes: { note: "n" } } });
  expect((await handle(new Request(item, { method: "PATCH", headers, body }))).status).toBe(428);
  expect((await handle(new Request(item, { method: "DELETE" }))).status).toBe(428);
  const second = await client.drafts.update(first, { note: "n" });
  expect([second.note, second.version]).toEqual(["n", 2]);
  expect((await client.drafts.update(first, { note: "m" }).safe()).error?.status).toBe(412);

  const [, made] = await client.atomic(
    (tx) => [tx.drafts.update(second, { title: "1" }), tx.drafts.create({ title: "Two" })] as const,
  );
  expect([made.title, made.note, await titles()]).toEqual(["Two", null, ["1", "Two"]]);
  const stale = client.atomic((tx) => [tx.drafts.create({ title: "Three" }), tx.drafts.delete(second)] as const);
  expect((await stale.safe()).error?.status).toBe(412);
  expect(await titles()).toEqual(["1", "Two"]);
});
