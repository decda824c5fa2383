import { json, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

/** An API whose middleware waits after the handler returned. */
function makeApi(wait: () => Promise<unknown>) {
  const t = trestle();
  const audit = t.middleware(async ({ next }) => {
    const result = await next();
    await wait();
    return result;
  });
  const guarded = t.use(audit);
  const notes = guarded.resource("notes", {
    id: z.int32(),
    attributes: { text: z.string() },
    createFields: ["text"],
  });
  const row = { id: 1, text: "One" };
  return guarded.router({
    notes: notes
      .routes(
        notes.getOne(() => row),
        notes.getMany(async () => [row]),
        notes.createOne(() => row),
        notes.deleteOne(() => undefined),
        notes.rpc("file", { method: "GET" }, () => json({ ok: true })),
      )
      .actions({
        count: notes.collection.query({ output: z.int() }, () => 1),
        close: notes.collection.command(async () => undefined),
      }),
  });
}

const requests = [
  "GET /api/notes/1",
  "GET /api/notes",
  "DELETE /api/notes/1",
  "GET /api/notes/1/file",
  "GET /api/notes/count",
  "POST /api/notes/close",
];
const create = {
  text: JSON.stringify({ data: { type: "notes", attributes: { text: "One" } } }),
  headers: { "content-type": MEDIA_TYPE },
};

describeServers("a middleware that waits after the handler", (serve) => {
  test.each(requests)("gets the timeout of its operation: %s", async (request) => {
    const { origin } = await serve(
      makeApi(() => new Promise(() => {})),
      { timeout: 30 },
    );
    const [error] = expectErrorDocument(await sendRaw(origin, request), 503);
    expect(error.code).toBe("timeout");
  });

  test("gets the timeout of a create", async () => {
    const { origin } = await serve(
      makeApi(() => new Promise(() => {})),
      { timeout: 30 },
    );
    expectErrorDocument(await sendRaw(origin, "POST /api/notes", create), 503);
  });

  test.each(requests)("may wait for less than that: %s", async (request) => {
    const { origin } = await serve(
      makeApi(() => new Promise((resolve) => setTimeout(resolve, 5))),
      { timeout: 5000 },
    );
    expect((await sendRaw(origin, request)).status).toBeLessThan(300);
  });
});

describeServers("a context that is made too late", (serve) => {
  test.each(["GET /api/notes/1", "GET /api/notes/1/file", "POST /api/notes/close"])(
    "starts no middleware: %s",
    async (request) => {
      let ran = 0;
      const t = trestle<object>();
      const guarded = t.use(
        t.middleware(({ next }) => {
          ran++;
          return next();
        }),
      );
      const notes = guarded.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
      const routes = notes
        .routes(
          notes.getOne(() => ({ id: 1, text: "One" })),
          notes.rpc("file", { method: "GET" }, () => json({ ok: true })),
        )
        .actions({ close: notes.collection.command(async () => undefined) });
      const api = guarded.router({ notes: routes });
      const late = () => new Promise<object>((resolve) => setTimeout(() => resolve({}), 60));
      const options = { timeout: 20, context: t.context(late) };
      const { origin } = await serve(api, options); // both adapters take the context, which `Serve` does not declare
      const answer = await sendRaw(origin, request);
      expect(answer.status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 80));
      expect(ran).toBe(0);
    },
  );
});
