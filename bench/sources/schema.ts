import { relations } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const time = () => timestamp({ withTimezone: true, precision: 3 }).notNull();

export const authors = pgTable("authors", {
  id: integer().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
});

export const articles = pgTable("articles", {
  id: integer().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  published: boolean().notNull(),
  created_at: time(),
  author_id: integer().references(() => authors.id),
});

export const comments = pgTable("comments", {
  id: integer().primaryKey(),
  text: text().notNull(),
  created_at: time(),
  article_id: integer()
    .notNull()
    .references(() => articles.id),
});

export const categories = pgTable("categories", { id: integer().primaryKey(), name: text().notNull() });

export const articleCategories = pgTable(
  "article_categories",
  {
    article_id: integer()
      .notNull()
      .references(() => articles.id),
    category_id: integer()
      .notNull()
      .references(() => categories.id),
  },
  (table) => [primaryKey({ columns: [table.article_id, table.category_id] })],
);

export const drafts = pgTable(
  "drafts",
  {
    org: integer().notNull(),
    no: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    published: boolean().notNull(),
    created_at: time(),
    origin_no: integer(),
  },
  (table) => [primaryKey({ columns: [table.org, table.no] })],
);

export const remarks = pgTable("remarks", {
  id: integer().primaryKey(),
  org: integer().notNull(),
  draft_no: integer().notNull(),
  text: text().notNull(),
  created_at: time(),
});

// For Drizzle's relational queries. Trestle reads the foreign keys above.
export const authorRelations = relations(authors, ({ many }) => ({ articles: many(articles) }));
export const articleRelations = relations(articles, ({ one, many }) => ({
  author: one(authors, { fields: [articles.author_id], references: [authors.id] }),
  comments: many(comments),
  links: many(articleCategories),
}));
export const commentRelations = relations(comments, ({ one }) => ({
  article: one(articles, { fields: [comments.article_id], references: [articles.id] }),
}));
export const linkRelations = relations(articleCategories, ({ one }) => ({
  article: one(articles, { fields: [articleCategories.article_id], references: [articles.id] }),
  category: one(categories, { fields: [articleCategories.category_id], references: [categories.id] }),
}));
