import { memoryStore, trestle } from "trestle";
import { liveChannel, memoryHub } from "trestle/live";
import { expect, test } from "vitest";
import { z } from "zod";
import { sendRaw } from "../support/http.js";
import { listen } from "../support/live-stream.js";
import { describeServers } from "../support/serve.js";
import { plain } from "./notes-api.js";
import { ATOMIC_TYPE } from "../support/media-type.js";

describeServers("live notices of batches", (serve) => {
  test("each operation of a batch gives its notices after the commit, and a failed batch gives none", async () => {
    const t = trestle();
    const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, editFields: ["text"] });
    const routes = notes.routes(
      notes.editOne(({ id }) => {
        if (id === 13) throw new Error("fails");
        return { id, text: "a" };
      }),
      notes.deleteOne(() => {}),
    );
    const api = t.router(
      { notes: routes },
      { atomic: true, transaction: ({ ctx }, run) => run(ctx), idempotency: { store: memoryStore() } },
    );
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin } = await serve(plain(api), { live });
    const [stream, own] = [
      await (await listen(origin)).ready(),
      await (await listen(origin, { "trestle-client": "me" })).ready(),
    ];
    const send = (id: number, headers = {}) =>
      sendRaw(origin, "POST /api/operations", {
        headers: { "content-type": ATOMIC_TYPE, accept: ATOMIC_TYPE, ...headers },
        text: JSON.stringify({
          "atomic:operations": [
            { op: "remove", ref: { type: "notes", id: "1" } },
            { op: "update", data: { type: "notes", id: `${id}`, attributes: { text: "b" } } },
          ],
        }),
      });
    expect((await send(13)).status).toBe(500);
    const { status, text } = await send(2, { "trestle-client": "me" });
    expect([status, text]).toEqual([200, text]);
    await live.publish({ type: "notes", op: "call" });
    expect(await stream.heard(3)).toEqual([
      { type: "notes", id: "1", op: "delete" },
      { type: "notes", id: "2", op: "update", fields: ["text"] },
      { type: "notes", op: "call" },
    ]);
    expect(await own.heard(1)).toEqual([{ type: "notes", op: "call" }]);
  });
});
