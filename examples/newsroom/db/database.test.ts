import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../../tests/support/postgres.js";
import { type ConnectOptions, connect } from "./connect.js";
import { articleCategories, articles, categories, users } from "./schema.js";
import { seed } from "./seed.js";

async function open(options?: ConnectOptions) {
  const connection = await connect(options);
  onTestFinished(() => connection.close());
  return connection;
}

test("the seed is realistic, the same each time, and written only once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "newsroom-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dataDir = join(folder, "new", "data");
  const [{ db }, other] = await Promise.all([open(), connect({ dataDir })]);
  expect(await seed(db)).toBe(true);
  expect(await seed(other.db)).toBe(true);
  await other.close();
  const rows = await db.select().from(articles).orderBy(articles.id);
  expect(rows).toHaveLength(64);
  expect([await db.$count(users), await db.$count(categories), await db.$count(articleCategories)]).toEqual([8, 8, 80]);
  expect(rows.filter(({ author_id }) => author_id === null)).toHaveLength(7);
  expect(rows.filter(({ published }) => !published)).toHaveLength(9);

  const again = await open({ dataDir }); // a data folder keeps what was written
  expect(await seed(again.db)).toBe(false);
  expect(await again.db.select().from(articles).orderBy(articles.id)).toEqual(rows);

  expect(await seed(db)).toBe(false);
  const [added] = await db.insert(articles).values({ title: "The next one", content: "" }).returning();
  expect(added?.id).toBe(65); // the ids go on after those of the seed
  await db.delete(users);
  const orphans = await db.select({ author_id: articles.author_id }).from(articles);
  expect(orphans).toHaveLength(65);
  expect(new Set(orphans.map(({ author_id }) => author_id))).toEqual(new Set([null]));
});

test("servers that start together on one database make its tables and its seed once", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const connections = await Promise.all(Array.from({ length: 4 }, () => connect({ url: postgres.url })));
  const seeded = await Promise.all(connections.map(({ db }) => seed(db)));
  expect(seeded.filter(Boolean)).toHaveLength(1);
  expect(await connections[0]?.db.$count(articles)).toBe(64);
  for (const { close } of connections) await close();
});

test("a server that cannot be reached is an error, not a hang", async () => {
  await expect(connect({ url: "postgres://nobody@127.0.0.1:1/none" })).rejects.toThrow();
});
