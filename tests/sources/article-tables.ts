import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The tables of articles with authors. */
export const articleTables = {
  users: pgTable("users", { id: integer().primaryKey(), name: text().notNull() }),
  articles: pgTable("articles", {
    id: integer().primaryKey(),
    title: text().notNull(),
    author_id: integer().notNull(),
  }),
};

/** The columns of their comments. */
export const commentColumns = () => ({
  id: integer().primaryKey(),
  text: text().notNull(),
  open: boolean().notNull(),
  created: timestamp({ withTimezone: true }).notNull(),
  article_id: integer().notNull(),
  author_id: integer().notNull(),
});
