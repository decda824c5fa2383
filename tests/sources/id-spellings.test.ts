import type { PGlite } from "@electric-sql/pglite";
import { integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Some clients write uuids in upper case. A path, a body, a filter and an operation then mean the same row.

const [ANN, BOB, POST, NEW] = ["a", "b", "c", "d"].map((letter) =>
  letter.repeat(8).concat("-0000-4000-8000-00000000000", letter),
) as [string, string, string, string];
const upper = (id: string) => id.toUpperCase();

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const authors = t.resource("authors", {
  id: z.uuid(),
  attributes: { name: z.string(), version: z.int() },
  relationships: {
    posts: toMany("posts", { id: z.uuid() }),
    friends: toMany("authors", { id: z.uuid() }),
  },
  editFields: ["name", "posts"],
  version: "version",
});
const posts = t.resource("posts", {
  id: z.uuid(),
  attributes: { title: z.string() },
  relationships: { author: toOne("authors", { id: z.uuid() }).nullable() },
  createFields: ["id", "title", "author"],
});
const friends = pgTable("friends", { one: uuid(), other: uuid() }, (pair) => [
  primaryKey({ columns: [pair.one, pair.other] }),
]);
const tables = {
  authors: pgTable("authors", {
    id: uuid().primaryKey(),
    name: text().notNull(),
    version: integer().notNull().default(1),
  }),
  posts: pgTable("posts", { id: uuid().primaryKey(), title: text().notNull(), author: uuid() }, (post) => [
    unique("once").on(post.author, post.title),
  ]),
};

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table authors (id uuid primary key, name text not null, version int not null default 1);
    create table posts (id uuid primary key, title text not null, author uuid, constraint once unique (author, title));
    create table friends (one uuid, other uuid, primary key (one, other))`);
});
afterAll(() => pglite?.close());

const rows = {
  authors: [
    { id: ANN, name: "Ann", version: 1 },
    { id: BOB, name: "Bob", version: 1 },
  ],
  posts: [{ id: POST, title: "One", author: ANN }],
};
const violations = { author__title: "Each title once." };
const stores = {
  async memory() {
    const data = memoryData();
    return {
      transaction: data.transaction,
      authors: data.source(authors, { rows: rows.authors, relationships: { posts: { by: "author" } } }),
      posts: data.source(posts, { rows: rows.posts, unique: [["author", "title"]], violations }),
    };
  },
  async Drizzle() {
    await pglite.exec("truncate authors, posts, friends");
    const filled = drizzle({ client: pglite });
    await filled.insert(tables.authors).values(rows.authors);
    await filled.insert(tables.posts).values(rows.posts);
    const data = drizzleData({ db: "db", tables });
    return {
      transaction: data.transaction,
      authors: data.source(authors, {
        relationships: {
          posts: hasMany(tables.posts.author),
          friends: manyToMany(friends, { from: friends.one, to: friends.other }),
        },
      }),
      posts: data.source(posts, { violations }),
    };
  },
};

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

describe.each(Object.entries(stores))("in %s", (_, make) => {
  const heard: string[] = [];
  const start = async () => {
    const source = await make();
    const api = t.router(
      {
        authors: authors.routes(
          authors.getOne({ include: ["posts"] }, source.authors.getOne),
          authors.getMany(
            { filter: { id: z.array(z.uuid()).optional(), id__ne: z.uuid().optional(), posts: z.uuid().optional() } },
            source.authors.getMany,
          ),
          authors.editOne(source.authors.editOne),
          authors.getRelationship("friends", source.authors.getRelationship("friends")),
          authors.addToRelationship("friends", source.authors.addToRelationship("friends")),
          authors.removeFromRelationship("friends", source.authors.removeFromRelationship("friends")),
          authors.addToRelationship("posts", source.authors.addToRelationship("posts")),
        ),
        posts: posts.routes(
          posts.getOne({ include: ["author"] }, source.posts.getOne),
          posts.getMany(
            { filter: { author: z.array(z.uuid()).optional(), author__id: z.array(z.uuid()).optional() } },
            source.posts.getMany,
          ),
          posts.createOne(source.posts.createOne),
        ),
      },
      { transaction: source.transaction, atomic: true },
    );
    const hub = memoryHub();
    vi.spyOn(hub, "publish").mockImplementation(async (notices) => {
      for (const { notice } of notices) heard.push(`${notice.op} ${notice.id}`);
    });
    const handle = fetchHandler(api, { context: t.context(() => ({ db })), live: liveChannel(api, { hub }) });
    heard.length = 0;
    return async (method: string, path: string, document?: unknown, type = "application/vnd.api+json") => {
      const body = document === undefined ? {} : { body: JSON.stringify(document) };
      const headers = { "content-type": type, accept: type };
      const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
      const text = await response.text();
      return { status: response.status, document: text === "" ? undefined : JSON.parse(text) };
    };
  };
  const author = (id: string, more: object = {}) => ({ type: "authors", id, ...more });
  const ids = ({ document }: { readonly document: { readonly data: readonly { readonly id: string }[] } }) =>
    document.data.map(({ id }) => id);

  test.each([
    [`/authors?filter[id]=${upper(ANN)}`, [ANN]],
    [`/authors?filter[id]=${upper(ANN)},${BOB}`, [ANN, BOB]],
    [`/authors?filter[id][ne]=${upper(ANN)}`, [BOB]],
    [`/authors?filter[posts]=${upper(POST)}`, [ANN]],
    [`/posts?filter[author]=${upper(ANN)}`, [POST]],
    [`/posts?filter[author][id]=${upper(ANN)}`, [POST]],
  ])("a filter: %s", async (path, expected) => {
    const send = await start();
    expect(ids(await send("GET", path))).toEqual(expected);
  });

  test("a path and a body", async () => {
    const send = await start();
    for (const [inPath, inBody] of [
      [upper(ANN), ANN],
      [ANN, upper(ANN)],
    ] as const) {
      const data = author(inBody, { attributes: { name: inPath } });
      const { status, document } = await send("PATCH", `/authors/${inPath}`, { data });
      expect([status, document.data.id, document.data.attributes.name]).toEqual([200, ANN, inPath]);
    }
    const { status, document } = await send("PATCH", `/authors/${ANN}`, { data: author(BOB) });
    expect([status, document.errors[0].code]).toEqual([409, "id_mismatch"]);
    const { document: read } = await send("GET", `/authors/${upper(ANN)}?include=posts`);
    expect(read.included.map(({ id }: { readonly id: string }) => id)).toEqual([POST]);
  });

  test("members, also twice in two spellings", async () => {
    const send = await start();
    const path = `/authors/${upper(ANN)}/relationship/friends`;
    await send("POST", path, { data: [author(upper(BOB)), author(BOB)] });
    expect(ids(await send("GET", path))).toEqual([BOB]);
    await send("DELETE", path, { data: [author(upper(BOB))] });
    expect(ids(await send("GET", path))).toEqual([]);
    expect(heard).toEqual([`relate ${ANN}`, `relate ${ANN}`]);
  });

  test("a new row", async () => {
    const send = await start();
    const relationships = { author: { data: author(upper(BOB)) } };
    const data = { type: "posts", id: upper(NEW), attributes: { title: "Two" }, relationships };
    const { status, document } = await send("POST", "/posts", { data });
    expect([status, document.data.id, document.data.relationships.author.data.id]).toEqual([201, NEW, BOB]);
    const again = await send("POST", "/posts", { data: { ...data, id: NEW } });
    expect(again.status).toBe(409);
  });

  test("operations of a batch, whose versions are those of one row", async () => {
    const send = await start();
    const update = (id: string, version: string, ref?: string) => ({
      op: "update",
      ...(ref !== undefined && { ref: author(ref) }),
      data: author(id, { attributes: { name: "new" } }),
      meta: { version },
    });
    const batch = (...operations: object[]) => send("POST", "/operations", { "atomic:operations": operations }, ATOMIC);
    expect((await batch(update(upper(BOB), "1"), update(BOB, "1", upper(BOB)))).status).toBe(200);
    expect((await batch(update(BOB, "3"), update(upper(BOB), "4"))).status).toBe(412);
  });

  test("a rule that a child breaks has the words of the child's source, and the place of the members", async () => {
    const send = await start();
    const relationships = { author: { data: author(BOB) } };
    const other = { type: "posts", id: NEW, attributes: { title: "One" }, relationships };
    expect((await send("POST", "/posts", { data: other })).status).toBe(201);
    const data = [{ type: "posts", id: NEW }];
    const added = await send("POST", `/authors/${ANN}/relationship/posts`, { data });
    expect(added.document.errors).toMatchObject([{ status: "409", detail: "Each title once." }]);
    expect(added.document.errors[0].source).toEqual({ pointer: "/data" });
    const all = { posts: { data: [...data, { type: "posts", id: POST }] } };
    const edited = await send("PATCH", `/authors/${ANN}`, { data: author(ANN, { relationships: all }) });
    expect(edited.document.errors).toMatchObject([
      { detail: "Each title once.", source: { pointer: "/data/relationships/posts/data" } },
    ]);
  });
});
