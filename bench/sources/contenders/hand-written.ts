import { and, asc, desc, eq, gt, inArray, lt, lte, or, type Column, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Article, Contender } from "../contender.js";
import { articleCategories, articles, authors, categories, comments } from "../schema.js";
import { MOST_COMMENTS, PAGE } from "../tables.js";

// Handlers as the newsroom had them before sources: the rows with Drizzle's query builder, and one query for each kind of thing
// that they include. It knew no limit for each parent, so the comments are cut here.

const articleColumns = {
  id: articles.id,
  title: articles.title,
  body: articles.body,
  published: articles.published,
  created_at: articles.created_at,
  author: articles.author_id,
};

export function handWritten(pool: pg.Pool): Contender {
  const db = drizzle({ client: pool });

  const findArticles = (where: SQL | undefined) =>
    db
      .select(articleColumns)
      .from(articles)
      .where(where)
      .orderBy(desc(articles.created_at), asc(articles.id))
      .limit(PAGE);
  type Found = Awaited<ReturnType<typeof findArticles>>;

  async function load(found: Found) {
    const [authorsById, commentsOf] = await Promise.all([
      findAuthors(distinct(found.map(({ author }) => author))),
      findComments(found.map(({ id }) => id)),
    ]);
    return found.map((article) => ({
      ...article,
      author: article.author === null ? null : (authorsById.get(article.author) ?? null),
      comments: (commentsOf.get(article.id) ?? []).slice(0, MOST_COMMENTS),
    }));
  }
  async function findAuthors(ids: readonly number[]) {
    const rows = await db.select().from(authors).where(among(authors.id, ids));
    return new Map(rows.map((row) => [row.id, row]));
  }
  async function findComments(ids: readonly number[]) {
    const rows = await db
      .select()
      .from(comments)
      .where(among(comments.article_id, ids))
      .orderBy(desc(comments.created_at), asc(comments.id));
    return groupBy(rows, ({ article_id }) => article_id);
  }
  async function findCategories(ids: readonly number[]) {
    const rows = await db
      .select({ article: articleCategories.article_id, id: categories.id, name: categories.name })
      .from(articleCategories)
      .innerJoin(categories, eq(categories.id, articleCategories.category_id))
      .where(among(articleCategories.article_id, ids))
      .orderBy(asc(categories.id));
    return groupBy(rows, ({ article }) => article);
  }

  return {
    name: "hand-written",
    title: "Drizzle's query builder by hand",
    needs: {
      page: async () => load(await findArticles(undefined)),
      keyset: async ({ created_at, id }) => {
        const isAfter = or(lt(articles.created_at, created_at), gt(articles.id, id));
        return load(await findArticles(and(lte(articles.created_at, created_at), isAfter)));
      },
      one: async ({ id }) => {
        const found = await db.select(articleColumns).from(articles).where(eq(articles.id, id));
        const [rows, categoriesOf] = await Promise.all([load(found), findCategories([id])]);
        return rows.map((row) => ({ ...row, categories: categoriesOf.get(id) ?? [] }));
      },
      byAuthor: ({ name }) =>
        findArticles(
          inArray(articles.author_id, db.select({ id: authors.id }).from(authors).where(eq(authors.name, name))),
        ),
      byCategory: ({ name }) => {
        const filed = db
          .select({ id: articleCategories.article_id })
          .from(articleCategories)
          .innerJoin(categories, eq(categories.id, articleCategories.category_id))
          .where(eq(categories.name, name));
        return findArticles(inArray(articles.id, filed));
      },
      related: async ({ id }) => {
        const [author] = await db.select().from(authors).where(eq(authors.id, id));
        if (author === undefined) throw new Error(`Author ${id} does not exist.`);
        return findArticles(eq(articles.author_id, id));
      },
    },
    articlesIn: (rows) => rows as readonly Article[],
  };
}

function among(column: Column, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::int[])`;
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
