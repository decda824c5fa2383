import { and, asc, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Db } from "../db/connect.js";
import { contains } from "../db/contains.js";
import { articleCategories, articles } from "../db/schema.js";
import { noSuch } from "./require.js";

/** An article's own columns, under the names of its fields. */
export const articleColumns = {
  id: articles.id,
  title: articles.title,
  content: articles.content,
  published: articles.published,
  created_at: articles.created_at,
  author: articles.author_id,
};

export interface ArticleColumns {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly published: boolean;
  readonly created_at: Date;
  readonly author: number | null;
}

export interface ArticleFilter {
  readonly title__contains?: string | undefined;
  /** null: the articles without an author. */
  readonly author?: number | null | undefined;
  readonly published?: boolean | undefined;
  readonly category?: number | undefined;
}

export interface ArticleQuery {
  readonly filter: ArticleFilter;
  readonly sort: readonly { readonly field: "title" | "created_at"; readonly order: "asc" | "desc" }[];
  readonly page: { readonly offset: number; readonly limit: number };
}

/** One page of the articles that fit, and how many fit in all: two queries. */
export async function findArticles(db: Db, { filter, sort, page }: ArticleQuery) {
  const where = toCondition(db, filter);
  const [rows, total] = await Promise.all([
    db
      .select(articleColumns)
      .from(articles)
      .where(where)
      // The id breaks ties: without it, rows of one moment could change places between two pages.
      .orderBy(...sort.map(({ field, order }) => (order === "desc" ? desc : asc)(articles[field])), asc(articles.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(articles, where),
  ]);
  return { rows, total };
}

/** The article of this id. Throws NotFound. */
export async function getArticleColumns(db: Db, id: number): Promise<ArticleColumns> {
  const [row] = await db.select(articleColumns).from(articles).where(eq(articles.id, id));
  if (!row) throw noSuch("article", id);
  return row;
}

function toCondition(db: Db, { title__contains, author, published, category }: ArticleFilter): SQL | undefined {
  return and(
    title__contains === undefined ? undefined : contains(articles.title, title__contains),
    author === undefined ? undefined : author === null ? isNull(articles.author_id) : eq(articles.author_id, author),
    published === undefined ? undefined : eq(articles.published, published),
    category === undefined ? undefined : inArray(articles.id, idsFiledUnder(db, category)),
  );
}

function idsFiledUnder(db: Db, category: number) {
  return db
    .select({ id: articleCategories.article_id })
    .from(articleCategories)
    .where(eq(articleCategories.category_id, category));
}
