import { offsetPage, respond, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { attributes: { text: z.string() } });
const source = memoryData().source(notes, {
  rows: [
    { id: 1, text: "Buy milk" },
    { id: 2, text: "Call Bob" },
  ],
});
const list = notes.getMany({ page: offsetPage(), extra: { custom_thing: z.string().optional() } }, async (args) =>
  respond(await source.getMany(args), { meta: { ...args.extra } }),
);
const handle = fetchHandler(t.router({ notes: source.routes({ getOne: true }, list) }));
const read = async (path: string) => {
  const response = await handle(new Request(`http://localhost${path}`));
  return { status: response.status, document: await response.json() };
};

test("a parameter that the operation declares reaches the handler around a source, which puts it into meta", async () => {
  const { document } = await read("/notes?custom_thing=a%20b&page[limit]=1");
  expect(document.data).toHaveLength(1);
  expect(document.meta).toEqual({ total: 2, custom_thing: "a b" });
  expect((await read("/notes")).document.meta).toEqual({ total: 2 });
});

test("an operation without the parameter refuses it", async () => {
  const { status, document } = await read("/notes/1?custom_thing=a");
  expect([status, document.errors[0].code]).toEqual([400, "unknown_parameter"]);
});
