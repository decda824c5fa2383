import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sharedNames } from "../../scripts/support/shared-names.js";

const fixture = fileURLToPath(new URL("./fixtures/names", import.meta.url));

test("a name with two declarations is reported, but not re-exports, equal declarations, steps of two stores, tests and exceptions", () => {
  expect(sharedNames(fixture)).toEqual(['"Page" means different things in client/page.ts, define/page.ts: rename it']);
});
