import { type Column, desc } from "drizzle-orm";
import {
  bigint,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { toMany, toOne, trestle } from "trestle";
import { byColumn, byType, compositeId, drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { postgres } from "../../src/drizzle/dialects/postgres-dialect.js";
import { startPglite } from "../support/pglite.js";
import { runs } from "../support/runs.js";

// A page with its includes in one statement has the rows of one statement for each include.

const bytes = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value, "hex"),
  fromDriver: (value) => Buffer.from(value).toString("hex"),
});
const sealed = customType<{ data: string; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => [...value].reverse().join(""),
  fromDriver: (value) => [...value].reverse().join(""),
});
const kind = pgEnum("kind", ["a", "b"]);
const schema = {
  authors: pgTable("authors", {
    id: bigint({ mode: "number" }).primaryKey(),
    name: sealed().notNull(),
    born: date({ mode: "string" }),
    boss_id: bigint({ mode: "number" }),
    group_id: uuid(),
  }),
  articles: pgTable("articles", {
    id: integer().primaryKey(),
    author_id: integer(),
    amount: numeric({ precision: 30, scale: 10 }),
    big: bigint({ mode: "bigint" }),
    raw: bytes(),
    labels: text().array(),
    meta: jsonb(),
    kind: kind(),
    at: timestamp({ withTimezone: true }),
  }),
  comments: pgTable("comments", {
    id: integer().primaryKey(),
    article_id: bigint({ mode: "number" }),
    at: timestamp(),
    score: doublePrecision(),
  }),
  tags: pgTable("tags", { id: text().primaryKey() }),
  article_tags: pgTable("article_tags", { article_id: integer(), tag_id: text() }, (table) => [
    primaryKey({ columns: [table.article_id, table.tag_id] }),
  ]),
  groups: pgTable("groups", { id: text().primaryKey(), label: text() }),
  drafts: pgTable("drafts", { org: integer(), code: text(), origin: text() }, (table) => [
    primaryKey({ columns: [table.org, table.code] }),
  ]),
  notes: pgTable("notes", {
    id: integer().primaryKey(),
    org: integer(),
    code: text(),
    kind: text(),
    about: text(),
    article_id: integer(),
    comment_id: integer(),
  }),
};

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const any = z.any();
const resources = {
  authors: t.resource("authors", {
    id: z.int(),
    attributes: { name: z.string(), born: z.string().nullable() },
    relationships: {
      boss: toOne("authors").nullable(),
      staff: toMany("authors"),
      articles: toMany("articles", { linkage: true }),
      group: toOne("groups", { id: z.string() }).nullable(),
    },
  }),
  articles: t.resource("articles", {
    id: z.int(),
    attributes: { amount: any, big: any, raw: any, labels: any, meta: any, kind: any, at: any },
    relationships: {
      author: toOne("authors").nullable(),
      comments: toMany("comments"),
      tags: toMany("tags", { id: z.string() }),
    },
  }),
  comments: t.resource("comments", {
    id: z.int(),
    attributes: { at: any, score: any },
    relationships: { article: toOne("articles").nullable() },
  }),
  tags: t.resource("tags", { id: z.string(), attributes: {}, relationships: { articles: toMany("articles") } }),
  groups: t.resource("groups", { id: z.string(), attributes: { label: z.string().nullable() } }),
  drafts: t.resource("drafts", {
    id: z.string(),
    attributes: {},
    relationships: {
      base: toOne("drafts", { id: z.string() }).nullable(),
      later: toMany("drafts", { id: z.string() }),
      notes: toMany("notes", { linkage: true }),
    },
  }),
  notes: t.resource("notes", {
    id: z.int(),
    attributes: {},
    relationships: {
      draft: toOne("drafts", { id: z.string() }).nullable(),
      about: toOne(["articles", "tags"], { ids: { tags: z.string() } }).nullable(),
      of: toOne(["articles", "comments"]).nullable(),
    },
  }),
};

