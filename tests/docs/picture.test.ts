import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// `npm run docs picture` makes the picture, and writes its texts into this file.
const shown: Readonly<Record<"api", string>> = JSON.parse(readFileSync("docs/screenshots/first.json", "utf8"));

const readme = readFileSync("README.md", "utf8");

// tests/services/install/readme.test.ts compiles the picture's calls, and compares its messages with what the compiler and the server say.
test("the README's first picture shows the code of the README", () => {
  for (const line of shown.api.split("\n")) expect(readme).toContain(line);
});
