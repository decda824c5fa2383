import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fetchHandler } from "../../src/fetch/index.js";
import { fastifyPlugin } from "../../src/fastify/index.js";
import { trestle } from "../../src/index.js";

const page = readFileSync("docs/adapters.md", "utf8");
const rows = [...page.matchAll(/^\| `(\w+)` \| (both|Fastify|Fetch) \|/gm)];

/** The names in the message about an option that does not exist. */
function namesOf(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    return /Use (.+)\.$/.exec((error as Error).message)?.[1]?.split(", ") ?? [];
  }
  throw new Error("an unknown option was accepted");
}

test.each([
  { adapter: "Fetch", make: (options: object) => fetchHandler(trestle().router({}), options) },
  { adapter: "Fastify", make: (options: object) => fastifyPlugin(trestle().router({}), options) },
])("docs/adapters.md lists every option of $adapter", ({ adapter, make }) => {
  const listed = rows.flatMap(([, name, of]) => (of === "both" || of === adapter ? [name] : []));
  const names = namesOf(() => make({ nothing: 1 }));
  expect(names.length).toBeGreaterThan(10);
  expect(listed.sort()).toEqual(names.sort());
});
