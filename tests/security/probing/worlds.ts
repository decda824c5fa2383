import { desc, eq } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { memoryData } from "trestle/memory";
import { anyOf, countOf, maxOf, minOf, noneOf, sumOf } from "trestle/source";
import { z } from "zod";
import { startPglite } from "../../support/pglite.js";

// Worlds that differ only in what a caller must not see: hidden fields and relationships, rows of another tenant, deleted rows, links to them.

export interface Context {
  readonly db: unknown;
  readonly tenant: number;
  readonly isAdmin: boolean;
}
export const t = trestle<Context>();
const isAdmin = ({ ctx }: { readonly ctx: Context }) => ctx.isAdmin;

const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string(), salary: z.int() },
  relationships: { articles: toMany("articles", { fanOut: 20 }) },
  visible: { salary: isAdmin },
});
const comments = t.resource("comments", {
  id: z.int(),
  attributes: { text: z.string(), open: z.boolean(), created: z.date(), score: z.int().nullable(), grade: z.int() },
  relationships: { author: toOne("users").nullable(), article: toOne("articles").nullable() },
  visible: { grade: isAdmin },
});
const tags = t.resource("tags", {
  id: z.int(),
  attributes: { name: z.string(), weight: z.int() },
  visible: { weight: isAdmin },
});
export const reports = t.resource("reports", {
  id: z.int(),
  attributes: { reason: z.string() },
  relationships: { article: toOne("articles") },
});
const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: z.string(),
    rating: z.int().nullable(),
    secret: z.int(),
    comment_count: z.int(),
    open_count: z.int(),
    tag_count: z.int(),
    last: z.date().nullable(),
    first_score: z.int().nullable(),
    score_sum: z.int(),
    grade_max: z.int().nullable(),
    report_count: z.int(),
  },
  relationships: {
    author: toOne("users").nullable(),
    editor: toOne("users").nullable(),
    comments: toMany("comments", { fanOut: 20, linkage: true }),
    tags: toMany("tags", { linkage: true }),
    reports: toMany("reports"),
  },
  visible: { secret: isAdmin, editor: isAdmin, reports: isAdmin, grade_max: isAdmin, report_count: isAdmin },
});

const tenant = () => integer().notNull();
const deleted_at = () => timestamp({ withTimezone: true });
const pairs = pgTable("article_tags", { article_id: integer().notNull(), tag_id: integer().notNull() }, (pair) => [
  primaryKey({ columns: [pair.article_id, pair.tag_id] }),
]);
const tables = {
  users: pgTable("users", {
    id: integer().primaryKey(),
    name: text().notNull(),
    salary: integer().notNull(),
    tenant: tenant(),
  }),
  articles: pgTable("articles", {
    id: integer().primaryKey(),
    title: text().notNull(),
    rating: integer(),
    secret: integer().notNull(),
    tenant: tenant(),
    deleted_at: deleted_at(),
    author_id: integer(),
    editor_id: integer(),
  }),
  comments: pgTable("comments", {
    id: integer().primaryKey(),
    text: text().notNull(),
    open: boolean().notNull(),
    created: timestamp({ withTimezone: true }).notNull(),
    score: integer(),
    grade: integer().notNull(),
    tenant: tenant(),
    deleted_at: deleted_at(),
    article_id: integer(),
    author_id: integer(),
  }),
  tags: pgTable("tags", {
    id: integer().primaryKey(),
    name: text().notNull(),
    weight: integer().notNull(),
    tenant: tenant(),
  }),
  reports: pgTable("reports", {
    id: integer().primaryKey(),
    reason: text().notNull(),
    article_id: integer().notNull(),
  }),
};

export const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number));
export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The rows of a world. Tenant 1 sees those with an id up to 40; the seed changes nothing of these but the hidden fields. */
export function rowsOf(seed: number) {
  const dice = (id: number, sides: number) => (Math.imul(id * 31 + seed * 977, 2_654_435_761) >>> 8) % sides;
  // The ids that visible rows hold of them are those of a row in one world only, or of different rows.
  const unseen = (from: number) =>
    range(from, from + 12).filter((id) => (id === 44 ? seed === 1 : id === 45 || dice(id, 3) > 0));
  const unlike = (id: number, sides: number) => (dice(id, sides) * 2 + seed) % (2 * sides);
  const other = (id: number) =>
    dice(id, 2) === 0 ? { tenant: 2, deleted_at: null } : { tenant: 1, deleted_at: day(1) };
  const own = { tenant: 1, deleted_at: null };
  const isOwn = (id: number) => id <= 40;
  return {
    users: [...range(1, 4), ...unseen(41)].map((id) => ({
      id,
      name: isOwn(id) ? `u${5 - id}` : `u${unlike(id, 5)}`,
      salary: dice(id, 7),
      tenant: isOwn(id) ? 1 : 2,
    })),
    articles: [...range(1, 9), ...unseen(41)].map((id) => ({
      id,
      title: isOwn(id) ? `a${id % 4}` : `a${unlike(id, 5)}`,
      rating: id % 3 === 0 ? null : isOwn(id) ? id % 4 : dice(id, 5),
      secret: dice(id, 5),
      ...(isOwn(id) ? own : other(id)),
      author: isOwn(id) ? ([1, 2, 3, null, 44, 45][id % 6] ?? null) : 1 + dice(id, 4),
      editor: dice(id, 3) === 0 ? null : 1 + dice(id, 4),
    })),
    comments: [...range(1, 40), ...unseen(41), ...unseen(61)].map((id) => ({
      id,
      text: isOwn(id) ? `c${id % 6}` : `c${unlike(id, 5)}`,
      open: isOwn(id) ? id % 3 === 0 : dice(id, 2) === 0,
      created: day(isOwn(id) ? (id * 7) % 20 : dice(id, 40)),
      score: id % 5 === 0 ? null : isOwn(id) ? id % 7 : dice(id, 99),
      grade: dice(id, 5),
      ...(isOwn(id) ? own : other(id)),
      article: isOwn(id) ? (id % 11 === 0 ? 45 : 1 + ((id * 5) % 8)) : 1 + dice(id, 9),
      author: isOwn(id) ? ([1, 2, 3, 4, null, 44, 45][id % 7] ?? null) : 1 + dice(id, 4),
    })),
    tags: [...range(1, 6), ...unseen(41)].map((id) => ({
      id,
      name: isOwn(id) ? `t${id % 3}` : `t${dice(id, 5)}`,
      weight: dice(id, 4),
      tenant: isOwn(id) ? 1 : 2,
    })),
    reports: unseen(1).map((id) => ({ id, reason: `r${dice(id, 4)}`, article: 1 + dice(id, 9) })),
    pairs: range(1, 9).flatMap((article) => [
      ...range(1, 6)
        .filter((tag) => (tag * article) % 3 !== 1)
        .map((tag) => ({ article, tag })),
      ...unseen(41)
        .filter((tag) => dice(tag + article, 2) === 0)
        .map((tag) => ({ article, tag })),
    ]),
  };
}
type Rows = ReturnType<typeof rowsOf>;

