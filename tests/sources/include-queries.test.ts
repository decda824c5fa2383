import type { PGlite } from "@electric-sql/pglite";
import { desc, eq } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { cursorPage, NotFound, offsetPage, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { runs } from "../support/runs.js";
import { articleTables, commentColumns } from "./article-tables.js";

// 12 articles with comments of two tenants, some of them deleted, and with tags by pairs.

interface Context {
  readonly db: unknown;
  readonly tenant: number;
  readonly isAdmin: boolean;
}
let caller: Context;
const t = trestle<Context>();
const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { articles: toMany("articles") },
});
const comments = t.resource("comments", {
  id: z.int(),
  attributes: { text: z.string(), open: z.boolean(), created: z.date(), grade: z.int() },
  relationships: { author: toOne("users"), article: toOne("articles") },
  visible: { grade: ({ ctx }) => ctx.isAdmin },
});
const tags = t.resource("tags", { id: z.int(), attributes: { name: z.string(), hot: z.boolean() } });
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: {
    author: toOne("users"),
    comments: toMany("comments", { fanOut: 100, linkage: true }),
    tags: toMany("tags", { linkage: true }),
  },
});

const tables = {
  ...articleTables,
  comments: pgTable("comments", {
    ...commentColumns(),
    grade: integer().notNull(),
    tenant: integer().notNull(),
    deleted_at: timestamp({ withTimezone: true }),
  }),
  tags: pgTable("tags", { id: integer().primaryKey(), name: text().notNull(), hot: boolean().notNull() }),
};
const pairs = pgTable("article_tags", { article_id: integer().notNull(), tag_id: integer().notNull() }, (pair) => [
  primaryKey({ columns: [pair.article_id, pair.tag_id] }),
]);

const LIMIT = 3;
const created = (id: number) => new Date(Date.UTC(2026, 0, 1 + ((id * 7) % 40)));
const rows = {
  users: [1, 2, 3, 4].map((id) => ({ id, name: `u${5 - id}` })),
  articles: Array.from({ length: 12 }, (_, index) => ({ id: index + 1, title: `a${index}`, author: 1 + (index % 4) })),
  comments: Array.from({ length: 150 }, (_, index) => ({
    id: index + 1,
    text: `c${index % 9}`,
    open: index % 3 === 0,
    created: created(index),
    grade: index % 5,
    tenant: index % 4 === 0 ? 2 : 1,
    deleted_at: index % 7 === 0 ? created(0) : null,
    article: 1 + ((index * 5) % 11),
    author: 1 + ((index * 3) % 4),
  })),
  tags: Array.from({ length: 9 }, (_, index) => ({ id: index + 1, name: `t${index % 4}`, hot: index % 2 === 0 })),
};
const tagsOf = (article: number) => rows.tags.filter(({ id }) => (id * article) % 3 !== 1).map(({ id }) => id);

let pglite: PGlite;
let statements: string[] = [];
beforeAll(async () => {
  pglite = await startPglite();
  caller = {
    db: drizzle({ client: pglite, logger: { logQuery: (query) => void statements.push(query) } }),
    tenant: 1,
    isAdmin: false,
  };
  await pglite.exec(`create table users (id int primary key, name text not null);
    create table articles (id int primary key, title text not null, author_id int not null);
    create table comments (id int primary key, text text not null, open bool not null, created timestamptz not null, grade int not null,
      tenant int not null, deleted_at timestamptz, article_id int not null, author_id int not null);
    create table tags (id int primary key, name text not null, hot bool not null);
    create table article_tags (article_id int not null, tag_id int not null, primary key (article_id, tag_id));`);
  for (const { id, name } of rows.users) await pglite.query("insert into users values ($1, $2)", [id, name]);
  for (const { id, title, author } of rows.articles) {
    await pglite.query("insert into articles values ($1, $2, $3)", [id, title, author]);
    for (const tag of tagsOf(id)) await pglite.query("insert into article_tags values ($1, $2)", [id, tag]);
  }
  for (const row of rows.comments)
    await pglite.query("insert into comments values ($1, $2, $3, $4, $5, $6, $7, $8, $9)", Object.values(row));
  for (const row of rows.tags) await pglite.query("insert into tags values ($1, $2, $3)", Object.values(row));
});
afterAll(() => pglite?.close());

