import { trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });

function makeNotes() {
  const data = memoryData();
  const source = data.source(notes);
  const create = notes.createOne(source.createOne);
  const list = notes.getMany(source.getMany);
  const texts = async () => (await list({ ctx: {} })).data.map(({ text }) => text);
  return { data, texts, create: (ctx: object, text: string) => create({ ctx, input: { text } } as never) };
}

test("the outer context in a transaction is an error, and nothing of the transaction stays", async () => {
  const { data, create, texts } = makeNotes();
  const outer = {};
  const work = data.transaction({ ctx: outer }, async (inner) => {
    await create(inner, "kept back");
    await create(outer, "never");
  });
  await expect(work).rejects.toThrow("Use the context that data.transaction gives your function");
  expect(await texts()).toEqual([]);
  const nested = data.transaction({ ctx: outer }, () => data.transaction({ ctx: outer }, async () => {}));
  await expect(nested).rejects.toThrow("memoryData: a write waits for the transaction that it is in");
  await create(outer, "later");
  expect(await texts()).toEqual(["later"]);
});

test("transactions of other requests wait, also where all requests share one context", async () => {
  const { data, create, texts } = makeNotes();
  const shared = {};
  const begin = (text: string) =>
    data.transaction({ ctx: shared }, async (inner) => {
      for (let change = 0; change < 4; change++) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await create(inner, `${text} ${change}`);
      }
    });
  await Promise.all([begin("a"), begin("b"), create(shared, "alone"), create({}, "other")]);
  const of = (name: string) => [0, 1, 2, 3].map((change) => `${name} ${change}`);
  expect(await texts()).toEqual([...of("a"), ...of("b"), "alone", "other"]);
});
