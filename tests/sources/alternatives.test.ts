import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { type ApiOf, offsetPage, toMany, toOne, trestle } from "trestle";
import { type Client, createClient } from "trestle/client";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { queryOptions } from "trestle/query";
import { anyOf } from "trestle/source";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { runs } from "../support/runs.js";

// Questions of several parts, against SQL by hand and against memory: groups of filters, joined filters, and filters of all members.

const users = pgTable("users", { id: integer().primaryKey(), tenant: integer().notNull(), name: text().notNull() });
const notes = pgTable("notes", {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  title: text().notNull(),
  body: text(),
  status: text().notNull(),
  secret: text().notNull(),
  author_id: integer(),
});
const comments = pgTable("comments", {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  note_id: integer(),
  open: boolean(),
  deleted_at: timestamp(),
});
const tags = pgTable("tags", { id: integer().primaryKey(), tenant: integer().notNull(), label: text().notNull() });
const note_tags = pgTable("note_tags", { note_id: integer(), tag_id: integer() }, (table) => [
  primaryKey({ columns: [table.note_id, table.tag_id] }),
]);
const tables = { users, notes, comments, tags, note_tags };

interface Context {
  readonly db: unknown;
  readonly tenant: number;
  readonly isAdmin: boolean;
}
const t = trestle<Context>();
const resources = {
  users: t.resource("users", { id: z.int(), attributes: { name: z.string() } }),
  notes: t.resource("notes", {
    id: z.int(),
    attributes: { title: z.string(), body: z.string().nullable(), status: z.string(), secret: z.string() },
    relationships: { author: toOne("users").nullable(), comments: toMany("comments"), tags: toMany("tags") },
    visible: { secret: ({ ctx }) => ctx.isAdmin },
  }),
  comments: t.resource("comments", {
    id: z.int(),
    attributes: { open: z.boolean().nullable() },
    relationships: { note: toOne("notes").nullable() },
  }),
  tags: t.resource("tags", { id: z.int(), attributes: { label: z.string() } }),
};

const ids = z.array(z.int()).optional();
const listed = {
  filter: {
    search: z.string().optional(),
    status: z.string().optional(),
    author: z.int().nullable().optional(),
    body__isnull: z.boolean().optional(),
    secret: z.string().optional(),
    author__name: z.string().optional(),
    tags__none: ids,
    tags__all: ids,
    tags__none__label: z.string().optional(),
    tags__count__gte: z.int().optional(),
    comments__none__open: z.boolean().optional(),
    comments__count: z.int().optional(),
  },
  sort: ["title", "comments__count"],
  page: offsetPage({ limit: 100, maxLimit: 100 }),
  alternatives: 3,
} as const;
const search = anyOf("title__contains", "body__contains");

const client = await startPglite();
await client.exec(`
  create table users (id int primary key, tenant int not null, name text not null);
  create table notes (id int primary key, tenant int not null, title text not null, body text, status text not null, secret text not null, author_id int);
  create table comments (id int primary key, tenant int not null, note_id int, open boolean, deleted_at timestamp);
  create table tags (id int primary key, tenant int not null, label text not null);
  create table note_tags (note_id int, tag_id int, primary key (note_id, tag_id));
  insert into users select n, n % 2, 'user ' || n % 3 from generate_series(1, 6) n;
  insert into notes select n, n % 2, 'title ' || n % 5, case when n % 3 > 0 then 'body ' || n % 4 end, 's' || n % 3, 'x' || n % 2,
    nullif(n % 7, 0) from generate_series(1, 40) n;
  insert into comments select n, n % 2, n * 7 % 43, (array[true, false, null])[n % 3 + 1], case when n % 5 = 0 then now() end
    from generate_series(1, 120) n;
  insert into tags select n, n % 2, 'tag ' || n % 3 from generate_series(1, 6) n;
  insert into note_tags select n, k from generate_series(1, 40) n, generate_series(1, 6) k where (n * k) % 4 < 2;`);
const db = drizzle({ client });
const rowsOf = async (table: string) => (await client.query(`select * from ${table} order by id`)).rows as never[];