const makers = {
  Drizzle() {
    const data = drizzleData({ db: "db", tables, cursorSecret: "a secret for cursors" });
    data.source(users, { relationships: { articles: hasMany(tables.articles.author_id) } });
    data.source(comments, {
      scope: ({ tenant }: Context) => eq(tables.comments.tenant, tenant),
      deleted: tables.comments.deleted_at,
      filters: { near: { reads: ["text"], rule: (name: string) => eq(tables.comments.text, name) } },
    } as never);
    data.source(tags, {});
    const relationships = {
      comments: hasMany(tables.comments.article_id, { orderBy: desc(tables.comments.created), limit: LIMIT }),
      tags: manyToMany(pairs, { from: pairs.article_id, to: pairs.tag_id }),
    };
    return data.source(articles, { relationships } as never);
  },
  memory() {
    const data = memoryData({ cursorSecret: "a secret for cursors" });
    data.source(users, { rows: rows.users, relationships: { articles: { by: "author" } } } as never);
    const near = (name: string) => (row: { text: string }) => row.text === name;
    const inScope =
      ({ tenant }: Context) =>
      (row: { tenant: number }) =>
        row.tenant === tenant;
    data.source(comments, {
      rows: rows.comments,
      scope: inScope,
      deleted: "deleted_at",
      filters: { near: { reads: ["text"], rule: near } },
    } as never);
    data.source(tags, { rows: rows.tags });
    const own = rows.articles.map((row) => ({ ...row, tags: tagsOf(row.id) }));
    return data.source(articles, { rows: own, relationships: { comments: { by: "article", limit: LIMIT } } } as never);
  },
};

type Source = ReturnType<(typeof makers)["Drizzle"]>;

const optional = {
  open: z.boolean().optional(),
  created__gte: z.date().optional(),
  author__name: z.string().optional(),
  grade: z.int().optional(),
  near: z.string().optional(),
};

function routesOf(source: Source, related: readonly never[]) {
  const include = ["comments__author", "tags", "author__articles__comments", "author__articles__tags"] as const;
  return articles.routes(
    articles.getMany(
      { page: offsetPage({ limit: 3, maxLimit: 100 }), sort: ["id"], include: [...include] },
      source.getMany as never,
    ),
    articles.getOne({ include: [...include], errors: [NotFound] }, source.getOne as never),
    ...related,
  );
}

const lists = (source: Source) =>
  [
    articles.getRelated(
      "comments",
      {
        filter: optional,
        sort: ["created", "author__name", "grade"],
        page: cursorPage({ size: 20, maxSize: 50 }),
        include: ["author"],
        included: true,
      },
      source.getRelated("comments") as never,
    ),
    articles.getRelated(
      "tags",
      { filter: { hot: z.boolean().optional() }, sort: ["name"], page: offsetPage({ limit: 4 }), included: true },
      source.getRelated("tags") as never,
    ),
  ] as never[];

function handlerOf(api: object, limits = {}) {
  const handle = fetchHandler(api as never, { context: () => caller, limits } as never);
  return async (path: string) => {
    const response = await handle(new Request(`http://example.test${path}`));
    return { status: response.status, ...(await response.json()) };
  };
}

function serve(make: () => object) {
  const source = make() as Source;
  const api = t.router({
    articles: routesOf(source, lists(source)),
    users: users.routes(),
    comments: comments.routes(),
    tags: tags.routes(),
  });
  return { api, get: handlerOf(api) };
}

interface Query {
  readonly open?: boolean | undefined;
  readonly gte?: Date | undefined;
  readonly name?: string | undefined;
  readonly near?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
}

const ORDERS: Readonly<Record<string, string>> = { created: "c.created", author__name: "u.name", grade: "c.grade" };

function parametersOf(path: string, { open, gte, name, near, sort, limit }: Query): string[] {
  return [
    open === undefined ? "" : `includeFilter[${path}][open]=${open}`,
    gte === undefined ? "" : `includeFilter[${path}][created][gte]=${gte.toISOString()}`,
    name === undefined ? "" : `includeFilter[${path}][author][name]=${name}`,
    near === undefined ? "" : `includeFilter[${path}][near]=${near}`,
    sort === undefined ? "" : `includeSort[${path}]=${sort}`,
    limit === undefined ? "" : `includePage[${path}][limit]=${limit}`,
  ].filter((each) => each !== "");
}

