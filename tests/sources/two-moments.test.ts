import type { PGlite } from "@electric-sql/pglite";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, mapped } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Between two statements of a request, another request deletes or takes rows. A page and its includes are one statement, unless the database
// does not hold the references as they are.

const tables = {
  authors: pgTable("authors", { id: integer().primaryKey() }),
  posts: pgTable("posts", { id: integer().primaryKey(), author_id: integer().notNull(), worker: integer() }),
};
interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const authors = t.resource("authors", { id: z.int(), attributes: {}, relationships: { posts: toMany("posts") } });
const posts = t.resource("posts", {
  id: z.int(),
  attributes: { worker: z.int().nullable() },
  relationships: { author: toOne("authors") },
  createFields: ["id", "author"],
});
const data = drizzleData({ db: "db", tables });
const authorSource = data.source(authors, { relationships: { posts: hasMany(tables.posts.author_id) } });
const postSource = data.source(posts, {});

const mappedData = drizzleData({ db: "db", tables });
mappedData.source(authors, { relationships: { posts: hasMany(tables.posts.author_id) } });
const author = mapped(tables.posts.author_id, { read: (id) => id, write: (id) => id });
const mappedPosts = mappedData.source(posts, { columns: { author } });

let pglite: PGlite;
let sent: string[];
/** Runs when a statement with this text was sent, before its result arrives. */
let after: { readonly text: RegExp; readonly run: () => Promise<unknown> } | undefined;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  await pglite.exec(`create table authors (id int primary key);
    create table posts (id int primary key, author_id int not null references authors on delete cascade, worker int)`);
  const query = pglite.query.bind(pglite);
  pglite.query = (async (text: string, ...more: []) => {
    sent.push(text);
    const result = await query(text, ...more);
    const now = after?.text.test(text) ? after : undefined;
    if (now) after = undefined;
    await now?.run();
    return result;
  }) as typeof pglite.query;
  db = drizzle({ client: pglite });
});
afterAll(() => pglite?.close());
beforeEach(async () => {
  await pglite.exec(`truncate authors, posts; insert into authors values (1), (2);
    insert into posts values (1, 1, null), (2, 2, null)`);
  sent = [];
  after = undefined;
});

const handle = (source: typeof postSource = mappedPosts) => {
  const api = t.router({
    authors: authors.routes(authors.getOne({ include: ["posts"] }, authorSource.getOne)),
    posts: posts.routes(
      posts.getOne({ include: ["author"] }, source.getOne),
      posts.getMany({ include: ["author"] }, source.getMany),
    ),
  });
  const errors: unknown[] = [];
  const handler = fetchHandler(api, {
    context: t.context(() => ({ db })),
    onError: ({ error }) => void errors.push(error),
  });
  return async (path: string) => {
    const response = await handler(new Request(`http://a.test${path}`));
    const { data } = await response.json();
    return { status: response.status, ids: [data ?? []].flat().map(({ id }: { readonly id: string }) => id), errors };
  };
};
const deleteAuthor = () => pglite.exec("delete from authors where id = 1");

test("a page and its includes are of one moment, as one statement reads them", async () => {
  after = { text: /from "posts"/, run: deleteAuthor };
  expect(await handle(postSource)("/posts?include=author")).toEqual({ status: 200, ids: ["1", "2"], errors: [] });
  expect(sent).toHaveLength(1);
});

test("an author who is deleted between the list and its include is in neither", async () => {
  after = { text: /from "posts"/, run: deleteAuthor };
  expect(await handle()("/posts?include=author")).toEqual({ status: 200, ids: ["2"], errors: [] });
});

test("a post that is deleted with its author before its include is a 404", async () => {
  after = { text: /from "posts"/, run: deleteAuthor };
  expect(await handle()("/posts/1?include=author")).toEqual({ status: 404, ids: [], errors: [] });
});

test("a row that must be there and is not is still an error, after two attempts", async () => {
  await pglite.exec("alter table posts drop constraint posts_author_id_fkey; delete from authors where id = 1");
  for (const [source, count] of [
    [mappedPosts, 4],
    [postSource, 2],
  ] as const) {
    sent = [];
    const { status, errors } = await handle(source)("/posts?include=author");
    expect([status, errors.length, sent.length]).toEqual([500, 1, count]);
  }
  await pglite.exec(
    "delete from posts; alter table posts add foreign key (author_id) references authors on delete cascade",
  );
});
