import { bigint, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

// The tables. After a change, `npm run migration` writes the SQL that changes the database.

const id = () => bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity();

export const users = pgTable("users", { id: id(), name: text().notNull() });

export const articles = pgTable("articles", {
  id: id(),
  title: text().notNull().unique("articles_title"),
  created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  version: integer().notNull().default(1), // each edit adds 1
  author_id: bigint({ mode: "number" }).references(() => users.id),
});
