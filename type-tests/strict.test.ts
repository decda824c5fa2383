import { expect, test } from "vitest";
import { format, tsc } from "../scripts/support/tsc.js";

// Users may compile with flags that this project does not use itself. Its own sources are not judged: users get declarations.
test("the options for every framework, and optional values, compile under all strict flags", () => {
  const { diagnostics, output } = tsc(["-p", "type-tests/strict.tsconfig.json", "--listFiles"]);
  expect(diagnostics.filter(({ file }) => !file.startsWith("src/")).map(format)).toEqual([]);
  expect(output).toContain("type-tests/query/frameworks.test-d.ts");
  expect(output).toContain("type-tests/query/optional-values.test-d.ts");
  expect(output).toContain("type-tests/fixtures/required-filter.ts");
});
