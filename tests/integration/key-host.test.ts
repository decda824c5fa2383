import { request } from "node:http";
import { memoryStore, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

/** Fetch sets the header Host itself. */
function createAt(origin: string, host: string, key: string): Promise<{ status: number; isReplayed: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { host, "content-type": MEDIA_TYPE, "idempotency-key": key };
    const sent = request(`${origin}/api/notes`, { method: "POST", headers, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, isReplayed: "idempotency-replayed" in response.headers });
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ data: { type: "notes", attributes: { text: "Hello" } } }));
  });
}

describeServers("a key", (serve) => {
  test("belongs to one host, so that tenants do not share it, and to any of its ports, so that instances do", async () => {
    const t = trestle();
    const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
    let count = 0;
    const createNote = notes.createOne({ idempotent: true }, ({ input }) => ({ id: ++count, ...input }));
    const api = t.router(
      { notes: notes.routes(createNote) },
      { idempotency: { store: memoryStore(), caller: () => "ann" } },
    );
    const { origin } = await serve(api);
    expect(await createAt(origin, "a.example", "k")).toEqual({ status: 201, isReplayed: false });
    expect(await createAt(origin, "b.example", "k")).toEqual({ status: 201, isReplayed: false });
    expect(await createAt(origin, "b.example:8080", "k")).toEqual({ status: 201, isReplayed: true });
    expect(await createAt(origin, "A.Example", "k")).toEqual({ status: 201, isReplayed: true });
    expect(count).toBe(2);
  });
});
