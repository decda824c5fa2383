import { integer, pgTable, text } from "drizzle-orm/pg-core";

export const notes = pgTable("notes", {
  id: integer().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  author_id: integer().notNull(),
});
