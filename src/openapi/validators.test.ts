import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { api as newsroom } from "../../examples/newsroom/api.js";
import { keyApi } from "../../tests/sources/tenants/key-api.js";
import { everything } from "./fixtures/everything.js";
import { openapi } from "./openapi.js";

// Two validators that are not ours and share no code.

const info = { title: "API", version: "1.0.0" };

describe.each([
  ["the newsroom", newsroom],
  ["everything", everything],
  ["ids of several columns", keyApi],
])("%s", (_, api) => {
  const document = openapi(api, { info });

  test("is accepted by @readme/openapi-parser", async () => {
    const result = await validate(JSON.parse(JSON.stringify(document)));
    expect(result).toMatchObject({ valid: true, warnings: [] });
  });

  test("is accepted by @seriousme/openapi-schema-validator", async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });
});

test("both refuse a broken document", async () => {
  const document = { ...openapi(everything, { info }), paths: { "/x": { get: { responses: 7 } } } };
  expect((await validate(JSON.parse(JSON.stringify(document)))).valid).toBe(false);
  expect((await new Validator().validate(JSON.parse(JSON.stringify(document)))).valid).toBe(false);
});
