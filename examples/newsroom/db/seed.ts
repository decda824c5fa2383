import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connect.js";
import { exclusively } from "./exclusively.js";
import { articleCategories, articles, categories, users } from "./schema.js";
import { desks, staff } from "./seed-text.js";

const FIRST_MORNING = Date.UTC(2026, 0, 5, 6, 30);
const HOUR = 3_600_000;

/**
 * Fills an empty database with 8 users, 8 categories and 64 articles, the same ones each time.
 * A database that holds anything is left alone. Answers whether it wrote.
 */
export async function seed(db: Db): Promise<boolean> {
  return exclusively(db, async (tx) => {
    if (!(await isEmpty(tx))) return false;
    await tx.insert(users).values(staff.map(toUser));
    await tx.insert(categories).values(desks.map(({ name }, index) => ({ id: index + 1, name })));
    const rows = desks.flatMap(({ titles }, desk) => titles.map((title, index) => toArticle(title, desk, index)));
    await tx.insert(articles).values(rows);
    await tx.insert(articleCategories).values(rows.flatMap(({ id }) => categoriesOf(id)));
    for (const table of [users, categories, articles]) await tx.execute(continueIdsAfterSeed(table));
    return true;
  });
}

async function isEmpty(tx: Db): Promise<boolean> {
  for (const table of [users, categories, articles]) if (await tx.$count(table)) return false;
  return true;
}

function toUser(username: string, index: number) {
  return { id: index + 1, username, email: `${username}@newsroom.example` };
}

/** The eight desks take turns, so that neighbouring ids differ in everything. Some wires have no author, some drafts are not out. */
function toArticle(title: string, desk: number, index: number) {
  const id = index * desks.length + desk + 1;
  return {
    id,
    title,
    content: toContent(desk, index),
    published: id % 7 !== 3,
    created_at: toDate(id),
    author_id: id % 9 === 4 ? null : ((id * 5 + index) % staff.length) + 1,
  };
}

function toContent(desk: number, index: number): string {
  const sentences = desks[desk]?.sentences ?? [];
  return [0, 1, 3, 4].map((step) => sentences[(index + step) % sentences.length]).join(" ");
}

/** Out of the order of ids, and in pairs of the same moment: sorting has something to do, and ties to break. */
function toDate(id: number): Date {
  const slot = Math.floor(((id * 37) % 64) / 2);
  return new Date(FIRST_MORNING + slot * 29 * HOUR);
}

/** Its own desk, and every third one more. Each sixteenth was filed under nothing. */
function categoriesOf(id: number) {
  if (id % 16 === 0) return [];
  const own = ((id - 1) % desks.length) + 1;
  const second = ((own + 2) % desks.length) + 1;
  return (id % 3 === 0 ? [own, second] : [own]).map((category_id) => ({ article_id: id, category_id }));
}

/** The seed names its ids, of which the sequences know nothing. */
function continueIdsAfterSeed(table: PgTable): SQL {
  return sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), (select max(id) from ${table}))`;
}
