import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";

test("after a write, a handler reads every field of the row, and the response has those of `fields`", async () => {
  const t = trestle();
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { title: z.string(), status: z.string(), secret: z.string(), cost: z.int().default(7) },
    createFields: ["title", "status", "secret"],
    editFields: ["title"],
    writeOnly: ["secret"],
    visible: { cost: () => false },
  });
  const source = memoryData().source(notes);
  const seen: object[] = [];
  const api = t.router({
    notes: notes.routes(
      notes.getOne(source.getOne),
      notes.createOne(async (args) => {
        const note = await source.createOne(args, { values: { cost: 7 } });
        seen.push({ ...note.data, status: note.data.status.toUpperCase() });
        return note;
      }),
      notes.editOne(async (args) => {
        const note = await source.editOne(args);
        seen.push({ ...note.data, status: note.data.status.toUpperCase() });
        return note;
      }),
    ),
  });
  const handle = fetchHandler(api);
  const send = async (method: string, path: string, attributes: object) => {
    const data = { type: "notes", ...(method === "PATCH" && { id: "1" }), attributes };
    const headers = { "content-type": "application/vnd.api+json" };
    const body = JSON.stringify({ data });
    const response = await handle(new Request(`http://example.test${path}`, { method, headers, body }));
    return (await response.json()).data.attributes;
  };
  const sent = { title: "One", status: "open", secret: "s" };
  expect(await send("POST", "/notes?fields[notes]=title", sent)).toEqual({ title: "One" });
  expect(await send("PATCH", "/notes/1?fields[notes]=title", { title: "Two" })).toEqual({ title: "Two" });
  expect(await send("PATCH", "/notes/1?fields[notes]=", { title: "Two" })).toBeUndefined();
  expect(seen).toEqual([
    { id: 1, title: "One", status: "OPEN", cost: 7 },
    { id: 1, title: "Two", status: "OPEN", cost: 7 },
    { id: 1, title: "Two", status: "OPEN", cost: 7 },
  ]);
});
