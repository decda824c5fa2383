import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { api as newsroom } from "../../examples/newsroom/api.js";
import { keyApi } from "../../tests/sources/tenants/key-api.js";
import { everything } from "./fixtures/everything.js";
import { openapi } from "./openapi.js";

const license = { name: "MIT", identifier: "MIT" };
const servers = [{ url: "https://api.test/v1" }];

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

test.each([
  ["the newsroom", newsroom],
  ["everything", everything],
  ["ids of several columns", keyApi],
])("%s passes redocly's recommended rules without a warning", async (_, api) => {
  const document = openapi(api, { info: { title: "API", version: "1.0.0", license }, servers });
  expect(await problemsOf(document)).toEqual([]);
});

test("what the rules refuse is seen", async () => {
  const document = { ...openapi(everything, { info: { title: "API", version: "1.0.0" } }), security: undefined };
  expect(await problemsOf(document)).toContainEqual(expect.stringMatching(/^error security-defined/));
});
