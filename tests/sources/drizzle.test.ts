import { sql } from "drizzle-orm";
import { npmVersion } from "drizzle-orm/version";
import { Conflict } from "trestle";
import { sourceTests } from "trestle/source";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import {
  clientBed,
  type DrizzleBed,
  data,
  drizzleBed,
  poolBed,
  postgresJsBed,
  sources,
  transactionBed,
} from "./drizzle-bed.js";

let server: RunningPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

const drivers = {
  PGlite: drizzleBed,
  "a transaction of PGlite": transactionBed,
  "a pool of node-postgres": () => poolBed(server.url),
  "a client of node-postgres": () => clientBed(server.url),
  "postgres.js": () => postgresJsBed(server.url),
};

test("this is the Drizzle of the project", () => {
  expect(npmVersion.split(".")[0]).toBe(process.env.DRIZZLE ?? "0");
});

describe.each(Object.entries(drivers))("sources with Drizzle on %s", (_, makeBed) => {
  let bed: DrizzleBed;
  beforeAll(async () => {
    bed = await makeBed();
  });
  afterAll(() => bed?.close());
  for (const { name, run } of sourceTests(() => bed)) test(name, run);

  // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
  const args = (ctx: object, more: object = {}): any => {
    return { ctx, filter: {}, sort: [], include: {}, fields: {}, page: undefined, ...more };
  };

  test("statements never overlap in a transaction or on one connection", async () => {
    await bed.reset();
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on("warning", warn);
    const include = { author: true, tags: true, replies: true, comments: true };
    const list = (ctx: object) => sources.posts.getMany(args(ctx, { page: { offset: 0, limit: 5 }, include }));
    const alone = await list(bed.ctx(1));
    const within = await data.transaction({ ctx: bed.ctx(1) }, list);
    await new Promise(setImmediate); // process emits warnings later
    process.off("warning", warn);
    expect(within).toEqual(alone);
    expect(warnings).toEqual([]);
  });

  test("a transaction commits as a whole or not at all, and a refused write in it undoes only itself", async () => {
    await bed.reset();
    const input = { body: null, views: 1n, rating: 1, published: true, status: "live", meta: null };
    const create = (ctx: object, title: string) =>
      sources.posts.createOne(args(ctx, { input: { ...input, title, author: null, parent: null, tags: ["a"] } }));
    const twice = (ctx: object) =>
      data.transaction({ ctx: ctx }, async (ctx) => {
        await create(ctx, "twice");
        await expect(create(ctx, "twice")).rejects.toThrow(Conflict);
        return ctx;
      });
    const count = async () =>
      (await sources.posts.getMany(args(bed.ctx(1), { filter: { title: "twice" } }))).data.length;
    const failing = data.transaction({ ctx: bed.ctx(1) }, async (ctx) => {
      await twice(ctx);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await count()).toBe(0);
    await twice(bed.ctx(1));
    expect(await count()).toBe(1);
  });

  test("dates keep their time, and the database's own statements work beside sources", async () => {
    await bed.reset();
    const { data: post } = await sources.posts.getOne(args(bed.ctx(1), { id: 4 }));
    expect(post.at).toEqual(new Date(Date.UTC(2026, 0, 2)));
    const ctx = bed.ctx(1);
    await ctx.db.execute(sql`update posts set at = '2026-05-06 07:08:09.123+00' where id = 4`);
    const filter = { at: new Date("2026-05-06T07:08:09.123Z") };
    expect((await sources.posts.getMany(args(ctx, { filter }))).data.map(({ id }) => id)).toEqual([4]);
  });
});

describe("requests at the same time, with a pool", () => {
  let bed: DrizzleBed;
  beforeAll(async () => {
    bed = await poolBed(server.url);
  });
  beforeEach(() => bed.reset());
  afterAll(() => bed?.close());

  test("may link the same children: the last one has them", async () => {
    const parents = [1, 2, 4, 5, 6, 7, 9, 11];
    await Promise.all(
      parents.map((id) => sources.posts.addToRelationship("replies")({ ctx: bed.ctx(1), id, related: [10] })),
    );
    const rows = await Promise.all(
      parents.map((id) => sources.posts.getRelationship("replies")({ ctx: bed.ctx(1), id })),
    );
    expect(rows.flatMap(({ data }) => data).filter((id) => id === 10)).toEqual([10]);
  });

  test("a pair that another constraint refuses is a conflict, and not lost", async () => {
    await bed.exec("delete from post_tags");
    await bed.exec("create unique index one_post_per_tag on post_tags (tag)");
    try {
      const add = (id: number) => sources.posts.addToRelationship("tags")({ ctx: bed.ctx(1), id, related: ["a"] });
      await add(1);
      await add(1); // it is a member already
      await expect(add(2)).rejects.toThrow(Conflict);
    } finally {
      await bed.exec("drop index one_post_per_tag");
    }
  });
});
