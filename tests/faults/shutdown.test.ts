import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { answerOf, openRequest, openSession } from "../support/http2.js";
import { MEDIA_TYPE } from "../support/media-type.js";

/** An API whose creates take a while. */
function slowServer() {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
  const written: string[] = [];
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const api = t.router({
    notes: notes.routes(
      notes.getMany(() => []),
      notes.createOne(async ({ input, signal }) => {
        begun();
        await sleep(150);
        if (signal.aborted) throw signal.reason;
        written.push(input.text);
        return { id: 1, ...input };
      }),
    ),
  });
  const app = Fastify({ ...serverOptions });
  app.register(fastifyPlugin(api), { prefix: "/api" });
  return { app, written, hasBegun };
}

function send(origin: string, agent: Agent, line: string, text?: string): Promise<{ status: number; text: string }> {
  const [method, path] = line.split(" ");
  return new Promise((resolve, reject) => {
    const headers = text === undefined ? {} : { "content-type": MEDIA_TYPE };
    const sent = request(`${origin}${path}`, { method, agent, headers }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, text: body });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

test("closing waits for the request that is under way, and for nothing else", async () => {
  const { app, written, hasBegun } = slowServer();
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const idle = new Agent({ keepAlive: true });
  const busy = new Agent({ keepAlive: true });
  expect((await send(origin, idle, "GET /api/notes")).status).toBe(200); // its connection stays open

  const creating = send(origin, busy, "POST /api/notes", '{"data":{"type":"notes","attributes":{"text":"last"}}}');
  await hasBegun;
  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  await sleep(50);
  expect([closed, written]).toEqual([false, []]);
  await expect(send(origin, new Agent(), "GET /api/notes")).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);

  expect(await creating).toMatchObject({ status: 201, text: expect.stringContaining('"last"') });
  const start = performance.now();
  await closing;
  expect(performance.now() - start).toBeLessThan(1000);
  expect(written).toEqual(["last"]);
  idle.destroy();
  busy.destroy();
});

test("a handler that never answers does not keep a server from closing: its time is over some day", async () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const never = notes.getOne(() => {
    begun();
    return new Promise<never>(() => undefined);
  });
  const app = Fastify({ ...serverOptions });
  await app.register(fastifyPlugin(t.router({ notes: notes.routes(never) }), { timeout: 100 }));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const asking = send(origin, new Agent(), "GET /notes/1");
  await hasBegun;
  await app.close();
  expect((await asking).status).toBe(503);
});

test("closing ends idle sessions of HTTP/2, and waits for a request that is under way in another", async () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  let finish: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const getNote = notes.getOne(async ({ id }) => {
    if (id === 1) return { id };
    begun();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { id };
  });
  const app = Fastify({ ...serverOptions, http2: true });
  await app.register(fastifyPlugin(t.router({ notes: notes.routes(getNote) })));
  const origin = (await app.listen({ port: 0, host: "127.0.0.1" })).replace("http:", "h2c:");
  const [unused, idle, busy] = [openSession(origin), openSession(origin), openSession(origin)];
  await once(unused, "remoteSettings");
  expect((await answerOf(openRequest(idle, "GET /notes/1"))).status).toBe(200);
  const ended = [once(unused, "close"), once(idle, "close")];
  const asking = answerOf(openRequest(busy, "GET /notes/2"));
  await hasBegun;

  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  await Promise.all(ended);
  expect(closed).toBe(false);
  finish();
  expect((await asking).status).toBe(200);
  await closing;
});

test("a client that does not read or end its stream does not keep a server from closing", {
  timeout: 20_000,
}, async () => {
  const { app } = streamingServer();
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  socket.write("GET /ticks HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "readable"); // never read
  await app.close();
  socket.destroy();
});

test("a connection that has not sent a request does not keep a server from closing", { timeout: 20_000 }, async () => {
  for (const sent of ["", "GET /ticks HTTP/1.1\r\nHost: loc"]) {
    const { app } = streamingServer();
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    await once(socket, "connect");
    if (sent !== "") socket.write(sent);
    await sleep(50); // until the server has seen it
    socket.on("error", () => undefined);
    await app.close();
    socket.destroy();
  }
});

/** An API with a stream that ends when its server closes. */
function streamingServer() {
  const t = trestle();
  const ticks = t.stream({ events: { tick: z.int() } }, async function* ({ signal }) {
    yield { event: "tick", data: 1 };
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  const app = Fastify({ ...serverOptions });
  app.register(fastifyPlugin(t.router({}, { actions: { ticks } })));
  return { app };
}
