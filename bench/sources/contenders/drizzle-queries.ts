import { and, asc, desc, eq, gt, inArray, lt, lte, or, type SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Article, Contender } from "../contender.js";
import * as schema from "../schema.js";
import { MOST_COMMENTS, PAGE } from "../tables.js";

const { articles, articleCategories, authors, categories, comments } = schema;
const NEWEST = { orderBy: [desc(articles.created_at), asc(articles.id)], limit: PAGE };
const FIRST_COMMENTS: { columns: { article_id: false }; orderBy: SQL[]; limit: number } = {
  columns: { article_id: false },
  orderBy: [desc(comments.created_at), asc(comments.id)],
  limit: MOST_COMMENTS,
};
const INCLUDED: { author: true; comments: typeof FIRST_COMMENTS } = { author: true, comments: FIRST_COMMENTS };

/** Drizzle's relational queries. */
export function drizzleQueries(pool: pg.Pool): Contender {
  const db = drizzle({ client: pool, schema });
  return {
    name: "drizzle",
    title: "Drizzle, db.query … with",
    needs: {
      page: () => db.query.articles.findMany({ ...NEWEST, with: INCLUDED }),
      keyset: ({ created_at, id }) =>
        db.query.articles.findMany({
          ...NEWEST,
          where: and(
            lte(articles.created_at, created_at),
            or(lt(articles.created_at, created_at), gt(articles.id, id)),
          ),
          with: INCLUDED,
        }),
      one: async ({ id }) => {
        const found = await db.query.articles.findFirst({
          where: eq(articles.id, id),
          with: {
            ...INCLUDED,
            links: { columns: {}, with: { category: true }, orderBy: articleCategories.category_id },
          },
        });
        return found && [{ ...found, categories: found.links.map(({ category }) => category) }];
      },
      byAuthor: ({ name }) =>
        db.query.articles.findMany({
          ...NEWEST,
          where: inArray(articles.author_id, db.select({ id: authors.id }).from(authors).where(eq(authors.name, name))),
        }),
      byCategory: ({ name }) =>
        db.query.articles.findMany({
          ...NEWEST,
          where: inArray(
            articles.id,
            db
              .select({ id: articleCategories.article_id })
              .from(articleCategories)
              .innerJoin(categories, eq(categories.id, articleCategories.category_id))
              .where(eq(categories.name, name)),
          ),
        }),
      related: async ({ id }) => {
        const author = await db.query.authors.findFirst({
          columns: { id: true },
          where: eq(authors.id, id),
          with: { articles: NEWEST },
        });
        return author?.articles;
      },
    },
    articlesIn: (rows) => rows as readonly Article[],
  };
}