const inDatabase = drizzleData({ db: "db", tables, tenant: { column: "tenant", of: (ctx: Context) => ctx.tenant } });
const stored = {
  users: inDatabase.source(resources.users, {}).routes({}),
  notes: inDatabase
    .source(resources.notes, {
      filters: { search },
      relationships: {
        comments: hasMany(comments.note_id),
        tags: manyToMany(note_tags, { from: note_tags.note_id, to: note_tags.tag_id }),
      },
    })
    .routes({ getMany: listed }),
  comments: inDatabase.source(resources.comments, { deleted: comments.deleted_at }).routes({}),
  tags: inDatabase.source(resources.tags, {}).routes({}),
};
const inMemory = memoryData({ tenant: { column: "tenant", of: (ctx: Context) => ctx.tenant } });
const pairs = (await client.query<{ note_id: number; tag_id: number }>("select * from note_tags")).rows;
const noteRows = (await rowsOf("notes")).map(({ author_id, ...row }: { id: number; author_id: number | null }) => ({
  ...row,
  author: author_id,
  tags: pairs.flatMap(({ note_id, tag_id }) => (note_id === row.id ? tag_id : [])),
}));
const commentRows = (await rowsOf("comments")).map(({ note_id, ...row }: { note_id: number }) => ({
  ...row,
  note: note_id,
}));
const kept = {
  users: inMemory.source(resources.users, { rows: await rowsOf("users") }).routes({}),
  notes: inMemory
    .source(resources.notes, {
      rows: noteRows as never,
      filters: { search },
      relationships: { comments: { by: "note" } },
    })
    .routes({ getMany: listed }),
  comments: inMemory
    .source(resources.comments, { rows: commentRows as never, deleted: "deleted_at" as never })
    .routes({}),
  tags: inMemory.source(resources.tags, { rows: await rowsOf("tags") }).routes({}),
};

const api = t.router(stored);
type Api = ApiOf<typeof api>;
const caller = { db, tenant: 1, isAdmin: true };
const errors: unknown[] = [];
const serve = (router: unknown, ctx: Context = caller) =>
  fetchHandler(router as typeof api, {
    context: t.context(() => ctx),
    onError: ({ error }) => void errors.push(error),
  });
const handlers = [serve(api), serve(t.router(kept as never))] as const;
const clientOf = (fetch: (typeof handlers)[number]): Client<Api> => createClient<Api>({ url: "http://a.test", fetch });
const [stores, memory] = [clientOf(handlers[0]), clientOf(handlers[1])];

// ---- SQL by hand

type Group = { readonly [name: string]: unknown };
const VISIBLE = "from comments c where c.note_id = n.id and c.tenant = 1 and c.deleted_at is null";
const TAGGED = "from note_tags l join tags g on g.id = l.tag_id and g.tenant = 1 where l.note_id = n.id";
const quote = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
const list = (value: unknown) => `(${[-1, ...(value as number[])].join()})`;
const BY_HAND: { readonly [name: string]: (value: never) => string } = {
  search: (text: string) => `(position(lower(${quote(text)}) in lower(n.title || chr(1) || coalesce(n.body, ''))) > 0)`,
  status: (text: string) => `n.status = ${quote(text)}`,
  author: (id: number | null) => (id === null ? "n.author_id is null" : `n.author_id = ${id}`),
  body__isnull: (yes: boolean) => `n.body is ${yes ? "" : "not "}null`,
  secret: (text: string) => `n.secret = ${quote(text)}`,
  author__name: (text: string) => `n.author_id in (select id from users where tenant = 1 and name = ${quote(text)})`,
  tags__none: (some: number[]) => `(select count(*) ${TAGGED} and g.id in ${list(some)}) = 0`,
  tags__all: (some: number[]) => `(select count(*) ${TAGGED} and g.id in ${list(some)}) = ${new Set(some).size}`,
  tags__none__label: (text: string) => `not exists (select 1 ${TAGGED} and g.label = ${quote(text)})`,
  tags__count__gte: (count: number) => `(select count(*) ${TAGGED}) >= ${count}`,
  comments__none__open: (yes: boolean) => `not exists (select 1 ${VISIBLE} and c.open = ${yes})`,
  comments__count: (count: number) => `(select count(*) ${VISIBLE}) = ${count}`,
};
const all = (group: Group) =>
  ["true", ...Object.entries(group).map(([name, value]) => BY_HAND[name]?.(value as never))].join(" and ");

