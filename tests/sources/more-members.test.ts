import type { PGlite } from "@electric-sql/pglite";
import { desc, sql } from "drizzle-orm";
import { integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, NotFound, numberPage, offsetPage, toMany, toOne, trestle, withMore } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// A post with seven comments and seven tags, of which three are sent with it.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const posts = t.resource("posts", {
  id: z.int(),
  attributes: {},
  relationships: { comments: toMany("comments", { fanOut: 3 }), tags: toMany("tags", { linkage: true, fanOut: 3 }) },
});
const comments = t.resource("comments", { id: z.int(), attributes: {}, relationships: { post: toOne("posts") } });
const tags = t.resource("tags", { id: z.int(), attributes: {} });
const SEVEN = [1, 2, 3, 4, 5, 6, 7];

const tables = {
  posts: pgTable("posts", { id: integer().primaryKey() }),
  comments: pgTable("comments", { id: integer().primaryKey(), post: integer().notNull() }),
  tags: pgTable("tags", { id: integer().primaryKey() }),
};
const pairs = pgTable("pairs", { post: integer(), tag: integer() }, (pair) => [
  primaryKey({ columns: [pair.post, pair.tag] }),
]);

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table posts (id int primary key); create table tags (id int primary key);
    create table comments (id int primary key, post int not null); create table pairs (post int, tag int, primary key (post, tag));
    insert into posts values (1), (2); insert into tags select generate_series(1, 7);
    insert into comments select id, 1 from generate_series(1, 7) id; insert into pairs select 1, id from tags;`);
});
afterAll(() => pglite?.close());

type Order = { readonly orderBy?: readonly { readonly field: "id"; readonly order: "desc" }[] };

const stores = {
  memory(order: Order = {}) {
    const data = memoryData();
    data.source(comments, { ...order, rows: SEVEN.map((id) => ({ id, post: 1 })) });
    data.source(tags, { ...order, rows: SEVEN.map((id) => ({ id })) });
    return data.source(posts, {
      relationships: { comments: { by: "post" } },
      rows: [
        { id: 1, tags: SEVEN },
        { id: 2, tags: [] },
      ],
    });
  },
  Drizzle(order: Order = {}) {
    const data = drizzleData({ db: "db", tables });
    data.source(comments, order);
    data.source(tags, order);
    const relationships = {
      comments: hasMany(tables.comments.post),
      tags: manyToMany(pairs, { from: pairs.post, to: pairs.tag }),
    };
    return data.source(posts, { relationships });
  },
};

const pages = {
  offsetPage: offsetPage({ limit: 2 }),
  numberPage: numberPage({ size: 2 }),
  cursorPage: cursorPage({ size: 2 }),
  "no page": undefined,
};

type Relationship = { readonly data: readonly { readonly id: string }[]; readonly links?: { readonly next?: string } };

function serve(source: ReturnType<(typeof stores)["memory" | "Drizzle"]>, page?: never, isRelated = true) {
  const getPost = posts.getOne({ include: ["comments", "tags"], errors: [NotFound] }, source.getOne);
  const related = ["comments", "tags"].map((name) =>
    posts.getRelated(name as never, { page } as never, source.getRelated(name as never) as never),
  );
  const routes = posts.routes(getPost, ...((isRelated ? related : []) as never[]));
  const api = t.router({ posts: routes, comments: comments.routes(), tags: tags.routes() });
  const context = t.context(() => ({ db }));
  const handle = fetchHandler(api, { context, plain: true } as never);
  return async (path: string, headers?: { readonly accept: string }) =>
    (await handle(new Request(`http://example.test${path}`, { headers }))).json();
}

describe.each(Object.entries(stores))("%s", (_, makeSource) => {
  test("plain JSON has the members that the document has", async () => {
    const get = serve(makeSource(), pages.offsetPage as never);
    const plain = { accept: "application/json" };
    const some = ["1", "2", "3"].map((id) => ({ id }));
    const comments = some.map(({ id }) => ({ id, post: "1" }));
    expect(await get("/posts/1?include=comments,tags", plain)).toEqual({ id: "1", comments, tags: some });
    expect(await get("/posts/2?include=comments", plain)).toEqual({ id: "2", comments: [], tags: [] });
    const { data, next } = await get("/posts/1/comments", plain);
    expect([data, next]).toEqual([comments.slice(0, 2), "/posts/1/comments?page%5Boffset%5D=2&page%5Blimit%5D=2"]);
    expect((await get("/posts/1/relationship/tags", plain)).data).toEqual(["1", "2"]);
  });

  test.each(Object.entries(pages))("with %s, next leads to the other members", async (kind, page) => {
    const get = serve(makeSource(), page as never);
    const isServed = kind === "offsetPage" || kind === "cursorPage"; // a numbered page of two begins after an even number
    for (const name of ["comments", "tags"]) {
      const { data, included } = await get(`/posts/1?include=${name}`);
      const relationship: Relationship = data.relationships[name];
      expect(included).toHaveLength(3);
      const met = relationship.data.map(({ id }) => id);
      expect(met).toEqual(["1", "2", "3"]);
      let next: string | null | undefined = relationship.links?.next;
      if (isServed) expect(next).toMatch(`/posts/1/relationship/${name}`);
      else expect(next).toBeUndefined();
      while (next) {
        const document = await get(next);
        met.push(...document.data.map(({ id }: { id: string }) => id));
        next = document.links.next;
      }
      expect(met).toEqual(isServed ? ["1", "2", "3", "4", "5", "6", "7"] : ["1", "2", "3"]);
    }
  });

  test("a numbered page continues where one of its pages begins", async () => {
    const get = serve(makeSource(), numberPage({ size: 3 }) as never);
    const { data } = await get("/posts/1?include=comments");
    expect(data.relationships.comments.links.next).toBe("/posts/1/relationship/comments?page=2");
    const second = await get(data.relationships.comments.links.next);
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual(["4", "5", "6"]);
  });

  test("in another order than the list of members, the link is absent", async () => {
    const get = serve(makeSource({ orderBy: [{ field: "id", order: "desc" }] }), pages.offsetPage as never);
    const { data } = await get("/posts/1?include=comments");
    expect(data.relationships.comments.links.next).toBeUndefined();
  });

  test("there are no links without missing members, or where the API does not serve them", async () => {
    const few = await serve(makeSource(), pages.offsetPage as never)("/posts/2?include=comments,tags");
    expect(Object.keys(few.data.relationships.comments.links)).toEqual(["self", "related"]);
    expect(Object.keys(few.data.relationships.tags.links)).toEqual(["self", "related"]);
    const unserved = await serve(makeSource(), undefined, false)("/posts/1?include=comments,tags");
    expect(unserved.data.relationships.comments).toEqual({ data: expect.any(Array) });
    expect(unserved.data.relationships.tags.data).toHaveLength(3);
  });

  test("linkage that is not included has the link too, and the ids of a relationship are whole", async () => {
    const get = serve(makeSource(), pages.offsetPage as never);
    const { data } = await get("/posts/1");
    expect(data.relationships.tags.links.next).toBe("/posts/1/relationship/tags?page%5Boffset%5D=3");
    const ids = await makeSource().getRelationship("tags")({ ctx: { db }, id: 1 });
    expect(ids.data).toEqual(SEVEN);
  });
});

