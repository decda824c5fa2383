import { json, readRich, trestle } from "trestle";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cpuClock } from "../support/cpu-clock.js";
import { expectDocument, expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { open: z.unknown(), big: z.bigint().optional() },
  createFields: ["open", "big"],
});
const api = t.router({
  notes: notes.routes(
    notes.getOne(({ id }) => ({ id, open: null })),
    notes.createOne(({ input }) => ({ id: 1, ...input })),
    notes.rpc("read", async ({ request }) => json(await readRich(request))),
  ),
});

describeServers("what a request says of its values", (serve) => {
  async function send(attributes: object, notes: object) {
    const { origin, logged } = await serve(api);
    const text = JSON.stringify({ data: { type: "notes", attributes }, meta: { trestle: { rich: { notes } } } });
    const spent = cpuClock();
    const answer = await sendRaw(origin, "POST /api/notes", { headers: { "content-type": MEDIA_TYPE }, text });
    return { answer, text, logged, milliseconds: spent() };
  }

  test("makes no tree of a thousand millions out of a few lines", async () => {
    const LINES = 30;
    const open = Object.fromEntries(Array.from({ length: LINES }, (_, line) => [`x${line}`, [0, 0]]));
    const pairs = Array.from({ length: LINES - 1 }, (_, line) => [`x${line + 1}`, [`x${line}.0`, `x${line}.1`]]);
    const { answer, text } = await send(
      { open },
      { open: ["superjson", { referentialEqualities: Object.fromEntries(pairs) }] },
    );
    expectDocument(answer);
    expect(answer.text.length).toBeLessThan(text.length);
  });

  test("makes no circle", async () => {
    const circle = ["superjson", { referentialEqualities: [["a"]] }];
    const { answer } = await send({ open: { a: null } }, { open: circle });
    expect(expectDocument(answer).data.attributes.open).toEqual({ a: null });
  });

  test.each(["length", "0.length"])("cannot change the %s of a list", async (path) => {
    for (const note of [{}, ["undefined"]]) {
      const { answer, logged } = await send({ open: [[1]] }, { open: ["superjson", { values: { [path]: note } }] });
      expect(expectDocument(answer).data.attributes.open).toEqual([[1]]);
      expect(logged).toEqual([]);
    }
  });

  describe("pollutes no prototype", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    test.each<[string, object]>([
      ["__proto__", JSON.parse('{"__proto__":["Date"]}')],
      ["constructor", { constructor: { prototype: { polluted: ["Date"] } } }],
      ["superjson, __proto__", ["superjson", { values: { "__proto__.polluted": ["Date"] } }]],
      ["superjson, constructor", ["superjson", { values: { "constructor.prototype.polluted": ["Date"] } }]],
      ["superjson, a class", ["superjson", { values: [["class", "Object"]] }]],
      ["superjson, references", ["superjson", { referentialEqualities: { a: ["__proto__.polluted"] } }]],
      ["a type of that name", ["__proto__"]],
      ["constructor as a type", ["constructor"]],
    ])("%s", async (_, open) => {
      const { answer, logged } = await send(
        { open: { a: "2026-01-01T00:00:00Z", polluted: "2026-01-01T00:00:00Z" } },
        { open },
      );
      expect([201, 422]).toContain(answer.status);
      expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
      expect(Reflect.get({}, "polluted")).toBeUndefined();
      expect(logged).toEqual([]);
    });
  });

  test.each<[string, object, object]>([
    ["digits", { open: null, big: "9".repeat(1_000_000) }, {}],
    ["digits that are said to be a bigint", { open: "9".repeat(1_000_000) }, { open: ["bigint"] }],
    ["an expression", { open: `/${"(".repeat(400_000)}${")".repeat(400_000)}/` }, { open: ["regexp"] }],
    ["a note without end", { open: 1 }, { open: nested(190) }],
    ["a type that there is not", { open: "x" }, { open: ["nope"] }],
  ])("is refused at once where it is too much, or makes no sense: %s", async (_, attributes, notes) => {
    const { answer, milliseconds } = await send(attributes, notes);
    if (answer.status !== 201) expectErrorDocument(answer, 422);
    expect(milliseconds).toBeLessThan(500);
  });

  test("a bigint of ten thousand digits is read", async () => {
    const big = "9".repeat(10_000);
    expect(expectDocument((await send({ open: big, big }, { open: ["bigint"] })).answer).data.attributes).toEqual({
      open: big,
      big,
    });
    expectErrorDocument((await send({ open: null, big: `${big}9` }, {})).answer, 422);
    expectErrorDocument((await send({ open: `${big}9` }, { open: ["bigint"] })).answer, 422);
  });

  test("nor does a header of an rpc's", async () => {
    const { origin, logged } = await serve(api);
    for (const header of [
      '["superjson",{"referentialEqualities":[["a"]]}]',
      "[",
      "null",
      "7",
      '{"a":["nope"]}',
      '["__proto__"]',
    ]) {
      const headers = { "content-type": "application/json", "trestle-rich": header };
      const answer = await sendRaw(origin, "POST /api/notes/1/read", { headers, text: '{"a":"x"}' });
      expect([200, 400]).toContain(answer.status);
    }
    expect(logged).toEqual([]);
  });
});

function nested(levels: number): object {
  let note: object = ["Date"];
  for (let level = 0; level < levels; level++) note = level % 2 === 0 ? { "*": note } : ["set", note];
  return note;
}