async function idsByHand(filter: Group, any: readonly Group[]): Promise<number[]> {
  const groups = any.length === 0 ? "true" : any.map((group) => `(${all(group)})`).join(" or ");
  const text = `select id from notes n where n.tenant = 1 and ${all(filter)} and (${groups}) order by id`;
  return (await client.query<{ id: number }>(text)).rows.map(({ id }) => id);
}

const some = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 });
const VALUES: { readonly [name: string]: fc.Arbitrary<unknown> } = {
  search: fc.constantFrom("1", "BODY", "title 3", "", "%"),
  status: fc.constantFrom("s0", "s1", "nope"),
  author: fc.constantFrom(1, 3, 5, null),
  body__isnull: fc.boolean(),
  secret: fc.constantFrom("x0", "x1"),
  author__name: fc.constantFrom("user 0", "user 1", "nope"),
  tags__none: some,
  tags__all: some,
  tags__none__label: fc.constantFrom("tag 0", "tag 1", "nope"),
  tags__count__gte: fc.integer({ min: -1, max: 3 }),
  comments__none__open: fc.boolean(),
  comments__count: fc.integer({ min: 0, max: 3 }),
};
const one = fc.oneof(...Object.entries(VALUES).map(([name, value]) => value.map((value) => [name, value] as const)));
const groupOf = (minLength: number) =>
  fc
    .uniqueArray(one, { selector: ([name]) => name, minLength, maxLength: 2 })
    .map((pairs) => Object.fromEntries(pairs));

test(`${runs(300)} random questions have the answers of SQL by hand, also in memory`, {
  timeout: 120_000,
}, async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(groupOf(0), fc.array(groupOf(1), { maxLength: 3 }), async (filter, any) => {
      const expected = await idsByHand(filter, any);
      for (const each of [stores, memory]) {
        const page = await each.notes
          .list()
          .filter(filter)
          .any(...any);
        expect(page.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(expected);
        expect(page.meta.total).toBe(expected.length);
      }
      found += expected.length;
    }),
    { numRuns: runs(300) },
  );
  expect(found).toBeGreaterThan(runs(300));
});

// ---- what is refused

async function ask(query: string, handle = handlers[0]) {
  const response = await handle(new Request(`http://a.test/notes?${query}`));
  const { data, errors = [] } = await response.json();
  const [{ detail = "", source = {} } = {}] = errors;
  return { status: response.status, count: data?.length, detail, parameter: source.parameter };
}

test.each([
  ["filter[any][0]=", "filter[any][0]", "filter[any][0] is empty. Give it a filter, or leave the group out."],
  [
    "filter[any][1][status]=s1",
    "filter[any][0]",
    "The request has no filter[any][0]. Number the groups from 0, without gaps.",
  ],
  ["filter[any][0][status]=a&filter[any][2][status]=b", "filter[any][1]", "The request has no filter[any][1]."],
  [
    "filter[any][3][status]=a",
    "filter[any][3][status]",
    "At most 3 groups are allowed: filter[any][0] to filter[any][2].",
  ],
  ["filter[any][x][status]=a", "filter[any][x][status]", "At most 3 groups are allowed"],
  ["filter[any][01][status]=a", "filter[any][01][status]", "At most 3 groups are allowed"],
  ["filter[any][0][statuss]=a", "filter[any][0][statuss]", 'Did you mean "filter[any][0][status]"?'],
  ["filter[any][0][any][0][status]=a", "filter[any][0][any][0][status]", "filter[any][0] has no filter"],
  ["filter[any][0][status]=a&filter[any][0][status]=b", "filter[any][0][status]", "may be sent only once"],
  ["filter[any][0][comments][count]=x", "filter[any][0][comments][count]", "must be an integer"],
  ["filter[any]=a", "filter[any]", "has no parameter"],
])("%s is a 400", async (query, parameter, detail) => {
  const answer = await ask(query);
  expect(answer).toMatchObject({ status: 400, parameter });
  expect(answer.detail).toContain(detail);
});

test("lists in a group may be sent in parts, and a page's links keep the groups", async () => {
  expect(await ask("filter[any][0][tags][all]=1&filter[any][0][tags][all]=3")).toMatchObject({ status: 200 });
  const page = await stores.notes.list().any({ status: "s1" }, { author: 1 }).page({ limit: 2 });
  const next = await page.getNext();
  expect([...page, ...next].map(({ id }) => Number(id))).toEqual(
    (await idsByHand({}, [{ status: "s1" }, { author: 1 }])).slice(0, 4),
  );
});