const values = {
  comment_count: countOf("comments"),
  open_count: countOf("comments", { open: true }),
  tag_count: countOf("tags"),
  last: maxOf("comments", "created"),
  first_score: minOf("comments", "score"),
  score_sum: sumOf("comments", "score", { author__name: "u3" }),
  grade_max: maxOf("comments", "grade"),
  report_count: countOf("reports"),
};
const filters = {
  search: anyOf("title__contains", "author__name__contains"),
  unlike: noneOf("title__contains", "comments__text"),
};
const cursorSecret = "a secret for cursors";
const orderBy = [{ field: "rating", order: "desc" }];

async function inPglite(rows: Rows) {
  const pglite = await startPglite();
  await pglite.exec(`create table users (id int primary key, name text not null, salary int not null, tenant int not null);
    create table articles (id int primary key, title text not null, rating int, secret int not null, tenant int not null, deleted_at timestamptz,
      author_id int, editor_id int);
    create table comments (id int primary key, text text not null, open bool not null, created timestamptz not null, score int, grade int not null,
      tenant int not null, deleted_at timestamptz, article_id int, author_id int);
    create table tags (id int primary key, name text not null, weight int not null, tenant int not null);
    create table reports (id int primary key, reason text not null, article_id int not null);
    create table article_tags (article_id int not null, tag_id int not null, primary key (article_id, tag_id));`);
  for (const [name, list] of Object.entries(rows)) {
    for (const row of list) {
      const marks = Object.keys(row).map((_, index) => `$${index + 1}`);
      await pglite.query(
        `insert into ${name === "pairs" ? "article_tags" : name} values (${marks})`,
        Object.values(row),
      );
    }
  }
  const data = drizzleData({ db: "db", tables, cursorSecret });
  const inScope = (table: { tenant: never }) => (ctx: Context) => eq(table.tenant, ctx.tenant);
  const sources = {
    users: data.source(users, {
      scope: inScope(tables.users as never),
      relationships: { articles: hasMany(tables.articles.author_id) },
    } as never),
    comments: data.source(comments, {
      scope: inScope(tables.comments as never),
      deleted: tables.comments.deleted_at,
    } as never),
    tags: data.source(tags, { scope: inScope(tables.tags as never) } as never),
    reports: data.source(reports, {} as never),
    articles: data.source(articles, {
      scope: inScope(tables.articles as never),
      deleted: tables.articles.deleted_at,
      columns: values,
      filters,
      orderBy,
      relationships: {
        comments: hasMany(tables.comments.article_id, { orderBy: desc(tables.comments.created), limit: 4 }),
        reports: hasMany(tables.reports.article_id),
        tags: manyToMany(pairs, { from: pairs.article_id, to: pairs.tag_id }),
      },
    } as never),
  };
  return { sources, db: drizzle({ client: pglite }), close: () => pglite.close() };
}

async function inMemory(rows: Rows) {
  const data = memoryData({ cursorSecret });
  const scope = (ctx: Context) => (row: { tenant: number }) => row.tenant === ctx.tenant;
  const tagsOf = (id: number) => rows.pairs.filter(({ article }) => article === id).map(({ tag }) => tag);
  const sources = {
    users: data.source(users, { rows: rows.users, scope, relationships: { articles: { by: "author" } } } as never),
    comments: data.source(comments, { rows: rows.comments, scope, deleted: "deleted_at" } as never),
    tags: data.source(tags, { rows: rows.tags, scope } as never),
    reports: data.source(reports, { rows: rows.reports } as never),
    articles: data.source(articles, {
      rows: rows.articles.map((row) => ({ ...row, tags: tagsOf(row.id) })),
      scope,
      deleted: "deleted_at",
      columns: values,
      filters,
      orderBy,
      relationships: { comments: { by: "article", limit: 4 }, reports: { by: "article" } },
    } as never),
  };
  return { sources, db: undefined, close: async () => {} };
}

export const stores = { Drizzle: inPglite, memory: inMemory };
export type World = Awaited<ReturnType<typeof inPglite>>;
