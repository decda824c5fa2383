import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everything } from "./fixtures/everything.js";
import { openapi } from "./openapi.js";
import { checkOpenapi, writeOpenapi } from "./openapi-file.js";

const document = openapi(everything, { info: { title: "Everything", version: "1.0.0" } });
let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openapi-"));
  file = join(folder, "openapi.json");
});
afterEach(() => rm(folder, { recursive: true }));

test("what was written is what is checked, also by another process at another time", async () => {
  await writeOpenapi(file, document);
  await checkOpenapi(file, openapi(everything, { info: { title: "Everything", version: "1.0.0" } }));
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(document);
});

test("ignores a formatter's white space", async () => {
  await writeFile(file, JSON.stringify(document));
  await checkOpenapi(file, document);
});

test("a stale file is named with what differs", async () => {
  await writeOpenapi(file, { ...document, info: { title: "Everything", version: "0.9.0" } });
  await expect(checkOpenapi(file, document)).rejects.toThrow(`${file} is stale: /info/version differs.`);
});

test("an operation that is gone differs at its path", async () => {
  const { "/things": _, ...paths } = document.paths;
  await writeOpenapi(file, document);
  await expect(checkOpenapi(file, { ...document, paths })).rejects.toThrow("is stale: /paths/~1things differs");
});

test("a file that is missing, and one that is not valid JSON", async () => {
  await expect(checkOpenapi(file, document)).rejects.toThrow("cannot be read. Write it with writeOpenapi.");
  await writeFile(file, "{");
  await expect(checkOpenapi(file, document)).rejects.toThrow("is not valid JSON");
});
