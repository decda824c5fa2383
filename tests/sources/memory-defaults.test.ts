import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const make = (done: z.ZodType<boolean>, config: object = {}) => {
  const tasks = t.resource("tasks", {
    id: z.int32(),
    attributes: { text: z.string(), note: z.string().nullable(), tag: z.string().optional(), done },
    createFields: ["text"],
  });
  const source = memoryData().source(tasks, config);
  return t.router({ tasks: tasks.routes(tasks.createOne(source.createOne as never)) });
};

test("a new row in memory gets defaults and nulls, as in a database", async () => {
  const api = make(z.boolean().default(false));
  const client = createClient<typeof api>({ url: "http://localhost", fetch: fetchHandler(api) });
  const created = await client.tasks.create({ text: "Call Ann" });
  expect(created).toEqual({ type: "tasks", id: "1", text: "Call Ann", note: null, done: false });
});

test("an attribute that nothing fills is refused at start", () => {
  expect(() => make(z.boolean())).toThrow(
    'tasks.createOne: nothing fills "done", which must not be null. Set it: values: (ctx) => ({ done: … }).',
  );
  expect(() => make(z.boolean(), { values: () => ({ done: true }) })).not.toThrow();
});
