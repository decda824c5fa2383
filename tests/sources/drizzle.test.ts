import { sourceTests } from "trestle/source";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { type DrizzleBed, drizzleBed, poolBed } from "./drizzle-bed.js";

let bed: DrizzleBed;

describe("sources with Drizzle on PGlite", () => {
  beforeAll(async () => {
    bed = await drizzleBed();
  });
  afterAll(() => bed?.close());
  for (const { name, run } of sourceTests(() => bed)) test(name, run);
});

describe("sources with Drizzle on a Postgres server", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    bed = await poolBed(postgres.url);
  });
  afterAll(async () => {
    await bed?.close();
    await postgres?.stop();
  });
  for (const { name, run } of sourceTests(() => bed)) test(name, run);
});