test("all filters count, with those of groups", async () => {
  const limited = fetchHandler(api, { context: t.context(() => caller), limits: { filters: 3 } });
  const three = "filter[status]=s1&filter[any][0][author]=1&filter[any][1][author]=2";
  expect(await ask(three, limited)).toMatchObject({ status: 200 });
  expect(await ask(`${three}&filter[any][2][author]=3`, limited)).toMatchObject({
    status: 400,
    detail: "The request has 4 filters; at most 3 are allowed.",
  });
});

test("a filter of a hidden field is unknown in a group, too", async () => {
  const ann = serve(api, { ...caller, isAdmin: false });
  expect(await ask("filter[any][0][secret]=x1")).toMatchObject({ status: 200 });
  const [hidden, unknown] = [await ask("filter[any][0][secret]=x1", ann), await ask("filter[any][0][sekret]=x1", ann)];
  expect(hidden.status).toBe(400);
  expect(hidden.detail.replaceAll("secret", "sekret")).toBe(unknown.detail);
  expect(hidden.detail).not.toContain("[secret]=");
});

test("alternatives are checked where they are declared", () => {
  const routes = (options: object) => () =>
    t.router({
      ...stored,
      notes: resources.notes.routes(resources.notes.getMany(options, () => [] as never)),
    } as never);
  const filter = { status: z.string().optional() };
  for (const alternatives of [0, 9, 1.5, "2"])
    expect(routes({ filter, alternatives })).toThrow("alternatives must be an integer from 1 to 8; received");
  expect(routes({ alternatives: 2 })).toThrow("it declares no filter");
  expect(routes({ filter: { ...filter, any__0__status: z.string() }, alternatives: 2 })).toThrow(
    'the filter "any__0__status" needs another name',
  );
  expect(routes({ filter: { any: z.string().optional() } })).not.toThrow();
});

test("a required filter stays required outside of groups, and a default does not enter them", async () => {
  const seen: unknown[] = [];
  const filter = { status: z.string(), author: z.int().default(3) };
  const getMany = resources.notes.getMany({ filter, alternatives: 2 }, ({ filter, any }) => {
    seen.push(filter, any);
    return [];
  });
  const handle = serve(t.router({ ...stored, notes: resources.notes.routes(getMany) } as never));
  expect(await ask("filter[any][0][status]=a", handle)).toMatchObject({ status: 400, parameter: "filter[status]" });
  expect(await ask("filter[status]=b&filter[any][0][status]=a&filter[any][1][author]=4", handle)).toMatchObject({
    status: 200,
  });
  expect(seen).toEqual([{ status: "b", author: 3 }, [{ status: "a" }, { author: 4 }]]);
  await getMany({ ctx: caller, filter: { status: "c" }, any: [{ author: 1 }] });
  await getMany({ ctx: caller, filter: { status: "c" } });
  expect(seen.slice(2)).toEqual([{ status: "c", author: 3 }, [{ author: 1 }], { status: "c", author: 3 }, []]);
});

test("a handler that does not apply the groups is a 500, and the log says what to do", async () => {
  const getMany = resources.notes.getMany({ filter: listed.filter, alternatives: 2 }, () => []);
  const handle = serve(t.router({ ...stored, notes: resources.notes.routes(getMany) } as never));
  errors.length = 0;
  expect(await ask("filter[status]=s1", handle)).toMatchObject({ status: 200 });
  expect(await ask("filter[any][0][status]=s1", handle)).toMatchObject({ status: 500 });
  expect(String(errors[0])).toContain(
    "notes.getMany: the handler did not apply the groups of filters in filter[any]. Pass its arguments to the source, or apply `any` of its arguments.",
  );
});

test("an operation without alternatives takes no groups", async () => {
  const filter = { status: z.string().optional() };
  const routes = inDatabaseRoutes(filter);
  expect(await ask("filter[any][0][status]=s1", serve(routes))).toMatchObject({
    status: 400,
    parameter: "filter[any][0][status]",
  });
});

