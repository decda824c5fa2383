import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";

/** The code of a rule, a schema with it, and a value that breaks it. */
const rules: readonly (readonly [code: string, schema: z.ZodType, value: unknown])[] = [
  ["too_small", z.string().min(1), ""],
  ["too_big", z.string().max(3), "long"],
  ["too_small", z.array(z.string()).min(1), []],
  ["too_big", z.number().lt(3), 3],
  ["too_big", z.int32(), 3_000_000_000],
  ["invalid_format", z.email(), "none"],
  ["invalid_format", z.string().regex(/^a/), "b"],
  ["invalid_value", z.enum(["a", "b"]), "c"],
  ["invalid_value", z.literal("a"), "c"],
  ["not_multiple_of", z.number().multipleOf(5), 3],
  ["too_small", z.object({ min: z.string().min(1) }).meta({ id: "Inner" }), { min: "" }],
  ["invalid_format", z.iso.date(), "yesterday"],
];

test.each(rules)("the code %s of a broken rule is listed", async (code, schema, value) => {
  const t = trestle();
  const attributes = { text: schema, other: z.boolean() };
  const notes = t.resource("notes", { id: z.int32(), attributes, createFields: ["text", "other"] });
  const api = t.router({
    notes: notes
      .routes(notes.createOne(() => ({}) as never))
      .actions({ check: notes.collection.command({ input: z.object({ text: schema }) }, () => undefined) }),
  });
  const document = openapi(api, { info: { title: "Notes", version: "1.0.0" } });
  const listed = Object.values(document.paths).map((path) => path.post?.responses[422]?.description);
  expect(listed).toHaveLength(2);
  for (const description of listed) expect(description).toContain(`\`${code}\``);

  const handle = fetchHandler(api);
  const send = async (path: string, type: string, body: unknown) => {
    const init = { method: "POST", headers: { "content-type": type }, body: JSON.stringify(body) };
    const response = await handle(new Request(`http://localhost/${path}`, init));
    return response.json();
  };
  const data = { type: "notes", attributes: { text: value, other: true } };
  for (const { errors } of [
    await send("notes", "application/vnd.api+json", { data }),
    await send("notes/check", "application/json", { text: value }),
  ])
    expect(errors).toMatchObject([{ status: "422", code }]);
});
