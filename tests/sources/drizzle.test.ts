import { sourceTests } from "trestle/source";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type DrizzleBed, drizzleBed } from "./drizzle-bed.js";

let bed: DrizzleBed;
beforeAll(async () => {
  bed = await drizzleBed();
});
afterAll(() => bed?.pg.close());

describe("sources with Drizzle on PGlite", () => {
  for (const { name, run } of sourceTests(() => bed)) test(name, run);
});
