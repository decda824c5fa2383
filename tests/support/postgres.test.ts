import pg from "pg";
import { expect, test } from "vitest";
import { startPostgres } from "./postgres.js";

test("a real Postgres server starts, answers, sorts as PGlite does, and is gone afterwards", async () => {
  const server = await startPostgres();
  const client = new pg.Client(server.url);
  await client.connect();
  const { rows } = await client.query(
    "select 'É' ilike 'é' as folds, array_agg(x order by x) as sorted from unnest(array['b','B','a']) x",
  );
  await client.end();
  await server.stop();

  expect(rows).toEqual([{ folds: true, sorted: ["B", "a", "b"] }]);
  await expect(new pg.Client(server.url).connect()).rejects.toThrow(/ECONNREFUSED/);
});

test("stop() ends a server that still has connections, and may be called twice", async () => {
  const server = await startPostgres();
  const client = new pg.Client(server.url);
  client.on("error", () => {});
  await client.connect();

  await server.stop();
  await server.stop();
});