type PairColumn = "article_id" | "tag_id";
const pairs = (from: PairColumn, to: PairColumn) => ({ from: schema.article_tags[from], to: schema.article_tags[to] });

function sourcesOf() {
  const data = drizzleData({ db: "db", tables: schema });
  // biome-ignore lint/suspicious/noExplicitAny: the sources of both kinds have one type
  const source = (resource: any, id?: Column, config: { columns?: object; relationships?: object } = {}): any =>
    data.source(resource, { ...config, columns: { ...(id && { id }), ...config.columns } } as never);
  return {
    authors: source(resources.authors, schema.authors.id, {
      relationships: {
        staff: hasMany(schema.authors.boss_id, { limit: 2 }),
        articles: hasMany(schema.articles.author_id),
      },
    }),
    articles: source(resources.articles, schema.articles.id, {
      relationships: {
        comments: hasMany(schema.comments.article_id, { limit: 2, orderBy: [desc(schema.comments.at)] }),
        tags: manyToMany(schema.article_tags, pairs("article_id", "tag_id")),
      },
    }),
    comments: source(resources.comments, schema.comments.id),
    tags: source(resources.tags, schema.tags.id, {
      relationships: { articles: manyToMany(schema.article_tags, pairs("tag_id", "article_id")) },
    }),
    groups: source(resources.groups, schema.groups.id),
    drafts: source(resources.drafts, undefined, {
      columns: { base: compositeId(schema.drafts.org, schema.drafts.origin) },
      relationships: {
        later: hasMany([schema.drafts.org, schema.drafts.origin], { limit: 2 }),
        notes: hasMany([schema.notes.org, schema.notes.code], { limit: 2, orderBy: [desc(schema.notes.id)] }),
      },
    }),
    notes: source(resources.notes, schema.notes.id, {
      columns: { draft: compositeId(schema.notes.org, schema.notes.code) },
      relationships: {
        about: byType({ type: schema.notes.kind, id: schema.notes.about }),
        of: byColumn({ articles: schema.notes.article_id, comments: schema.notes.comment_id }),
      },
    }),
  };
}
const trees = sourcesOf();
/** Each include is a statement of its own. */
const paths = (() => {
  const dialect = postgres as { trees: unknown };
  const { trees } = dialect;
  dialect.trees = undefined;
  const made = sourcesOf();
  dialect.trees = trees;
  return made;
})();

