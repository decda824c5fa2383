import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const id = () => bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity();

export const users = pgTable("users", { id: id(), name: text("name").notNull() });

export const articles = pgTable("articles", {
  id: id(),
  title: text("title").notNull().unique("articles_title"),
  created_at: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  author_id: bigint("author_id", { mode: "number" }).references(() => users.id),
});
