// message: 'wordz' does not exist in type
import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany } from "trestle/drizzle";
import { z } from "zod";

const t = trestle<{ readonly db: unknown; readonly tenant: number }>();
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string(), created_at: z.date(), words: z.int() },
  relationships: { author: toOne("users").nullable(), comments: toMany("comments") },
  createFields: ["title"],
});
const columns = {
  id: integer().primaryKey(),
  title: text().notNull(),
  created_at: timestamp().notNull(),
  words: integer().notNull(),
  author_id: integer(),
};
const users = pgTable("users", { id: integer().primaryKey(), name: text().notNull() });
const comments = pgTable("comments", { id: integer().primaryKey(), article_id: integer(), other: uuid() });
const good = pgTable("articles", columns);
const relationships = { comments: hasMany(comments.article_id) };
const make = <T>(table: T) => drizzleData({ db: "db", tables: { articles: table, users, comments } });
const source = make(good).source(articles, { relationships, scope: (ctx) => (ctx.tenant > 0 ? undefined : undefined) });

articles.createOne((args) => source.createOne(args, { values: { wordz: 3 } }));