test.each([
  ["the id, with offsetPage", desc(tables.comments.id), pages.offsetPage, ["7", "6", "5", "4", "3", "2", "1"]],
  ["the id, with cursorPage", desc(tables.comments.id), pages.cursorPage, ["7", "6", "5", "4", "3", "2", "1"]],
  ["another field, with offsetPage", desc(tables.comments.post), pages.offsetPage, ["1", "2", "3", "4", "5", "6", "7"]],
  ["another field, with cursorPage", desc(tables.comments.post), pages.cursorPage, ["1", "2"]],
  ["an expression", sql`-${tables.comments.id}`, pages.offsetPage, ["7", "6"]],
])("members in the order of %s never repeat", async (_, orderBy, page, expected) => {
  const data = drizzleData({ db: "db", tables });
  data.source(comments, { orderBy: [{ field: "id", order: "asc" }] });
  data.source(tags, {});
  const source = data.source(posts, {
    relationships: {
      comments: hasMany(tables.comments.post, { orderBy, limit: 2 }),
      tags: manyToMany(pairs, { from: pairs.post, to: pairs.tag }),
    },
  });
  const get = serve(source, page as never);
  let { data: members, links } = (await get("/posts/1?include=comments")).data.relationships.comments;
  const met: string[] = members.map(({ id }: { id: string }) => id);
  while (links.next) {
    ({ data: members, links } = await get(links.next));
    met.push(...members.map(({ id }: { id: string }) => id));
  }
  expect(met).toEqual(expected);
});

test("next leads past a member with the id 0", async () => {
  const ids = [-2, -1, 0, 1];
  const data = memoryData();
  data.source(comments, {});
  data.source(tags, { rows: ids.map((id) => ({ id })) });
  const source = data.source(posts, { relationships: { comments: { by: "post" } }, rows: [{ id: 1, tags: ids }] });
  const get = serve(source, pages.cursorPage as never);
  const { data: post } = await get("/posts/1");
  const { data: others } = await get(post.relationships.tags.links.next);
  expect(others).toEqual([{ type: "tags", id: "1" }]);
});

test("without a limit and a fanOut, a row has 1000 members", async () => {
  const groups = t.resource("groups", {
    id: z.int(),
    attributes: {},
    relationships: { tags: toMany("tags", { linkage: true }) },
  });
  const many = Array.from({ length: 1001 }, (_, index) => index);
  const data = memoryData();
  data.source(tags, { rows: many.map((id) => ({ id })) });
  const source = data.source(groups, { rows: [{ id: 1, tags: many }] });
  const { data: group } = await source.getOne({ ctx: { db }, id: 1, include: {}, fields: {} });
  expect(group.tags).toHaveLength(1000);
});

test("a handler says with withMore that members are missing, also of a row that is included twice", async () => {
  const first = { id: 1, tags: withMore([1, 2], { offset: 2 }) };
  const getComment = comments.getOne({ include: ["post"] }, ({ id }) => ({ id, post: first }));
  const getPost = posts.getOne(({ id }) => ({ ...first, id, comments: withMore([4], { cursor: "a/b" }) }));
  const tagPage = posts.getRelated("tags", { page: offsetPage() } as never, () => [] as never);
  const commentPage = posts.getRelated("comments", { page: cursorPage() } as never, () => [] as never);
  const api = t.router({
    posts: posts.routes(getPost, tagPage, commentPage),
    comments: comments.routes(getComment),
    tags: tags.routes(),
  });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) } as never);
  const get = async (path: string) => (await handle(new Request(`http://example.test${path}`))).json();
  const { data } = await get("/posts/1");
  expect(data.relationships.tags.links.next).toBe("/posts/1/relationship/tags?page%5Boffset%5D=2");
  expect(data.relationships.comments.links.next).toBe("/posts/1/relationship/comments?page%5Bafter%5D=a%2Fb");
  const [post] = (await get("/comments/1?include=post")).included;
  expect(post.relationships.tags.links.next).toBe("/posts/1/relationship/tags?page%5Boffset%5D=2");
});
