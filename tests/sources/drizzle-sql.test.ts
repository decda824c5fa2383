import { desc, eq, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { Conflict, cursorPage, NotFound, offsetPage, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany, mapped } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { sourceTestResources, sourceTestRows } from "trestle/source";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type DrizzleBed, data, drizzleBed, sources } from "./drizzle-bed.js";
import * as schema from "./drizzle-schema.js";

let bed: DrizzleBed;
beforeAll(async () => {
  bed = await drizzleBed();
});
beforeEach(() => bed.reset());
afterAll(() => bed?.close());

type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
const args = (more: object = {}): any => {
  return { ctx: bed.ctx(1), filter: {}, sort: [], include: {}, fields: {}, page: undefined, ...more };
};

async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const before = bed.statements.length;
  await work();
  return bed.statements.slice(before);
}

const post = { title: "New", body: null, views: 1n, rating: 1, published: true, status: "live" as const, meta: null };
const { posts } = sources;

describe("statements", () => {
  test("one for the page with all its includes and its count, however many rows", async () => {
    const cost = async (more: object) => (await statements(() => posts.getMany(args(more)))).length;
    for (const limit of [2, 20]) {
      const page = { offset: 0, limit };
      expect(await cost({ page })).toBe(1);
      expect(await cost({ page: { size: limit } })).toBe(1);
      expect(await cost({ page, include: { author: true, tags: true, replies: true, comments: true } })).toBe(1);
      expect(await cost({ page, include: { author: true, author__posts: true, author__posts__tags: true } })).toBe(1);
    }
    const include = { author: true, comments: true };
    expect(await statements(() => posts.getOne(args({ id: 1, include })))).toHaveLength(1);
    expect(await statements(() => posts.getRelated("tags")(args({ id: 1, include: { posts: true } })))).toHaveLength(1);
    expect(await statements(() => posts.getOne(args({ id: 1 })))).toHaveLength(1);
    expect(await statements(() => posts.deleteOne(args({ id: 20 })))).toHaveLength(1);
    await expect(statements(() => posts.getOne(args({ id: 99_999_999_999 })))).rejects.toThrow(NotFound);
  });

  test("the same in a transaction, also for a page behind the last row", async () => {
    const cost = async (offset: number) => {
      const all = await statements(() =>
        data.transaction({ ctx: bed.ctx(1) }, async (ctx) => {
          const { total } = await posts.getMany(args({ ctx, page: { offset, limit: 20 } }));
          expect(total).toBe(21);
        }),
      );
      return all.filter((text) => text.includes(`"posts"`)).length;
    };
    expect([await cost(0), await cost(10), await cost(30)]).toEqual([1, 1, 1]);
  });

  test("sparse fields select no other column", async () => {
    const fields = { posts: new Set(["title"]), authors: new Set<string>() };
    const [query, ...others] = await statements(
      () => posts.getMany(args({ fields, include: { author: true } })) as Promise<unknown>,
    );
    expect(others).toEqual([]);
    expect(query).toContain(
      `(select "id", "title", "version", "author_id" from "posts" where ("posts"."tenant" = $1) order by "posts"."id" asc)`,
    );
    expect(query).toMatch(
      /\(select "id" from "authors" where \(+"authors"\."id" in \(select "#0"\."c3"::uuid from "#0"\)/,
    );
  });

  test("a cursor of columns that are never null and go one way is a comparison of rows", async () => {
    const sort = ["at", "id"].map((field) => ({ field, order: "desc" as const }));
    const first = await posts.getMany(args({ sort, page: { size: 3 } }));
    const { page } = (first.links as { next: { page: object } }).next;
    const [query] = await statements(
      () => posts.getMany(args({ sort, page: { size: 3, ...page } })) as Promise<unknown>,
    );
    expect(query).toContain(`("posts"."at", "posts"."id") < ($`);
  });

  test("a cursor keeps the microseconds that a Date does not have", async () => {
    await bed.exec("update posts set at = timestamptz '2026-01-01 00:00:00.000001+00' + id * interval '1 microsecond'");
    const sort = [{ field: "at", order: "asc" as const }];
    const met: unknown[] = [];
    let page: object | undefined = {};
    while (page) {
      const result: { data: readonly { id: number }[]; links?: object } = await posts.getMany(
        args({ sort, page: { size: 5, ...page } }),
      );
      met.push(...result.data.map(({ id }) => id));
      page = (result.links as { next: { page: object } | null }).next?.page;
    }
    expect(new Set(met).size).toBe(met.length);
    expect(met).toHaveLength(21);
  });
});

describe("transactions", () => {
  test("a refused write within one undoes only itself, and the whole is rolled back together", async () => {
    const work = data.transaction({ ctx: bed.ctx(1) }, async (ctx) => {
      const author = sourceTestRows.authors[0]?.id ?? null;
      const made = await posts.createOne(
        args({ ctx, input: { ...post, title: "In it", author, parent: null, tags: ["a"] } }),
      );
      const again = posts.createOne(
        args({ ctx, input: { ...post, title: "In it", author: null, parent: null, tags: [] } }),
      );
      await expect(again).rejects.toThrow(Conflict);
      const read = await posts.getOne(args({ ctx, id: made.data.id, include: { author: true, tags: true } }));
      expect(read.data.title).toBe("In it");
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect((await posts.getMany(args({ filter: { title: "In it" } }))).data).toEqual([]);
  });

  test("a refused write of one statement undoes only itself, too", async () => {
    const own = drizzleData({ db: "db", tables: schema });
    const members = hasMany(schema.posts.author_id);
    const { posts, tags, authors, comments } = sourceTestResources;
    const pairs = manyToMany(schema.postTags);
    const plain = own.source(posts, {
      relationships: {
        tags: pairs,
        replies: hasMany(schema.posts.parentId),
        comments: hasMany(schema.comments.post_id),
      },
      values: () => ({ tenant: 1 }),
    });
    const plainTags = own.source(tags, { relationships: { posts: pairs } });
    own.source(authors, { relationships: { posts: members } });
    own.source(comments, {});
    await own.transaction({ ctx: bed.ctx(1) }, async (ctx) => {
      const create = () => plain.createOne(args({ ctx, input: { ...post, title: "Once" } }));
      const { id } = (await create()).data;
      await expect(create()).rejects.toThrow(Conflict);
      const edit = plain.editOne(args({ ctx, id, input: { rating: 9 } }));
      await expect(edit).rejects.toThrow("rating_range");
      await expect(plainTags.deleteOne({ ctx, id: "b" })).rejects.toThrow(Conflict);
    });
    expect((await plain.getMany(args({ filter: { title: "Once" } }))).data).toHaveLength(1);
  });

  test("a member that may not be changed keeps its pairs, from either side", async () => {
    await bed.exec("update posts set locked = id = 2; delete from post_tags");
    await bed.exec("insert into post_tags (post, tag) values (2, 'a')");
    const { tags } = sources;
    const change = (related: number[]) => ({ ctx: bed.ctx(1), id: "b", related });
    const refused = expect.objectContaining({
      status: 403,
      message: 'You may not change some of these resources of "posts".',
    });
    await expect(tags.addToRelationship("posts")(change([1, 2]))).rejects.toEqual(refused);
    await expect(tags.resetRelationship("posts")(change([2]))).rejects.toEqual(refused);
    const remove = { ...change([2]), id: "a" };
    await expect(tags.removeFromRelationship("posts")(remove)).rejects.toEqual(refused);
    await expect(tags.resetRelationship("posts")({ ...remove, related: [] })).rejects.toEqual(refused);
    await tags.addToRelationship("posts")(change([1, 3]));
    expect((await tags.getRelationship("posts")(change([]))).data).toEqual([1, 3]);
    expect((await tags.getRelationship("posts")(remove)).data).toEqual([2]);
    await bed.exec("update posts set locked = false");
  });

  test("one that Postgres cannot serialize is tried again", async () => {
    let attempts = 0;
    const failing = Object.assign(new Error("could not serialize access"), { code: "40001" });
    const { db } = bed.ctx(1);
    const flaky = new Proxy(db, {
      get(target, name) {
        if (name !== "transaction") return Reflect.get(target, name);
        return async (work: never) => {
          if (++attempts < 3) throw failing;
          return target.transaction(work);
        };
      },
    });
    const ctx = { tenant: 1, db: flaky };
    const made = await posts.createOne(args({ ctx, input: { ...post, author: null, parent: null, tags: [] } }));
    expect([made.data.title, attempts]).toEqual(["New", 3]);
  });
});

describe("violations", () => {
  const error = async (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable(),
      (problem) => problem,
    );
  const create = (more: object) =>
    error(posts.createOne(args({ input: { ...post, author: null, parent: null, tags: [], ...more } })));

  test.each([
    [{ published: null }, { status: 422, field: "published" }],
    [{ rating: 99_999_999_999 }, { status: 422, field: "rating" }],
    [{ title: "nul \0" }, { status: 422, field: "title" }],
    [{ status: "nope" }, { status: 422, field: "status" }],
    [{ rating: 9 }, { status: 422, message: 'The value violates the constraint "rating_range" of the database.' }],
  ])("%j", async (more, expected) => {
    expect(await create(more)).toMatchObject(expected);
  });

  test("text that is too long for its column, and an id that is taken", async () => {
    const [ann] = sourceTestRows.authors;
    const input = { id: "00000000-0000-4000-8000-000000000007", name: "L", email: `${"x".repeat(40)}@example.test` };
    expect(await error(sources.authors.createOne(args({ input })))).toMatchObject({ status: 422, field: "email" });
    const taken = { id: ann?.id, name: "A", email: "other@example.test" };
    expect(await error(sources.authors.createOne(args({ input: taken })))).toMatchObject({ status: 409 });
  });

  test("when: what must hold of the row, or the error to send", async () => {
    const edit = (rating: number) =>
      posts.editOne(args({ id: 2, input: { body: "v2" } }), {
        when: eq(schema.posts.rating, rating),
        values: { rating: sql`${schema.posts.rating} + 1` },
        stale: () => new Conflict("Stale."),
      });
    expect((await edit(1)).data).toMatchObject({ body: "v2", rating: 2 });
    await expect(edit(1)).rejects.toThrow("Stale.");
  });
});

test("members are in the order of the relationship, as linkage, included, and in copies of a row", async () => {
  const { posts, tags, authors, comments } = sourceTestResources;
  const own = drizzleData({ db: "db", tables: schema });
  const order = { orderBy: desc(schema.tags.label), limit: 2 };
  const replies = hasMany(schema.posts.parentId, { orderBy: [desc(schema.posts.id)], limit: 2 });
  const source = own.source(posts, {
    relationships: { tags: manyToMany(schema.postTags, order), replies, comments: hasMany(schema.comments.post_id) },
  });
  own.source(tags, { relationships: { posts: manyToMany(schema.postTags) } });
  own.source(authors, { relationships: { posts: hasMany(schema.posts.author_id) } });
  own.source(comments, {});
  await bed.exec("insert into post_tags values (1, 'a'), (1, 'b'), (1, 'c')");
  const ids = (rows: unknown) => (rows as readonly { id: unknown }[]).map(({ id }) => id);
  const plain = await source.getOne(args({ id: 1 }));
  expect(plain.data.tags).toEqual(["c", "b"]);
  const whole = await source.getOne(args({ id: 1, include: { tags: true, replies: true, replies__parent: true } }));
  expect(ids(whole.data.tags)).toEqual(["c", "b"]);
  const [reply] = whole.data.replies as never as readonly { parent: { tags: unknown } }[];
  expect(reply?.parent.tags).toEqual(["c", "b"]);
  const linkage = await source.getRelationship("replies")(args({ id: 1 }));
  const sorted = sourceTestRows.posts.flatMap(({ id, parent }) => (parent === 1 ? id : [])).reverse();
  expect([ids(whole.data.replies), linkage.data]).toEqual([sorted.slice(0, 2), sorted]);
});

test("a call needs no more than the id, and what it changes", async () => {
  const ctx = bed.ctx(1);
  const { data } = await posts.editOne({ ctx, id: 1 }, { values: { rating: 4 } });
  expect([data.rating, (await posts.getOne({ ctx, id: 1 })).data.rating]).toEqual([4, 4]);
});

test("mapped columns and expressions", async () => {
  await bed.exec(
    "create table if not exists things (id int primary key, words text not null, a int not null, b int not null)",
  );
  await bed.exec("truncate things; insert into things values (1, 'x,y', 1, 2), (2, '', 3, 4)");
  const t = trestle<{ readonly db: unknown }>();
  const things = t.resource("things", {
    id: z.int(),
    attributes: { words: z.array(z.string()), sum: z.int() },
    createFields: ["id", "words"],
  });
  const table = pgTable("things", {
    id: integer().primaryKey(),
    words: text().notNull(),
    a: integer().notNull(),
    b: integer().notNull(),
  });
  const source = drizzleData({ db: "db", tables: { things: table } }).source(things, {
    columns: {
      words: mapped(table.words, {
        read: (words) => (words ? words.split(",") : []),
        write: (list: string[]) => list.join(","),
      }),
      sum: sql<number>`${table.a} + ${table.b}`,
    },
  });
  const sort = [{ field: "sum", order: "desc" as const }];
  const list = await source.getMany(args({ sort }));
  expect(list.data).toEqual([
    { id: 2, words: [], sum: 7 },
    { id: 1, words: ["x", "y"], sum: 3 },
  ]);
  const filtered = await source.getMany(args({ filter: { sum__gt: 3, words__ne: ["x"] } }));
  expect(filtered.data).toEqual([{ id: 2, words: [], sum: 7 }]);
  expect(() =>
    t.router({ things: things.routes(things.getMany({ sort: ["words"], page: cursorPage() }, source.getMany)) }),
  ).not.toThrow();
  expect(() =>
    t.router({ things: things.routes(things.getMany({ sort: ["sum"], page: cursorPage() }, source.getMany)) }),
  ).toThrow('the sort "sum" is SQL of an unknown type');
  const made = await source.createOne(args({ input: { id: 3, words: ["a", "b"] } }), { values: { a: 5, b: 6 } });
  expect(made.data).toEqual({ id: 3, words: ["a", "b"], sum: 11 });
});

test("a computed field sorts from another resource, and in a cursor if its type is known", async () => {
  const t = trestle<{ readonly db: unknown }>();
  const authors = t.resource("authors", { id: z.uuid(), attributes: { length: z.int(), initial: z.string() } });
  const posts = t.resource("posts", {
    id: z.int(),
    attributes: {},
    relationships: { author: toOne("authors", { id: z.uuid() }).nullable() },
  });
  const own = drizzleData({ db: "db", tables: schema });
  const initial = sql<string>`left(${schema.authors.name}, 1)`.mapWith(schema.authors.name);
  own.source(authors, { columns: { length: sql<number>`length(${schema.authors.name})`, initial } });
  const source = own.source(posts, {});
  const routed = (sort: "author__length" | "author__initial") => () =>
    t.router({
      posts: posts.routes(posts.getMany({ sort: [sort], page: cursorPage() }, source.getMany)),
      authors: authors.routes(),
    });
  expect(routed("author__length")).toThrow('"author__length" is SQL of an unknown type');
  expect(routed("author__initial")).not.toThrow();
  const sorted = (field: string, page: object) => source.getMany(args({ sort: [{ field, order: "asc" }], page }));
  const ids = ({ data }: { readonly data: readonly { readonly id: number }[] }) => data.map(({ id }) => id);
  const all = await sorted("author__length", { offset: 0, limit: 100 });
  expect(all.data).toHaveLength(sourceTestRows.posts.length);
  const first = await sorted("author__initial", { size: 15 });
  const { page } = (first.links as { next: { page: object } }).next;
  const rest = await sorted("author__initial", { size: 15, ...page });
  const whole = await sorted("author__initial", { offset: 0, limit: 100 });
  expect([...ids(first), ...ids(rest)]).toEqual(ids(whole));
});

test("over HTTP: cursor pages, offset pages, and two tenants", async () => {
  const { posts: resource, comments, authors, tags } = sourceTestResources;
  const api = trestle<{ readonly tenant: number; readonly db?: unknown }>().router({
    posts: resource.routes(
      resource.getMany({ sort: ["rating"], page: cursorPage({ size: 7 }), include: ["author"] }, sources.posts.getMany),
      resource.getOne({ errors: [NotFound] }, sources.posts.getOne),
      resource.getRelated("tags", sources.posts.getRelated("tags")),
    ),
    comments: comments.routes(comments.getMany({ page: offsetPage() }, sources.comments.getMany)),
    authors: authors.routes(),
    tags: tags.routes(),
  });
  const context = trestle<{ readonly tenant: number; readonly db?: unknown }>().context((request: Request) =>
    bed.ctx(Number(request.headers.get("x-tenant") ?? 1)),
  );
  const handle = fetchHandler(api, { context });
  const get = async (path: string, tenant = 1) => {
    const response = await handle(new Request(`http://example.test${path}`, { headers: { "x-tenant": `${tenant}` } }));
    return { status: response.status, body: await response.json() };
  };
  const met: string[] = [];
  let path: string | null = "/posts?sort=-rating&include=author";
  while (path) {
    const { body } = await get(path);
    met.push(...body.data.map(({ id }: Row) => id));
    path = body.links.next;
  }
  expect([met.length, new Set(met).size]).toEqual([21, 21]);
  expect((await get("/posts?page[after]=rubbish")).body.errors[0]).toMatchObject({
    source: { parameter: "page[after]" },
  });
  expect((await get("/posts/99999999999")).status).toBe(404);
  expect((await get("/posts/1", 2)).status).toBe(404);
  expect((await get("/posts/8", 2)).status).toBe(200);
  expect((await get("/posts/15/relationship/tags")).body.data.map(({ id }: Row) => id)).toEqual(["b", "c"]);
  expect((await get("/comments")).body.meta.total).toBe(30);
});
