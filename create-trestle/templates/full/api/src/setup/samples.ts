import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import * as schema from "../schema.js";

const TITLES = [
  "Council votes 9–4 to keep the night buses",
  "Seagrass returns to the inner bay",
  "Rents fall for the first time in 7 years",
  "A telescope built from scrap finds its first comet",
  "Bakery chain buys back its own flour mill",
  "The last ferry captain hands over the wheel",
  "School kitchens cook for the whole street",
];

/** Inserts the first users and articles, if the database has no user yet. */
export async function insertSamples(db: PgDatabase<PgQueryResultHKT>): Promise<void> {
  if ((await db.$count(schema.users)) > 0) return;
  const users = await db
    .insert(schema.users)
    .values([{ name: "Ann" }, { name: "Ben" }, { name: "Chloé" }])
    .returning();
  const articles = TITLES.map((title, day) => ({
    title,
    created_at: new Date(Date.now() - (day + 1) * 86_400_000),
    author_id: users[day % 4]?.id, // every fourth article has no author
  }));
  await db.insert(schema.articles).values(articles);
}