async function commentsBySql(article: string, { open, gte, name, near, sort, limit = LIMIT }: Query, usual: string) {
  const order = sort
    ?.split(",")
    .map((key) => `${ORDERS[key.replace("-", "")]} ${key.startsWith("-") ? "desc" : "asc"}`)
    .join(", ");
  const { rows } = await pglite.query<{ id: number }>(
    `select c.id from comments c join users u on u.id = c.author_id
     where c.article_id = $1 and c.tenant = $2 and c.deleted_at is null ${open === undefined ? "" : `and c.open = ${open}`}
       ${gte === undefined ? "" : `and c.created >= '${gte.toISOString()}'`} ${name === undefined ? "" : `and u.name = '${name}'`}
       ${near === undefined ? "" : `and c.text = '${near}'`}
     order by ${order ?? usual}, c.id limit ${limit}`,
    [article, caller.tenant],
  );
  return rows.map(({ id }) => String(id));
}

async function tagsBySql(article: string, hot: boolean | undefined, sort: string | undefined, limit: number) {
  const order = sort === undefined ? "" : `t.name ${sort.startsWith("-") ? "desc" : "asc"}, `;
  const { rows } = await pglite.query<{ id: number }>(
    `select t.id from tags t join article_tags x on x.tag_id = t.id where x.article_id = $1
     ${hot === undefined ? "" : `and t.hot = ${hot}`} order by ${order}t.id limit ${limit}`,
    [article],
  );
  return rows.map(({ id }) => String(id));
}

const query: fc.Arbitrary<Query> = fc.record({
  open: fc.constantFrom(undefined, true, false),
  gte: fc.constantFrom(undefined, created(3), created(5)),
  name: fc.constantFrom(undefined, undefined, "u1", "u3"),
  near: fc.constantFrom(undefined, undefined, "c2"),
  sort: fc.constantFrom(undefined, "created", "-created", "author__name,-created", "-author__name"),
  limit: fc.constantFrom(undefined, 1, 2, 5, 50),
});

const ids = (relationship: { data: readonly { id: string }[] }) => relationship.data.map(({ id }) => id);

