import { and, eq } from "drizzle-orm";
import { among } from "../db/among.js";
import type { Db } from "../db/connect.js";
import { articleCategories } from "../db/schema.js";
import { requireArticle, requireCategories } from "./require.js";

/** Files the article under these categories too. */
export async function addCategories(db: Db, article: number, categories: readonly number[]): Promise<void> {
  await changeCategories(db, article, categories, (tx) => fileUnder(tx, article, categories));
}

/** Takes the article out of these categories. One that it was not filed under is no problem. */
export async function removeCategories(db: Db, article: number, categories: readonly number[]): Promise<void> {
  const listed = and(eq(articleCategories.article_id, article), among(articleCategories.category_id, categories));
  await changeCategories(db, article, categories, (tx) => tx.delete(articleCategories).where(listed));
}

/** Files the article under these categories and no other. */
export async function resetCategories(db: Db, article: number, categories: readonly number[]): Promise<void> {
  await changeCategories(db, article, categories, async (tx) => {
    await tx.delete(articleCategories).where(eq(articleCategories.article_id, article));
    await fileUnder(tx, article, categories);
  });
}

/** Inserts the pairs that are missing. */
export async function fileUnder(tx: Db, article: number, categories: readonly number[]): Promise<void> {
  if (categories.length === 0) return;
  const pairs = [...new Set(categories)].map((category_id) => ({ article_id: article, category_id }));
  await tx.insert(articleCategories).values(pairs).onConflictDoNothing();
}

async function changeCategories(
  db: Db,
  article: number,
  categories: readonly number[],
  change: (tx: Db) => PromiseLike<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireArticle(tx, article);
    await requireCategories(tx, categories);
    await change(tx);
  });
}
