import {
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const time = () => timestamp({ withTimezone: true });

export const users = pgTable("users", {
  id: id(),
  name: text().notNull(),
  email: text().notNull().unique("users_email"),
});

export const articles = pgTable("articles", {
  id: id(),
  title: text().notNull().unique("articles_title"),
  body: text().notNull(),
  keywords: text().notNull().default(""), // "postgres,http"
  created_at: time().notNull().defaultNow(),
  version: integer().notNull().default(1),
  author_id: integer().references(() => users.id),
});

export const comments = pgTable("comments", {
  id: id(),
  text: text().notNull(),
  created_at: time().notNull().defaultNow(),
  article_id: integer()
    .notNull()
    .references(() => articles.id, { onDelete: "cascade" }),
});

export const tags = pgTable("tags", { id: id(), name: text().notNull() });

export const articleTags = pgTable(
  "article_tags",
  {
    article_id: integer()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    tag_id: integer()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.article_id, table.tag_id] })],
);

export const auditLog = pgTable("audit_log", {
  id: id(),
  user: integer().notNull(),
  action: text().notNull(),
});
