import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin } from "trestle/fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { describeServers } from "../support/serve.js";

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: {} });
const reasons = [undefined, null, 0, "gone", new Error("gone")];

const api = t.router({
  notes: notes.routes(
    notes.getOne(({ id }) => ({ id })),
    notes.rpc("file", { method: "GET" }, ({ id }) => {
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(new Uint8Array(3));
          await new Promise((resolve) => setTimeout(resolve, 10));
          controller.error(reasons[id]);
        },
      });
      return new Response(body);
    }),
    notes.rpc("echo", async ({ request }) => new Response(await request.text())),
  ),
});

describeServers("the stream of a response", (serve) => {
  test.each([...reasons.entries()])("may fail with any value, and the server stays: %s, %s", async (id) => {
    const { origin } = await serve(api);
    const response = await fetch(`${origin}/api/notes/${id}/file`);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect((await fetch(`${origin}/api/notes/1`)).status).toBe(200);
  });
});

test("a hook may read a body as text before an rpc reads it", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.addHook("preParsing", async (_request, _reply, payload) => {
    (payload as typeof payload & { setEncoding(encoding: string): void }).setEncoding("utf8");
    return payload;
  });
  await app.register(fastifyPlugin(api));
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const response = await fetch(`${origin}/notes/1/echo`, { method: "POST", body: "größe" });
  expect([response.status, await response.text()]).toEqual([200, "größe"]);
});