const client = await startPglite();
const sent: string[] = [];
const db = drizzle({ client, logger: { logQuery: (text) => void sent.push(text) } });
beforeAll(async () => {
  await client.exec(`
    create type kind as enum ('a', 'b');
    create table authors (id bigint primary key, name text, born date, boss_id bigint, group_id uuid);
    create table articles (id int primary key, author_id int, amount numeric(30, 10), big bigint, raw bytea, labels text[], meta jsonb,
      kind kind, at timestamptz);
    create table comments (id int primary key, article_id bigint, at timestamp, score float8);
    create table tags (id text primary key);
    create table article_tags (article_id int, tag_id text, primary key (article_id, tag_id));
    create table groups (id text primary key, label text);
    insert into groups select '00000000-0000-4000-8000-00000000000' || n, 'group ' || n from generate_series(1, 3) n;
    insert into authors select n, 'author ' || n, date '0050-01-01' + n * 100000, nullif(n / 3, 0),
      ('00000000-0000-4000-8000-00000000000' || n % 4)::uuid from generate_series(1, 9) n;
    insert into articles select n, nullif(n % 10, 0), 1234567890123456789.0123456789 * n, 9007199254740993 + n, decode(lpad(to_hex(n), 2, '0') || '00ff', 'hex'),
      array['a"b', null, 'c' || n], jsonb_build_object('n', n, 'list', jsonb_build_array(n, null)), case n % 3 when 0 then 'a'::kind when 1 then 'b' end,
      timestamptz '2026-01-01 00:00:00.000001Z' + n * interval '1.001 day' from generate_series(1, 30) n;
    insert into comments select n, nullif(n % 31, 0), timestamp '2026-01-01' + n * interval '3.5 hours', case n % 4 when 0 then 'NaN' when 1 then 'Infinity' else n / 3.0 end
      from generate_series(1, 120) n;
    create table drafts (org int, code text, origin text, primary key (org, code));
    create table notes (id int primary key, org int, code text, kind text, about text, article_id int, comment_id int);
    insert into drafts select n % 3, (array['a~', '!0', 'b"', ''])[1 + n / 3 % 4] || n / 3, null from generate_series(0, 29) n;
    update drafts set origin = (select min(code) from drafts other where other.org = drafts.org and length(other.code) < length(drafts.code));
    insert into notes select n, org, code, (array['articles', 'tags', 'others', null])[1 + n % 4], case n % 4 when 0 then n / 2 || '' else 'tag ' || n % 8 end,
      case n % 3 when 0 then n end, case n % 3 when 1 then n * 5 end
      from (select row_number() over (order by org, code, k) n, org, code from drafts, generate_series(1, 3) k where org < 2 or k = 1) n;
    insert into tags select 'tag ' || n from generate_series(1, 6) n;
    insert into article_tags select n, 'tag ' || 1 + (n * k) % 6 from generate_series(1, 30) n, generate_series(1, 3) k on conflict do nothing`);
});
afterAll(() => client.close());
beforeEach(() => {
  sent.length = 0;
});

const include = (names: readonly string[]) => {
  const all = new Set<string>();
  for (const name of names) {
    const parts = name.split("__");
    for (const [index] of parts.entries()) all.add(parts.slice(0, index + 1).join("__"));
  }
  return Object.fromEntries([...all].map((name) => [name, true]));
};
const ARTICLE_PATHS = [
  "author__boss__staff",
  "author__articles__tags",
  "comments__article__author",
  "tags__articles__comments",
];
const OTHER_PATHS = {
  drafts: ["base__notes__about", "later__base", "later__notes", "notes__of__comments", "notes__draft__base"],
  notes: [
    "draft__later__notes",
    "about__comments",
    "about__author__boss",
    "of__article__author",
    "of__tags",
    "draft__base",
  ],
};
const ANY_ORDER: readonly unknown[] = [[], [{ field: "id", order: "desc" }]];
const other = fc.constantFrom("drafts" as const, "notes" as const).chain((type) =>
  fc.record({
    type: fc.constant(type),
    include: fc.subarray(OTHER_PATHS[type]).map(include),
    sort: fc.constantFrom(...ANY_ORDER),
    page: fc.record({ size: fc.integer({ min: 1, max: 30 }) }),
  }),
);
const request = fc.record({
  include: fc.subarray([...ARTICLE_PATHS, "author", "comments", "tags"]).map(include),
  sort: fc.constantFrom([], [{ field: "at", order: "desc" }], [{ field: "author__name", order: "asc" }]),
  page: fc.oneof(
    fc.constant(undefined),
    fc.record({ offset: fc.nat(8), limit: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ size: fc.integer({ min: 1, max: 9 }) }),
  ),
  count: fc.boolean(),
});
/** With the type of each value, and the lists that are cut. */
const seen = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    typeof each === "bigint" ? `${each}n` : typeof each === "number" && !Number.isFinite(each) ? String(each) : each,
  );