describe.each(Object.entries(makers))("%s", (name, make) => {
  const { api, get } = serve(make);
  const usual = name === "memory" ? "c.id" : "c.created desc";

  test("includes that are filtered, sorted and limited are those of SQL by hand", { timeout: 120_000 }, async () => {
    const request = fc.record({
      query,
      hot: fc.constantFrom(undefined, true, false),
      tagSort: fc.constantFrom(undefined, "name", "-name"),
      tagLimit: fc.integer({ min: 1, max: 6 }),
      offset: fc.integer({ min: 0, max: 10 }),
      tenant: fc.constantFrom(1, 2),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ query, hot, tagSort, tagLimit, offset, tenant }) => {
        caller = { ...caller, tenant };
        const parameters = [
          `page[offset]=${offset}`,
          "include=comments.author,tags",
          ...parametersOf("comments", query),
          hot === undefined ? "" : `includeFilter[tags][hot]=${hot}`,
          tagSort === undefined ? "" : `includeSort[tags]=${tagSort}`,
          `includePage[tags][limit]=${tagLimit}`,
        ];
        const url = `/articles?${parameters.filter((each) => each !== "").join("&")}`;
        const { status, data, included = [] } = await get(url);
        expect(status, url).toBe(200);
        const linked = new Set<string>();
        for (const { id, relationships } of data) {
          expect(ids(relationships.comments), url).toEqual(await commentsBySql(id, query, usual));
          expect(ids(relationships.tags), url).toEqual(await tagsBySql(id, hot, tagSort, tagLimit));
          for (const each of [...ids(relationships.comments)]) linked.add(each);
        }
        const sent = included.filter(({ type }: { type: string }) => type === "comments");
        expect(new Set(sent.map(({ id }: { id: string }) => id))).toEqual(linked);
      }),
      { numRuns: runs(60), seed: Number(process.env.SEED ?? 36) },
    );
    caller = { ...caller, tenant: 1 };
  });

  test("next leads to the others, with the same filter and order", async () => {
    for (const sort of ["created", "-created", "author__name,-created", undefined]) {
      const url = `/articles/1?include=comments&includeFilter[comments][open]=false&includePage[comments][limit]=2${sort === undefined ? "" : `&includeSort[comments]=${sort}`}`;
      const { data } = await get(url);
      const met = ids(data.relationships.comments);
      expect(met).toHaveLength(2);
      let { next } = data.relationships.comments.links;
      expect(next, url).toContain("/articles/1/relationship/comments?filter%5Bopen%5D=false&");
      while (next) {
        const document = await get(next);
        expect(document.status, next).toBe(200);
        met.push(...ids(document));
        ({ next } = document.links);
      }
      expect(met, url).toEqual(await commentsBySql("1", { open: false, sort, limit: 100 }, usual));
    }
    const { data } = await get("/articles/2?include=tags&includeSort[tags]=-name&includePage[tags][limit]=2");
    expect(data.relationships.tags.links.next).toBe("/articles/2/relationship/tags?sort=-name&page%5Boffset%5D=2");
    const rest = await get(data.relationships.tags.links.next);
    expect([...ids(data.relationships.tags), ...ids(rest)]).toEqual(await tagsBySql("2", undefined, "-name", 6));
    const all = await get("/articles/2?include=tags&includePage[tags][limit]=10");
    expect(all.data.relationships.tags.links.next).toBeUndefined();
  });

  test("a resource that is included twice has one linkage, also where the second path does not include it", async () => {
    const own = "includeFilter[comments][open]=true&includeSort[comments]=created";
    const deep = "includeFilter[author.articles.comments][open]=true&includeSort[author.articles.comments]=created";
    const { data, included } = await get(`/articles?include=comments,author.articles.comments&${own}&${deep}`);
    const all = [...data, ...included].filter(({ type }: { type: string }) => type === "articles");
    expect(all.length).toBeGreaterThan(3);
    for (const { id, relationships } of all)
      expect(ids(relationships.comments)).toEqual(await commentsBySql(id, { open: true, sort: "created" }, usual));
    const once = await get(`/articles?include=comments,author.articles&${own}`);
    for (const { id, relationships } of once.data)
      expect(ids(relationships.comments)).toEqual(await commentsBySql(id, { open: true, sort: "created" }, usual));
    const tagged = await get(
      "/articles?include=tags,author.articles.tags&includePage[tags][limit]=1&includePage[author.articles.tags][limit]=1",
    );
    for (const { type, id, relationships } of [...tagged.data, ...tagged.included])
      if (type === "articles") expect(ids(relationships.tags)).toEqual(await tagsBySql(id, undefined, undefined, 1));
  });

  test.each([
    [
      "include=tags&includeFilter[comments][open]=true",
      "includeFilter[comments][open]",
      'The request filters "comments" but does not include it. Add include=comments.',
    ],
    [
      "include=tags&includeSort[comments]=created",
      "includeSort[comments]",
      'The request sorts "comments" but does not include it. Add include=comments.',
    ],
    [
      "includePage[author.articles.tags][limit]=1",
      "includePage[author.articles.tags][limit]",
      'The request limits "author.articles.tags" but does not include it. Add include=author.articles.tags.',
    ],
    [
      "include=comments&includeFilter[comments][opn]=true",
      "includeFilter[comments][opn]",
      'articles.getMany has no parameter "includeFilter[comments][opn]". Did you mean "includeFilter[comments][open]"?',
    ],
    [
      "include=comments&includeFilter[comments][open]=yes",
      "includeFilter[comments][open]",
      'includeFilter[comments][open] must be true or false, not "yes".',
    ],
    [
      "include=comments&includeSort[comments]=text",
      "includeSort[comments]",
      'includeSort[comments] does not allow "text". It allows "created" or "author__name", each also with a leading "-".',
    ],
    [
      "include=comments&includePage[comments][limit]=51",
      "includePage[comments][limit]",
      'includePage[comments][limit] must be an integer from 1 to 50, not "51".',
    ],
    [
      "include=comments&includePage[comments][limit]=0",
      "includePage[comments][limit]",
      'includePage[comments][limit] must be an integer from 1 to 50, not "0".',
    ],
    [
      "include=author&includeFilter[author][name]=x",
      "includeFilter[author][name]",
      'articles.getMany has no parameter "includeFilter[author][name]": the related list of this path is not registered with included: true.',
    ],
    [
      "include=author.articles&includePage[author.articles][limit]=1",
      "includePage[author.articles][limit]",
      'articles.getMany has no parameter "includePage[author.articles][limit]": the related list of this path is not registered with included: true.',
    ],
    [
      "include=comments,author.articles.comments&includePage[comments][limit]=1",
      "include",
      '"comments" and "author.articles.comments" both read "comments" of articles, so they must have the same filter, sort and limit.',
    ],
    [
      "include=comments&includeFilter[comments][near]=a%00b",
      "includeFilter[comments][near]",
      "includeFilter[comments][near] must not contain the character U+0000.",
    ],
    [
      "include=comments.author,tags&includePage[comments][limit]=50&page[limit]=100",
      "include",
      "include may add 11000 resources to 100 rows, but at most",
    ],
  ])("%s is refused at %s", async (search, parameter, detail) => {
    const { status, errors } = await get(`/articles?${search}`);
    expect(status).toBe(400);
    expect(errors).toHaveLength(1);
    expect(errors[0].source).toEqual({ parameter });
    expect(errors[0].detail).toContain(detail);
  });

  test("the budget counts the limit of an include in place of its fanOut", async () => {
    const url = "/articles?include=comments.author&page[limit]=100";
    expect((await get(url)).errors[0].detail).toContain("include may add 20000 resources to 100 rows");
    expect((await get(`${url}&includePage[comments][limit]=3`)).status).toBe(200);
    // The worst that may be asked: 100 rows with 50 resources each.
    expect((await get("/articles?include=comments&page[limit]=100&includePage[comments][limit]=50")).status).toBe(200);
  });

  test("what a caller does not see is unknown in includes, too", async () => {
    const filter = "/articles?include=comments&includeFilter[comments][grade]=3";
    const sort = "/articles?include=comments&includeSort[comments]=grade";
    expect((await get(filter)).errors[0].detail).toBe(
      'articles.getMany has no parameter "includeFilter[comments][grade]". Did you mean "includeFilter[comments][near]"?',
    );
    expect((await get(sort)).errors[0].detail).toContain('includeSort[comments] does not allow "grade". It allows');
    caller = { ...caller, isAdmin: true };
    const { status, included } = await get(filter);
    expect(status).toBe(200);
    for (const { attributes } of included) expect(attributes.grade).toBe(3);
    expect((await get(sort)).status).toBe(200);
    caller = { ...caller, isAdmin: false };
  });

  test("an error for too many filters or sorts names the parameter that was used", async () => {
    const get = handlerOf(api, { filters: 1, sortKeys: 2 });
    const filters = "include=comments,tags&includeFilter[comments][open]=true&includeFilter[tags][hot]=true";
    const sorts = "include=comments,tags&sort=id&includeSort[comments]=created&includeSort[tags]=name";
    for (const [search, parameter, detail] of [
      [filters, "includeFilter[tags][hot]", "The request has 2 filters; at most 1 are allowed."],
      [sorts, "includeSort[tags]", "The request sorts by 3 names; at most 2 are allowed."],
    ]) {
      const { status, errors } = await get(`/articles?${search}`);
      expect([status, errors.length]).toEqual([400, 1]);
      expect(errors[0]).toMatchObject({ source: { parameter }, detail });
    }
  });

  test("members of a related list take queries of its includes", async () => {
    const { status, data } = await get("/articles/1/comments?include=author&sort=created&page[size]=2");
    expect(status).toBe(200);
    expect(data).toHaveLength(2);
  });

  test("OpenAPI lists the parameters of each path of up to two relationships, and describes those of longer ones", () => {
    const document = openapi(api as never, { title: "Test", version: "1" } as never) as never as {
      paths: Record<string, { get: { parameters: readonly { name: string; description?: string; schema: object }[] } }>;
    };
    const include = document.paths["/articles"]?.get.parameters.find(({ name }) => name === "include");
    expect(include?.description).toMatch(
      /The paths `author.articles.comments`, `author.articles.tags` take `includeFilter\[path]\[name]`, `includeSort\[path]` and `includePage\[path]\[limit]`, as shorter paths do, with the names of the related list at their end\.$/,
    );
    const names = document.paths["/articles"]?.get.parameters.map(({ name }) => name) ?? [];
    expect(names.filter((each) => /^include[A-Z]/.test(each))).toEqual([
      "includeFilter[comments][open]",
      "includeFilter[comments][created][gte]",
      "includeFilter[comments][author][name]",
      "includeFilter[comments][grade]",
      "includeFilter[comments][near]",
      "includeFilter[tags][hot]",
      "includeSort[comments]",
      "includePage[comments][limit]",
      "includeSort[tags]",
      "includePage[tags][limit]",
    ]);
    const limit = document.paths["/articles"]?.get.parameters.find(({ name }) => name === "includePage[tags][limit]");
    expect(limit?.schema).toEqual({ type: "integer", minimum: 1, maximum: 100 });
  });
});

