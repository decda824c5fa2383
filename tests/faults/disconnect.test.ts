import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { offsetPage, respond, trestle } from "trestle";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";
import { PATIENCE } from "../support/patience.js";

function makeApi() {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
  const seen: string[] = [];
  const api = t.router({
    notes: notes.routes(
      notes.createOne(({ input }) => {
        seen.push("create");
        return { id: 1, ...input };
      }),
      notes.getMany({ page: offsetPage({ maxLimit: 1000 }) }, ({ page }) =>
        respond(
          Array.from({ length: page.limit }, (_, id) => ({ id, text: "x".repeat(10_000) })),
          { hasMore: false },
        ),
      ),
      notes.rpc("upload", async ({ request }) => {
        seen.push("upload");
        await request.text().finally(() => seen.push("upload ends"));
        return new Response("done");
      }),
    ),
  });
  return { api, seen };
}

describeServers("a client that goes away", (serve) => {
  async function start() {
    const { api, seen } = makeApi();
    const { origin, logged } = await serve(api);
    const open = (): Socket => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      socket.on("error", () => undefined);
      onTestFinished(() => void socket.destroy());
      return socket;
    };
    const expectAlive = async () => expect((await sendRaw(origin, "GET /api/notes?page[limit]=1")).status).toBe(200);
    return { seen, logged, open, expectAlive };
  }

  test("in the middle of its body: nothing is done", async () => {
    const { seen, open, expectAlive } = await start();
    for (let times = 0; times < 5; times++) {
      const socket = open();
      const head = `POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: ${MEDIA_TYPE}\r\nContent-Length: 90\r\n\r\n`;
      socket.write(`${head}{"data":{"type":"notes","attributes":`);
      await sleep(10);
      socket.destroy();
    }
    await sleep(30);
    await expectAlive();
    expect(seen).toEqual([]);
  });

  test("in the middle of an rpc's body: reading it fails", async () => {
    const { seen, open, expectAlive } = await start();
    const socket = open();
    socket.write("POST /api/notes/1/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    await vi.waitFor(() => expect(seen).toEqual(["upload"]), PATIENCE);
    socket.destroy();
    await vi.waitFor(() => expect(seen).toEqual(["upload", "upload ends"]), PATIENCE);
    await expectAlive();
  });

  test("in the middle of the answer, and before a second one: the server goes on, and logs nothing", async () => {
    const { logged, open, expectAlive } = await start();
    for (let times = 0; times < 5; times++) {
      const socket = open();
      socket.write("GET /api/notes?page[limit]=1000 HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2));
      await new Promise((resolve) => socket.once("data", resolve));
      socket.destroy();
    }
    await expectAlive();
    expect(logged).toEqual([]);
  });
});