function inDatabaseRoutes(filter: object): unknown {
  const data = memoryData();
  const source = data.source(resources.notes, {
    rows: [] as never,
    scope: "none",
    relationships: { comments: { by: "note" } },
  });
  const others = { users: resources.users, comments: resources.comments, tags: resources.tags };
  const routes = Object.fromEntries(
    Object.entries(others).map(([name, resource]) => [name, data.source(resource as never, {} as never).routes({})]),
  );
  return t.router({ ...routes, notes: source.routes({ getMany: { filter } } as never) } as never);
}

// ---- the client

test("a list keeps its groups in its URL and in its key", async () => {
  const all = stores.notes
    .list()
    .filter({ search: "1" })
    .any({ status: "s1" }, { author: 1, tags__all: [1, 3] });
  expect(decodeURIComponent(all.toSearch())).toBe(
    "?filter[search]=1&filter[any][0][status]=s1&filter[any][1][author]=1&filter[any][1][tags][all]=1,3",
  );
  const again = stores.notes.list().any({ status: "gone" }).fromSearch(all.toSearch());
  expect(again.toSearch()).toBe(all.toSearch());
  expect((await again).map(({ id }) => id)).toEqual((await all).map(({ id }) => id));
  expect(queryOptions(again).queryKey).toEqual(queryOptions(all).queryKey);
  expect(queryOptions(all).queryKey.at(-1)).toMatchObject({
    filter: { search: "1" },
    any: [{ status: "s1" }, { author: "1", tags__all: "1,3" }],
  });
  expect(queryOptions(all.any()).queryKey).toEqual(queryOptions(stores.notes.list().filter({ search: "1" })).queryKey);
});

test("an empty group, or a URL with other groups, is the server's 400", async () => {
  await expect(stores.notes.list().any({ status: "s1" }, {}).fetch()).rejects.toMatchObject({ status: 400 });
  await expect(stores.notes.list().any({ status: undefined }).fetch()).rejects.toMatchObject({ status: 400 });
  for (const search of [
    "filter[any][1][status]=x",
    "filter[any][7][status]=x",
    "filter[any][99][status]=x",
    "filter[any][0]=",
  ])
    await expect(stores.notes.list().fromSearch(search).fetch()).rejects.toMatchObject({ status: 400 });
  expect(() => stores.notes.list().any({ author: Number.NaN }).toSearch()).toThrow('filter[any][0] "author"');
});

test("groups have the types of the filters", () => {
  const list = stores.notes.list();
  list.any({ status: "s1", tags__all: [1] }, { author: null }).sort("-comments__count");
  // @ts-expect-error no such filter
  list.any({ statuss: "s1" });
  // @ts-expect-error wrong value
  list.any({ status: "s1" }, { tags__all: ["1"] });
  resources.notes.getMany({ filter: listed.filter, alternatives: 3 }, ({ any }) => {
    expectTypeOf(any[0]?.author).toEqualTypeOf<number | null | undefined>();
    return [];
  });
});

test("OpenAPI has a parameter for each filter of each group", () => {
  const { paths } = openapi(api, { info: { title: "Notes", version: "1" } }) as never as {
    paths: Record<string, { get: { parameters: { name: string; required?: boolean }[] } }>;
  };
  const names = paths["/notes"]?.get.parameters.filter(({ name }) => name.startsWith("filter[any]")) ?? [];
  expect(names.length).toBe(
    3 * Object.keys(listed.filter).length - 3 * Number(!names.some(({ name }) => name.includes("secret"))),
  );
  expect(names).toContainEqual(
    expect.objectContaining({ name: "filter[any][2][status]", description: expect.stringContaining("Group 2") }),
  );
  expect(names.some(({ required }) => required)).toBe(false);
});

test("the worst question that is allowed is answered", { timeout: 60_000 }, async () => {
  const any = {
    tags__none: Array.from({ length: 300 }, (_, n) => n),
    tags__all: [1, 3],
    tags__count__gte: 1,
    comments__count: 2,
  };
  const more = { search: "1", author__name: "user 1", comments__none__open: true, tags__none__label: "tag 1" };
  const page = await stores.notes
    .list()
    .any({ ...any, ...more }, { ...any, ...more }, more)
    .filter({ ...more })
    .sort("-comments__count");
  expect(page.map(({ id }) => Number(id)).sort()).toEqual((await idsByHand(more, [more])).sort());
});
