import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { describeServers } from "../support/serve.js";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
const routes = notes.routes(
  notes.createOne(({ input }) => ({ id: 1, ...input })),
  notes.rpc("broken", () => Response.error()),
);
const api = t.router({ notes: routes });

describeServers("every adapter gives the same error", (serve) => {
  test.each([
    ["a body that is not UTF-8", Buffer.from([0x80])],
    ["a body over the limit", Buffer.alloc(3000, "a")],
  ])("%s of another type is a 415", async (_, bytes) => {
    const { origin } = await serve(api, { limits: { bodySize: 2000 } });
    const headers = { "content-type": "text/plain" };
    expectErrorDocument(await sendRaw(origin, "POST /api/notes", { headers, text: bytes }), 415);
  });

  test("Response.error() of an rpc is a 500, and the log says so", async () => {
    const { origin, logged } = await serve(api);
    expectErrorDocument(await sendRaw(origin, "POST /api/notes/1/broken"), 500);
    expect(logged).toEqual([expect.stringContaining("must return a Response that can be sent")]);
  });
});

test("a promise among the rows of a list ends no process", async () => {
  const list = notes.getMany(() => [Promise.reject(new Error("late")), null] as never);
  const handle = fetchHandler(t.router({ notes: notes.routes(list) }), { onError: () => {} });
  expect((await handle(new Request("http://localhost/notes"))).status).toBe(500);
});
