import { eq } from "drizzle-orm";
import { Conflict, changesOf, type UNSET } from "trestle";
import type { Db } from "../db/connect.js";
import { articles } from "../db/schema.js";
import { isDuplicate } from "../db/violation.js";
import { fileUnder } from "./change-categories.js";
import { type ArticleColumns, articleColumns } from "./find-articles.js";
import { noSuch, requireArticle, requireCategories, requireUser } from "./require.js";

export interface NewArticle {
  readonly title: string;
  readonly content: string;
  readonly published: boolean;
  readonly author: number | null;
  readonly categories: readonly number[];
}

export interface ArticleChanges {
  readonly title?: string | UNSET;
  readonly content?: string | UNSET;
  readonly published?: boolean | UNSET;
  readonly author?: number | null | UNSET;
}

/** Writes the article and files it under its categories, or writes nothing. */
export async function insertArticle(db: Db, { author, categories, ...columns }: NewArticle): Promise<ArticleColumns> {
  return refusingDuplicates(columns.title, () =>
    db.transaction(async (tx) => {
      if (author !== null) await requireUser(tx, author, { field: "author" });
      await requireCategories(tx, categories, { field: "categories" });
      const [row] = await tx
        .insert(articles)
        .values({ ...columns, author_id: author })
        .returning(articleColumns);
      if (!row) throw new Error("The database answered an insert with no row.");
      await fileUnder(tx, row.id, categories);
      return row;
    }),
  );
}

/** Applies what is set, all of it or nothing. Drizzle leaves a column alone where it is given undefined. */
export async function updateArticle(db: Db, id: number, changes: ArticleChanges): Promise<ArticleColumns> {
  const { author: author_id, ...columns } = changesOf(changes);
  return refusingDuplicates(columns.title, () =>
    db.transaction(async (tx) => {
      await requireArticle(tx, id);
      if (typeof author_id === "number") await requireUser(tx, author_id, { field: "author" });
      const isThis = eq(articles.id, id);
      const changesNothing = author_id === undefined && Object.keys(columns).length === 0;
      const [row] = changesNothing
        ? await tx.select(articleColumns).from(articles).where(isThis)
        : await tx
            .update(articles)
            .set({ ...columns, author_id })
            .where(isThis)
            .returning(articleColumns);
      if (!row) throw noSuch("article", id);
      return row;
    }),
  );
}

/** Removes the article, and with it its place under each category. */
export async function deleteArticle(db: Db, id: number): Promise<void> {
  const deleted = await db.delete(articles).where(eq(articles.id, id)).returning({ id: articles.id });
  if (deleted.length === 0) throw noSuch("article", id);
}

/** Asking first whether a title is free would let two requests both hear yes. The unique constraint lets one through. */
async function refusingDuplicates<T>(title: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicate(error, "articles_title_unique")) throw error;
    throw new Conflict(`Another article is called "${title}".`, { field: "title", cause: error });
  }
}