test("a page with queries of its includes is one statement", async () => {
  const { get } = serve(makers.Drizzle);
  const url =
    "/articles?include=comments.author,tags&includeFilter[comments][open]=true&includeSort[comments]=-author__name&includeSort[tags]=name";
  await get(url);
  statements = [];
  expect((await get(url)).status).toBe(200);
  expect(statements).toHaveLength(1);
});

test("a handler that does not read the queries is refused, and the log says so", async () => {
  const source = makers.memory() as never as Source;
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const hand = articles.getMany({ include: ["tags"] }, (({ ctx, include, fields, filter, sort, page }: never) =>
    (source.getMany as never as (args: object) => never)({ ctx, include, fields, filter, sort, page })) as never);
  const others = { users: users.routes(), comments: comments.routes(), tags: tags.routes() };
  const api = t.router({ articles: articles.routes(hand, ...lists(source)), ...others } as never);
  const get = handlerOf(api);
  expect((await get("/articles?include=tags")).status).toBe(200);
  expect((await get("/articles?include=tags&includeFilter[tags][hot]=true")).status).toBe(500);
  expect(String(error.mock.calls.flat().map((each) => (each instanceof Error ? each.message : each)))).toContain(
    'articles.getMany: the handler did not apply the query of its include "tags". Pass its arguments to the source.',
  );
  error.mockRestore();
  const passing = articles.getMany({ include: ["tags"] }, ((args: object) =>
    (source.getMany as never as (args: object) => never)({ ...args })) as never);
  const passed = handlerOf(t.router({ articles: articles.routes(passing, ...lists(source)), ...others } as never));
  expect((await passed("/articles?include=tags&includeFilter[tags][hot]=true")).status).toBe(200);
});

describe("t.router refuses included", () => {
  const source = makers.memory() as never as Source;
  const others = { users: users.routes(), comments: comments.routes(), tags: tags.routes() };
  const needs =
    'articles.getRelated("comments"): included needs the method of a source, without rules or middleware of its own, because an include runs neither.';
  const guard = t.middleware(({ next }) => next());
  const related = source.getRelated("comments") as never as (args: object) => never;
  test.each([
    ["of a handler that is not a source's", { included: true }, (args: object) => related(args), needs],
    ["with middleware", { included: true, middleware: [guard] }, related, needs],
    ["with a wrapper", { included: true }, t.wrapper(async () => undefined)(related as never), needs],
  ])("%s", (_, options, handler, sentence) => {
    const list = articles.getRelated("comments", options as never, handler as never);
    expect(() => t.router({ articles: articles.routes(list), ...others } as never)).toThrow(sentence);
  });
  test("of a to-one", () => {
    const list = articles.getRelated("author", { included: true } as never, source.getRelated("author") as never);
    expect(() => t.router({ articles: articles.routes(list), ...others } as never)).toThrow(
      'articles.getRelated("author"): "author" is to-one, but included is for lists.',
    );
  });
});
