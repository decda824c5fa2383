import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";

const fails = async () => {
  await undefined;
  throw new Error("The database is away.");
};

const schemas: Readonly<Record<string, [schema: z.ZodType, value: unknown]>> = {
  "a check": [z.string().refine(fails), "x"],
  "a check of an array's element": [z.array(z.string().refine(fails)), ["a", "b"]],
  "a check of one union member": [
    z.union([z.object({ a: z.string().refine(fails) }), z.object({ a: z.string() })]),
    { a: "x" },
  ],
  "a check of one side of an intersection": [
    z.intersection(z.object({ a: z.string().refine(fails) }), z.object({ b: z.string().optional() })),
    { a: "x" },
  ],
  "a check behind catch": [z.string().refine(fails).catch("y"), "x"],
  "a custom schema": [z.custom<string>(fails as () => never), "x"],
  "a transform": [z.string().transform(fails), "x"],
  "a codec": [z.codec(z.string(), z.string(), { decode: fails, encode: (text) => text }), "x"],
};

describe("an asynchronous function that rejects is one 500, and the process lives", () => {
  const rejections: unknown[] = [];
  const keep = (reason: unknown) => void rejections.push(reason);
  beforeEach(() => void process.on("unhandledRejection", keep));
  afterEach(() => void process.off("unhandledRejection", keep));

  const serve = (schema: z.ZodType) => {
    const t = trestle();
    const things = t.resource("things", { id: z.int(), attributes: { value: schema }, createFields: ["value"] });
    const api = t.router({
      things: things.routes(
        things.createOne(({ input }) => ({ id: 1, value: input.value })),
        things.getMany({ filter: { q: z.string().refine(fails).optional() } }, () => []),
        things.getOne(() => ({ id: 1, value: { a: "x" } })),
      ),
    });
    return fetchHandler(api, { checkRows: "schemas", onError: () => {} });
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  test.each(Object.entries(schemas))("%s", async (_name, [schema, value]) => {
    const handle = serve(schema);
    const body = JSON.stringify({ data: { type: "things", attributes: { value } } });
    for (let time = 0; time < 2; time++) {
      const headers = { "content-type": "application/vnd.api+json" };
      const { status } = await handle(new Request("http://localhost/things", { method: "POST", headers, body }));
      // Zod takes the other member of the union at once.
      expect(status).toBe(schema instanceof z.ZodUnion ? 201 : 500);
    }
    await handle(new Request("http://localhost/things/1"));
    await settled();
    expect(rejections).toEqual([]);
  });

  test("of a filter", async () => {
    const handle = serve(z.string());
    expect((await handle(new Request("http://localhost/things?filter[q]=a"))).status).toBe(500);
    await settled();
    expect(rejections).toEqual([]);
  });
});
