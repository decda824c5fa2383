import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import Fastify, { type FastifyInstance } from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, type FastifyPluginOptions, serverOptions } from "trestle/fastify";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { answerOf, openRequest, openSession } from "../support/http2.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { PATIENCE } from "../support/patience.js";
import { tls } from "../support/tls.js";

/** The grace of a client, and some time for a slow machine. */
const SOON = 10_000;
const LARGE = 20_000_000;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const create = `{"data":{"type":"notes","attributes":{"text":"x"}}}`;
const post = (length = create.length, type = MEDIA_TYPE) =>
  `POST /notes HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** An API with a large note, a note and a create that last until `finish` is called, and a slow download. */
function makeApi() {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
  const api = t.router({
    notes: notes.routes(
      notes.getOne(async ({ id }) => {
        seen.push(`get ${id}`);
        if (id === 2) await finished;
        return { id, text: id === 3 ? "x".repeat(LARGE) : "x" };
      }),
      notes.createOne(async ({ input }) => {
        seen.push("create");
        await finished;
        return { id: 1, ...input };
      }),
      notes.rpc("file", { method: "GET" }, () => {
        let parts = 0;
        const pull = async (controller: ReadableStreamDefaultController) => {
          await sleep(500);
          controller.enqueue(new Uint8Array(10));
          if (++parts === 10) controller.close();
        };
        return new Response(new ReadableStream({ pull }), { headers: { "content-length": "100" } });
      }),
    ),
  });
  return { api, seen, finish };
}

async function start(server: object = {}, options: FastifyPluginOptions = {}) {
  const { api, seen, finish } = makeApi();
  const app = Fastify({ ...serverOptions, ...server } as object) as FastifyInstance;
  await app.register(fastifyPlugin(api, options));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const port = Number(new URL(origin).port);
  const timeOfClose = async () => {
    const begin = performance.now();
    await app.close();
    return performance.now() - begin;
  };
  return { app, origin, port, seen, finish, timeOfClose };
}

/** The tests run side by side, because most of them wait. */
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** A connection that counts and keeps what it receives, until it pauses. */
function open(port: number, isSecure = false) {
  const options = { port, host: "127.0.0.1", allowHalfOpen: true, rejectUnauthorized: false };
  const socket = isSecure ? connectTls(options) : connect(options);
  sockets.add(socket);
  const received = { text: "", length: 0 };
  socket.on("data", (chunk) => {
    received.length += chunk.length;
    if (received.length < 10_000) received.text += chunk;
  });
  socket.on("error", () => undefined);
  return { socket, received };
}

test.concurrent.for<[name: string, sent: string, answer: string, options: FastifyPluginOptions]>([
  ["half a body that is read", `${post()}{`, "", {}],
  ["a head that expects a 100", post().replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"), "100 Continue", {}],
  ["half a head behind a response", `${get("/notes/1")}GET /no`, "200 OK", {}],
  ["half a head behind a response, with a drain", `${get("/notes/1")}GET /no`, "200 OK", { drain: 100 }],
])("%s does not keep a server from closing", { timeout: 2 * SOON }, async ([, sent, answer, options], { expect }) => {
  const { port, timeOfClose } = await start({}, options);
  const { socket, received } = open(port);
  socket.write(sent);
  await expect.poll(() => received.text, { timeout: PATIENCE }).toContain(answer);
  await sleep(50); // the server has the rest
  expect(await timeOfClose()).toBeLessThan(SOON);
});

test.concurrent.for([
  ["HTTPS", { https: tls }],
  ["HTTP/2", { http2: true, https: tls }],
] as const)(
  "a connection that never encrypts does not keep a server of %s from closing",
  { timeout: 2 * SOON },
  async ([, server], { expect }) => {
    const { app, port, timeOfClose } = await start(server);
    const arrived = once(app.server, "connection");
    open(port);
    await arrived;
    expect(await timeOfClose()).toBeLessThan(SOON);
  },
);

test.concurrent("nor does half a body over HTTP/1 on a server of HTTP/2", { timeout: 2 * SOON }, async ({ expect }) => {
  const { port, timeOfClose } = await start({ http2: true, https: { ...tls, allowHTTP1: true } });
  const { socket, received } = open(port, true);
  socket.write(`${post(100, "text/plain")}half`);
  await expect.poll(() => received.text, { timeout: PATIENCE }).toContain("415");
  expect(await timeOfClose()).toBeLessThan(SOON);
});

test("nor does a client that sends a body byte by byte, for ever", { timeout: 2 * SOON }, async () => {
  const { port, timeOfClose } = await start();
  const { socket } = open(port);
  socket.write(post(100_000));
  const sending = setInterval(() => socket.write("{"), 100);
  onTestFinished(() => clearInterval(sending));
  await sleep(200);
  const closed = timeOfClose();
  await sleep(1000);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await closed) - 60_000).toBeLessThan(SOON);
});

test.concurrent("a server that closes sends a response that its client reads slowly, and the next one", async ({
  expect,
}) => {
  const { port, seen, finish, timeOfClose } = await start();
  const { socket, received } = open(port);
  socket.once("data", () => socket.pause());
  socket.write(`${get("/notes/3")}${post()}${create}`);
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual(["get 3", "create"]);
  await sleep(300); // more is sent than the system takes
  const ended = once(socket, "end");
  const closed = timeOfClose();
  await sleep(100);
  finish();
  socket.resume();
  await ended;
  expect(received.length).toBeGreaterThan(LARGE + 500); // two responses
  expect(await closed).toBeLessThan(SOON);
});

test.concurrent.for([
  ["HTTP/1", false],
  ["HTTP/2", true],
] as const)("it sends a download over %s to its end", { timeout: 2 * SOON }, async ([, http2], { expect }) => {
  const { origin, timeOfClose } = await start({ http2 });
  if (!http2) {
    const response = await fetch(`${origin}/notes/1/file`);
    const closed = timeOfClose();
    expect((await response.arrayBuffer()).byteLength).toBe(100);
    expect(await closed).toBeLessThan(SOON);
    return;
  }
  const session = openSession(origin.replace("http:", "h2c:"));
  const request = openRequest(session, "GET /notes/1/file");
  const answer = answerOf(request);
  await once(request, "response");
  const closed = timeOfClose();
  expect((await answer).text).toHaveLength(100);
  expect(await closed).toBeLessThan(SOON);
});

test.concurrent("over HTTP/2, it waits for a handler", async ({ expect }) => {
  const { origin, seen, finish, timeOfClose } = await start({ http2: true });
  const session = openSession(origin.replace("http:", "h2c:"));
  const answers = [
    answerOf(openRequest(session, "GET /notes/2")),
    answerOf(openRequest(session, "POST /notes", { "content-type": MEDIA_TYPE }, true).end(create)),
  ];
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual(["get 2", "create"]);
  const closed = timeOfClose();
  await sleep(4000);
  finish();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201]);
  expect(await closed).toBeLessThan(SOON);
});

test.each([{}, { http2: true }])("many APIs share the listeners on their server: %o", async (options) => {
  const warned: string[] = [];
  const warn = (warning: Error) => void warned.push(warning.message);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const app = Fastify({ ...serverOptions, ...options } as object) as FastifyInstance;
  const { api } = makeApi();
  for (let index = 0; index < 12; index++) await app.register(fastifyPlugin(api), { prefix: `/${index}` });
  await app.ready();
  await app.close();
  await sleep(10); // Node warns in a later turn
  expect(warned).toEqual([]);
});
