import { asc, desc, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "../db/connect.js";
import { articleCategories, categories } from "../db/schema.js";
import { noSuch } from "./require.js";

type CategorySort = readonly { readonly field: "name"; readonly order: "asc" | "desc" }[];

/** All categories: there are never many. */
export function findCategories(db: Db, sort: CategorySort) {
  return db
    .select()
    .from(categories)
    .orderBy(...inOrder(sort));
}

/** The categories that an article is filed under. */
export function findCategoriesOf(db: Db, article: number, sort: CategorySort) {
  return db
    .select(getTableColumns(categories))
    .from(categories)
    .innerJoin(articleCategories, eq(articleCategories.category_id, categories.id))
    .where(eq(articleCategories.article_id, article))
    .orderBy(...inOrder(sort));
}

/** The category of this id. Throws NotFound. */
export async function getCategoryRow(db: Db, id: number) {
  const [row] = await db.select().from(categories).where(eq(categories.id, id));
  if (!row) throw noSuch("category", id);
  return row;
}

function inOrder(sort: CategorySort) {
  return [...sort.map(({ field, order }) => (order === "desc" ? desc : asc)(categories[field])), asc(categories.id)];
}
