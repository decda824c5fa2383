import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connect.js";
import { exclusively } from "./exclusively.js";
import { articleCategories, articles, categories, users } from "./schema.js";
import { articleCategoryRows, articleRows, categoryRows, userRows } from "./seed-rows.js";

/**
 * Fills an empty database with 8 users, 8 categories and 64 articles, the same ones each time.
 * A database that holds anything is left alone. Answers whether it wrote.
 */
export async function seed(db: Db): Promise<boolean> {
  return exclusively(db, async (tx) => {
    if (!(await isEmpty(tx))) return false;
    await tx.insert(users).values(userRows);
    await tx.insert(categories).values(categoryRows);
    await tx.insert(articles).values(articleRows);
    await tx.insert(articleCategories).values(articleCategoryRows);
    for (const table of [users, categories, articles]) await tx.execute(continueIdsAfterSeed(table));
    return true;
  });
}

async function isEmpty(tx: Db): Promise<boolean> {
  for (const table of [users, categories, articles]) if (await tx.$count(table)) return false;
  return true;
}

/** The seed names its ids, of which the sequences know nothing. */
function continueIdsAfterSeed(table: PgTable): SQL {
  return sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), (select max(id) from ${table}))`;
}
