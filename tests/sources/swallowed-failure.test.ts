import { sql } from "drizzle-orm";
import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { sourceTestResources } from "trestle/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { clientBed, type DrizzleBed, data, drizzleBed, poolBed, postgresJsBed, sources } from "./drizzle-bed.js";

// Postgres turns the COMMIT of a transaction into a ROLLBACK if one of its statements failed, and reports no error.

let server: RunningPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

const drivers = {
  PGlite: drizzleBed,
  "a pool of node-postgres": () => poolBed(server.url),
  "a client of node-postgres": () => clientBed(server.url),
  "postgres.js": () => postgresJsBed(server.url),
};

type Db = ReturnType<DrizzleBed["ctx"]>["db"];
const failing = sql`select 1 / 0`;
const swallow = () => {};

/** What a handler does with a statement that fails, after its write. */
const swallowing: Record<string, (db: Db) => PromiseLike<unknown>> = {
  execute: (db) => db.execute(failing).catch(swallow),
  select: (db) => db.select({ one: sql`1 / 0` }).from(sql`tags`).then(swallow, swallow),
  "not awaited": async (db) => void db.execute(failing).catch(swallow),
  count: (db) => db.$count(sql`missing_table`).then(swallow, swallow),
  "in a nested transaction": (db) =>
    data.transaction({ ctx: { db } } as never, (ctx) =>
      (ctx as { readonly db: Db }).db.execute(failing).catch(swallow),
    ),
  prepare: (db) => db.select({ one: sql`1 / 0` }).from(sql`tags`).prepare("failing").execute().catch(swallow),
};
const harmless: Record<string, (db: Db) => PromiseLike<unknown>> = {
  nothing: async () => {},
  "in a nested transaction that was caught": (db) =>
    data
      .transaction({ ctx: { db } } as never, (ctx) => (ctx as { readonly db: Db }).db.execute(failing).catch(swallow))
      .catch(swallow),
  "a statement that goes on": async (db) => void db.execute(sql`select 1`),
  savepoint: (db) => db.transaction((inner: Db) => inner.execute(failing)).catch(swallow),
};

describe.each(Object.entries(drivers))("a transaction on %s", (_, makeBed) => {
  let bed: DrizzleBed;
  const errors: unknown[] = [];
  beforeAll(async () => {
    bed = await makeBed();
  });
  afterAll(() => bed?.close());

  const edit = async (afterwards: (db: Db) => PromiseLike<unknown>) => {
    await bed.reset();
    const { posts, authors, tags, comments } = sourceTestResources;
    const t = trestle<ReturnType<DrizzleBed["ctx"]>>();
    const editPost = posts.editOne(async (args) => {
      const edited = await sources.posts.editOne(args);
      await afterwards((args.ctx as ReturnType<DrizzleBed["ctx"]>).db);
      return edited;
    });
    const routes = {
      posts: posts.routes(posts.getOne(sources.posts.getOne), editPost),
      authors: authors.routes(authors.getOne(sources.authors.getOne)),
      tags: tags.routes(tags.getOne(sources.tags.getOne)),
      comments: comments.routes(comments.getOne(sources.comments.getOne)),
    };
    const handle = fetchHandler(t.router(routes as never, { transaction: data.transaction }), {
      context: () => bed.ctx(1),
      onError: ({ error }: { readonly error: unknown }) => errors.push(error),
    } as never);
    const body = JSON.stringify({ data: { type: "posts", id: "1", attributes: { body: "new" } } });
    const headers = { "content-type": "application/vnd.api+json" };
    errors.length = 0;
    const { status } = await handle(new Request("http://a.test/posts/1", { method: "PATCH", headers, body }));
    const read = await handle(new Request("http://a.test/posts/1"));
    return { status, body: (await read.json()).data.attributes.body };
  };

  test.each(Object.entries(swallowing))("that cannot commit is a 500: %s", async (_, afterwards) => {
    const refused = await edit(() => Promise.reject(new Error("undone")));
    expect(refused.body).not.toBe("new");
    expect(await edit(afterwards)).toEqual(refused);
    expect(errors).toMatchObject([{ code: "25P02" }]); // a repeat with the same Idempotency-Key may run
  });

  test("a session is watched once, however its transactions overlap", async () => {
    const { db } = bed.ctx(1);
    const start = () =>
      data.transaction({ ctx: { db } } as never, async () => new Promise((resolve) => setTimeout(resolve, 20)));
    await start();
    const { prepareQuery } = db.session;
    // One connection cannot have two transactions, but its requests may try.
    await Promise.allSettled([start(), start()]);
    expect(db.session.prepareQuery).toBe(prepareQuery);
  });

  test.each(Object.entries(harmless))("that can commit is a 200: %s", async (_, afterwards) => {
    expect(await edit(afterwards)).toEqual({ status: 200, body: "new" });
  });
});
