import { sourceTests } from "trestle/source";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type SqliteBed, sqliteBed } from "./sqlite-bed.js";

describe("sources with Drizzle on libSQL", () => {
  let bed: SqliteBed;
  beforeAll(async () => {
    bed = await sqliteBed();
  });
  afterAll(() => bed?.close());
  for (const { name, run } of sourceTests(() => bed)) test(name, run);
});
