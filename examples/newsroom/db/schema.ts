import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";

// Ids are bigint columns read as numbers, because the resources declare `z.int()`: the column holds
// every safe integer.
const id = () => bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity();

export const users = pgTable("users", {
  id: id(),
  username: text("username").notNull().unique(),
  email: text("email").notNull().unique(),
});

export const categories = pgTable("categories", {
  id: id(),
  name: text("name").notNull().unique("categories_name_key"),
});

export const articles = pgTable(
  "articles",
  {
    id: id(),
    title: text("title").notNull(),
    content: text("content").notNull(),
    published: boolean("published").notNull().default(false),
    /** To the millisecond, as a Date is. */
    created_at: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** An article outlives its author. */
    author_id: bigint("author_id", { mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    version: bigint("version", { mode: "number" }).notNull().default(1),
  },
  (table) => [
    unique("articles_title_unique").on(table.title),
    index("articles_author_id").on(table.author_id),
    index("articles_created_at").on(table.created_at, table.id),
  ],
);

export const articleCategories = pgTable(
  "article_categories",
  {
    article_id: bigint("article_id", { mode: "number" })
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    category_id: bigint("category_id", { mode: "number" })
      .notNull()
      .references(() => categories.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.article_id, table.category_id] }),
    index("article_categories_category_id").on(table.category_id),
  ],
);
