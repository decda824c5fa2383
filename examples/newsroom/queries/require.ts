import { eq } from "drizzle-orm";
import { type ApiErrorOptions, NotFound } from "trestle";
import { among } from "../db/among.js";
import type { Db } from "../db/connect.js";
import { articles, categories, users } from "../db/schema.js";

/** Throws unless the article exists. In a transaction it stays as it is until the end: changes of one article queue up. */
export async function requireArticle(tx: Db, id: number): Promise<void> {
  const rows = await tx.select({ id: articles.id }).from(articles).where(eq(articles.id, id)).for("update");
  if (rows.length === 0) throw noSuch("article", id);
}

/** Throws unless the user exists. In a transaction they cannot go until the end. */
export async function requireUser(tx: Db, id: number, where?: ApiErrorOptions): Promise<void> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("key share");
  if (rows.length === 0) throw noSuch("user", id, where);
}

/** Throws unless all of the categories exist. In a transaction none can go until the end. */
export async function requireCategories(tx: Db, ids: readonly number[], where?: ApiErrorOptions): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(among(categories.id, ids))
    .orderBy(categories.id)
    .for("key share");
  const existing = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !existing.has(id));
  if (missing !== undefined) throw noSuch("category", missing, where);
}

export function noSuch(what: "article" | "user" | "category", id: number, where?: ApiErrorOptions): NotFound {
  return new NotFound(`No ${what} has the id ${id}.`, where);
}