test("random pages with nested includes have the rows of one statement for each include", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ count, ...more }) => {
      const args = { ctx: { db }, filter: {}, fields: {}, ...more };
      sent.length = 0;
      const tree = await trees.articles.getMany(args, { count });
      expect(sent.length).toBe(1);
      const counts = count && more.page !== undefined;
      expect(sent[0]?.startsWith("with")).toBe(Object.keys(more.include).length > 0 || counts);
      const path = await paths.articles.getMany(args, { count });
      expect(seen(tree)).toBe(seen(path));
      expect(tree.total).toBe(counts ? 30 : undefined);
      if (more.include.tags) expect(sent.length).toBeGreaterThan(2);
      const one = { ctx: { db }, id: 7, include: more.include, fields: {} };
      expect(seen(await trees.articles.getOne(one))).toBe(seen(await paths.articles.getOne(one)));
      const related = { ...args, id: 3, filter: {}, sort: [] };
      expect(seen(await trees.authors.getRelated("articles")(related))).toBe(
        seen(await paths.authors.getRelated("articles")(related)),
      );
    }),
    { numRuns: runs(20), seed: Number(process.env.SEED ?? 36) },
  );
});

test("ids of several columns, and references to several types, are read in the same way", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(other, async ({ type, ...more }) => {
      const args = { ctx: { db }, filter: {}, fields: {}, ...more };
      sent.length = 0;
      const tree = await trees[type].getMany(args);
      expect(sent.length).toBe(1);
      const path = await paths[type].getMany(args);
      expect(seen(tree)).toBe(seen(path));
      const { id } = tree.data.at(-1);
      const one = { ctx: { db }, id, include: more.include, fields: {} };
      expect(seen(await trees[type].getOne(one))).toBe(seen(await paths[type].getOne(one)));
      const [related, inner] = type === "drafts" ? ["base", "notes__of"] : ["about", "comments"];
      const of = { ctx: { db }, id, fields: {}, include: include([inner]) };
      sent.length = 0;
      const to = await trees[type].getRelated(related)(of);
      expect(sent.length).toBe(1);
      expect(seen(to)).toBe(seen(await paths[type].getRelated(related)(of)));
    }),
    { numRuns: runs(20), seed: Number(process.env.SEED ?? 36) },
  );
});

test("a related row is read in the statement of its owner, with what it includes", async () => {
  const args = { ctx: { db }, fields: {}, include: include(["boss", "articles__tags"]) };
  for (const id of [3, 10, 30]) {
    sent.length = 0;
    const tree = await trees.articles.getRelated("author")({ ...args, id });
    expect(sent).toHaveLength(1);
    expect(seen(tree)).toBe(seen(await paths.articles.getRelated("author")({ ...args, id })));
    expect(tree.data?.id).toBe(id === 3 ? 3 : undefined); // the others have none
  }
  sent.length = 0;
  await expect(trees.articles.getRelated("author")({ ...args, id: 99 })).rejects.toMatchObject({ status: 404 });
  expect(sent).toHaveLength(1);
  // Of a reference that is compared with no id as it is stored.
  const group = await trees.authors.getRelated("group")({ ...args, include: {}, id: 1 });
  expect(group.data).toMatchObject({ label: "group 1" });
});

test("the rows that a caller sees are counted with a page, also with none of them on it", async () => {
  const args = { ctx: { db }, filter: { id__in: [1, 2, 3] }, fields: {}, sort: [], include: include(["author"]) };
  const { data, total } = await trees.articles.getMany({ ...args, page: { offset: 7, limit: 2 } });
  expect([data, total, sent.length]).toEqual([[], 3, 1]);
});

test("a reference of another type than the id is a statement of its own, and what is above it is not", async () => {
  const args = { ctx: { db }, filter: {}, fields: {}, sort: [], include: include(["author__group", "comments"]) };
  const { data } = await trees.articles.getMany({ ...args, page: { size: 5 } });
  expect(sent).toHaveLength(2);
  expect(data[0].author.group).toMatchObject({ label: "group 1" });
});

test("an owner that is not there is a 404, in the statement of its members", async () => {
  const related = trees.authors.getRelated("articles");
  await expect(related({ ctx: { db }, id: 99, filter: {}, fields: {}, sort: [], include: {} })).rejects.toMatchObject({
    status: 404,
  });
  expect(sent).toHaveLength(1);
});
