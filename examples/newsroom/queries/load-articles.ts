import { asc, eq } from "drizzle-orm";
import { among } from "../db/among.js";
import type { Db } from "../db/connect.js";
import { articleCategories, articles, categories, users } from "../db/schema.js";
import { type ArticleColumns, articleColumns } from "./find-articles.js";
import { groupBy } from "./group-by.js";

export interface ArticleInclude {
  readonly author?: boolean;
  readonly author__articles?: boolean;
  readonly categories?: boolean;
}

/**
 * Makes rows of articles: each with the ids of its categories, and with the rows that the request includes nested
 * where their ids would be. One query for each kind of thing, however many articles there are.
 */
export async function loadArticles(db: Db, found: readonly ArticleColumns[], include: ArticleInclude) {
  return found.map(await rowMaker(db, found, include));
}

/** The same for one article. */
export async function loadArticle(db: Db, found: ArticleColumns, include: ArticleInclude) {
  const toRow = await rowMaker(db, [found], include);
  return toRow(found);
}

async function rowMaker(db: Db, found: readonly ArticleColumns[], include: ArticleInclude) {
  const authorIds = distinct(found.map(({ author }) => author));
  const [authors, theirArticles] = await Promise.all([
    include.author ? usersById(db, authorIds) : undefined,
    include.author__articles ? articlesByAuthor(db, authorIds) : undefined,
  ]);
  const nested = theirArticles ? [...theirArticles.values()].flat() : [];
  const filedUnder = await categoriesByArticle(
    db,
    [...found, ...nested].map(({ id }) => id),
  );

  const withIds = (article: ArticleColumns) => ({
    ...article,
    categories: (filedUnder.get(article.id) ?? []).map(({ id }) => id),
  });
  const toAuthor = (id: number) => {
    if (!authors) return id;
    const author = authors.get(id);
    if (!author) return null; // gone since the article was read
    return theirArticles ? { ...author, articles: (theirArticles.get(id) ?? []).map(withIds) } : author;
  };
  return (article: ArticleColumns) => ({
    ...article,
    author: article.author === null ? null : toAuthor(article.author),
    categories: include.categories ? (filedUnder.get(article.id) ?? []) : withIds(article).categories,
  });
}

async function usersById(db: Db, ids: readonly number[]) {
  const rows = await db.select().from(users).where(among(users.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

async function articlesByAuthor(db: Db, ids: readonly number[]) {
  const rows = await db
    .select(articleColumns)
    .from(articles)
    .where(among(articles.author_id, ids))
    .orderBy(articles.id);
  return groupBy(rows, ({ author }) => author);
}

async function categoriesByArticle(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({ article: articleCategories.article_id, id: categories.id, name: categories.name })
    .from(articleCategories)
    .innerJoin(categories, eq(categories.id, articleCategories.category_id))
    .where(among(articleCategories.article_id, ids))
    .orderBy(asc(categories.id));
  return groupBy(rows, ({ article }) => article);
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
