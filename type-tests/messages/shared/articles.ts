import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany } from "trestle/drizzle";
import { z } from "zod";

// A resource, its tables and its source without a mistake. Each fixture that imports them adds one.

const t = trestle<{ readonly db: unknown; readonly tenant: number }>();
export const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string(), created_at: z.date(), words: z.int() },
  relationships: { author: toOne("users").nullable(), comments: toMany("comments") },
  createFields: ["title"],
});
export const columns = {
  id: integer().primaryKey(),
  title: text().notNull(),
  created_at: timestamp().notNull(),
  words: integer().notNull(),
  author_id: integer(),
};
export const users = pgTable("users", { id: integer().primaryKey(), name: text().notNull() });
export const comments = pgTable("comments", { id: integer().primaryKey(), article_id: integer(), other: timestamp() });
export const good = pgTable("articles", columns);
export const relationships = { comments: hasMany(comments.article_id) };
export const make = <T>(table: T) => drizzleData({ db: "db", tables: { articles: table, users, comments } });
export const source = make(good).source(articles, {
  relationships,
  scope: (ctx) => (ctx.tenant > 0 ? undefined : undefined),
});
