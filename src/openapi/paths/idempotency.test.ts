import { memoryStore, trestle } from "trestle";
import { openapi } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
const createNote = notes.createOne({ idempotent: true }, ({ input }) => ({ id: 1, ...input }));
const charge = t.command({ idempotent: "required", input: z.object({ amount: z.int() }) }, () => {});
const plain = t.command(() => {});
const document = openapi(
  t.router({ notes: notes.routes(createNote) }, { actions: { charge, plain }, idempotency: { store: memoryStore() } }),
  { info: { title: "Notes", version: "1" } },
);
const at = (path: string) => document.paths?.[path]?.post as unknown as Record<string, Record<string, object>>; // described here

test("describes the key, its errors and the replayed response", () => {
  const { parameters, responses } = at("/notes");
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: "Idempotency-Key", in: "header", required: false }),
  );
  expect(responses?.[201]).toHaveProperty(["headers", "Idempotency-Replayed", "schema", "enum"], ["true"]);
  expect(responses?.[409]).toMatchObject({
    description: expect.stringContaining("`request_in_progress`, `response_withheld`"),
  });
  expect(responses?.[422]).toMatchObject({ description: expect.stringContaining("`idempotency_key_reused`") });
  expect(responses?.[400]).toMatchObject({ description: expect.stringContaining("`invalid_idempotency_key`") });
  expect(JSON.stringify(responses)).not.toContain("idempotency_key_required");
});

test("says where the key is required, and nothing for other operations", () => {
  expect(at("/charge").parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", required: true }));
  expect(at("/charge").responses?.[400]).toMatchObject({
    description: expect.stringContaining("`idempotency_key_required`"),
  });
  expect(JSON.stringify(at("/plain"))).not.toMatch(/idempoten/i);
});
