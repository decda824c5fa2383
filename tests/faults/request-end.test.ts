import { getEventListeners, once } from "node:events";
import { constants } from "node:http2";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { json, trestle } from "trestle";
import { fastifyPlugin, type FastifyPluginOptions, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { openapiPages } from "trestle/openapi";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { openRequest, openSession } from "../support/http2.js";
import { ownTempFolder } from "../actions/forms.js";
import { PATIENCE } from "../support/patience.js";
import { describeServers } from "../support/serve.js";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const create = `{"data":{"type":"notes","attributes":{"text":"x"}}}`;
const post = (type = MEDIA_TYPE, length = create.length) =>
  `POST /notes HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const GARBAGE = "garbage\r\n\r\n";

/** An API whose requests last until `finish` is called. `seen` is what happened to them. */
function waiting() {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const t = trestle<{ user: string }>();
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { text: z.string().default("") },
    createFields: ["text"],
    visible: { text: ({ ctx }) => ctx.user === "ann" },
  });
  const tick = z.object({});
  const api = t.router(
    {
      notes: notes.routes(
        notes.createOne(async ({ input }) => {
          seen.push("create");
          await finished;
          return { id: 1, text: input.text };
        }),
        notes.rpc("body", { method: "POST" }, () => {
          const cancel = () => void seen.push("rpc ends");
          seen.push("rpc");
          return new Response(new ReadableStream({ cancel }));
        }),
        notes.rpc("signal", { method: "POST" }, async ({ signal }) => {
          seen.push("signal");
          signal.addEventListener("abort", () => seen.push("signal ends"));
          await finished;
          return json({});
        }),
      ),
    },
    {
      actions: {
        ticks: t.stream({ events: { tick } }, async function* () {
          seen.push("stream");
          try {
            for (let n = 0; n < 1000; n++) {
              yield { event: "tick", data: {} };
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
          } finally {
            seen.push("stream ends");
          }
        }),
        attach: t.command({ input: z.object({ file: z.file() }) }, async () => {
          seen.push("file");
          await finished;
        }),
      },
    },
  );
  const live = liveChannel(api, { hub: memoryHub(), caller: (ctx: { user: string }) => ctx.user, maxPerCaller: 1 });
  const context = t.context(() => ({ user: "ann" }));
  const start = async (options: Partial<FastifyPluginOptions> & { context?: typeof context } = {}, server = {}) => {
    const app = Fastify({ ...serverOptions, forceCloseConnections: false, ...server } as object) as FastifyInstance;
    await app.register(fastifyPlugin(api, { live, context, ...options }));
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(async () => {
      finish();
      app.server.closeAllConnections?.();
      await app.close();
    });
    return { app, origin };
  };
  return { t, api, live, context, seen, finish, start };
}

/** A connection, and what it has received. */
function open(origin: string) {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  const received = { text: "" };
  socket.on("data", (chunk: string) => {
    received.text += chunk;
  });
  socket.on("error", () => undefined);
  return { socket, received };
}

const seenSoon = (seen: readonly string[], ...all: string[]) =>
  vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(all)), PATIENCE);

const statuses = (text: string) => text.match(/HTTP\/1\.1 \d+/g);

test("garbage behind a request that is still running is answered after it", async () => {
  const { seen, finish, start } = waiting();
  const { socket, received } = open((await start()).origin);
  socket.write(`${post()}${create}${GARBAGE}`);
  await seenSoon(seen, "create");
  socket.write(GARBAGE);
  finish();
  await once(socket, "close");
  expect(statuses(received.text)).toEqual(["HTTP/1.1 201", "HTTP/1.1 400"]);
});

test("garbage behind a stream does not write a second head into it", async () => {
  const { seen, start } = waiting();
  const { socket, received } = open((await start()).origin);
  socket.write(`${get("/ticks")}${GARBAGE}`);
  await seenSoon(seen, "stream");
  await vi.waitFor(() => expect(received.text).toContain("event: tick"), PATIENCE);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(statuses(received.text)).toEqual(["HTTP/1.1 200"]);
  socket.destroy();
  await seenSoon(seen, "stream ends");
});

/** Requests that do not arrive within a moment. */
const IMPATIENT = { requestTimeout: 100, http: { connectionsCheckingInterval: 30, headersTimeout: 80 } };

const halves = [
  ["half a head", "GET /not"],
  ["half a body", `${post()}{`],
  [
    "half a form",
    "POST /attach HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9\r\n\r\n--b",
  ],
] as const;

test.each(halves)(
  "%s that does not arrive behind a stream does not write a second head into it",
  async (_what, half) => {
    const { seen, start } = waiting();
    const { socket, received } = open((await start({}, IMPATIENT)).origin);
    socket.write(`${get("/ticks")}${half}`);
    await seenSoon(seen, "stream");
    await new Promise((resolve) => setTimeout(resolve, 500)); // the time is over
    expect(statuses(received.text)).toEqual(["HTTP/1.1 200"]);
    const { length } = received.text;
    await vi.waitFor(() => expect(received.text.length).toBeGreaterThan(length), PATIENCE);
    socket.destroy();
    await seenSoon(seen, "stream ends");
  },
);

test.each(halves)("%s that does not arrive behind a request is a 408 after its response", async (_what, half) => {
  const { seen, finish, start } = waiting();
  const { socket, received } = open((await start({}, IMPATIENT)).origin);
  socket.write(`${post()}${create}${half}`);
  await seenSoon(seen, "create");
  await new Promise((resolve) => setTimeout(resolve, 500)); // the time is over
  expect(received.text).toBe("");
  finish();
  await once(socket, "close");
  expect(statuses(received.text)).toEqual(["HTTP/1.1 201", "HTTP/1.1 408"]);
});

test("a request that does not arrive, and whose response has begun, ends with its connection", async () => {
  const { seen, start } = waiting();
  const { socket, received } = open((await start({}, IMPATIENT)).origin);
  socket.write("POST /notes/1/body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx");
  await once(socket, "close");
  expect(statuses(received.text)).toEqual(["HTTP/1.1 200"]);
  await seenSoon(seen, "rpc ends");
});

test.each([
  ["a stream", get("/ticks"), "stream"],
  ["the body of an rpc", "POST /notes/1/body HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx", "rpc"],
  ["a signal", "POST /notes/1/signal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx", "signal"],
])("%s ends if its client leaves while it waits behind another response", async (_what, request, name) => {
  const { seen, start } = waiting();
  const { socket } = open((await start()).origin);
  socket.write(`${post()}${create}${request}${request}`);
  await seenSoon(seen, "create");
  await vi.waitFor(() => expect(seen.filter((one) => one === name)).toHaveLength(2), PATIENCE);
  socket.destroy();
  await vi.waitFor(() => expect(seen.filter((one) => one === `${name} ends`)).toHaveLength(2), PATIENCE);
});

test("the files of a form are removed if its client leaves while it waits behind another response", async () => {
  const temp = ownTempFolder(); // other tests have forms, too
  onTestFinished(temp.remove);
  const kept = () => temp.names().length;
  const { seen, start } = waiting();
  const { socket } = open((await start()).origin);
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"x".repeat(20_000)}\r\n--b--\r\n`;
  const form = `POST /attach HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(`${post()}${create}${form}${body}`);
  await seenSoon(seen, "file");
  expect(kept()).toBe(1);
  socket.destroy(); // `finish` would let Node send the first response, and then end the second one
  await expect.poll(kept, { timeout: PATIENCE }).toBe(0);
});

test("a client that leaves while its live connections wait behind another response gives back their places", async () => {
  const { seen, start } = waiting();
  const { origin } = await start();
  const { socket } = open(origin);
  socket.write(`${post()}${create}${get("/live")}`);
  await seenSoon(seen, "create");
  const status = async () => {
    const again = new AbortController();
    const response = await fetch(`${origin}/live`, { signal: again.signal });
    again.abort();
    return response.status;
  };
  await expect.poll(status, { timeout: PATIENCE }).toBe(429);
  socket.destroy();
  await expect.poll(status, { timeout: PATIENCE }).toBe(200);
});

test("over HTTP/2, a reset before the context is there gives back the place and ends the stream", async () => {
  const { t, seen, start } = waiting();
  const pending: (() => void)[] = [];
  const context = t.context(async () => {
    await new Promise<void>((resolve) => pending.push(resolve));
    return { user: "ann" };
  });
  const { origin } = await start({ context }, { http2: true });
  const session = openSession(origin.replace("http:", "h2c:"));
  onTestFinished(() => session.destroy());
  for (const path of ["/live", "/ticks"]) {
    const stream = openRequest(session, `GET ${path}`);
    stream.on("error", () => undefined);
    await vi.waitFor(() => expect(pending).toHaveLength(1), PATIENCE);
    stream.close(constants.NGHTTP2_CANCEL);
    await once(stream, "close");
    await new Promise((resolve) => setTimeout(resolve, 50)); // the server has the reset
    pending.pop()?.();
  }
  const again = openRequest(session, "GET /live");
  await vi.waitFor(() => expect(pending).toHaveLength(1), PATIENCE);
  pending.pop()?.();
  const [head] = await once(again, "response");
  expect(head[":status"]).toBe(200);
  expect(seen.filter((one) => one === "stream")).toHaveLength(seen.filter((one) => one === "stream ends").length);
});

test("a body of HTTP/2 that breaks off is not taken for complete", async () => {
  const { seen, start } = waiting();
  const { origin } = await start({}, { http2: true });
  for (const leave of ["stream", "session"] as const) {
    const session = openSession(origin.replace("http:", "h2c:"));
    onTestFinished(() => session.destroy());
    const stream = openRequest(session, "POST /notes", { "content-type": MEDIA_TYPE }, true);
    stream.on("error", () => undefined);
    stream.write(create);
    await once(openRequest(session, "GET /unknown"), "response"); // the server has the body, too
    (leave === "stream" ? stream : session).destroy();
    await once(stream, "close");
  }
  await new Promise((resolve) => setTimeout(resolve, 50)); // the server has both
  expect(seen).toEqual([]);
});

test("a body of HTTP/2 that breaks off behind a hook's own stream is not taken for complete", async () => {
  const seen: string[] = [];
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} }).routes();
  const take = t.command({ input: z.object({ amount: z.string() }) }, ({ input }) => void seen.push(input.amount));
  const app = Fastify({ ...serverOptions, http2: true });
  app.addHook("preParsing", async (_request, _reply, payload) => payload.pipe(new PassThrough()));
  await app.register(fastifyPlugin(t.router({ notes }, { actions: { take } })));
  onTestFinished(() => app.close());
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const session = openSession(origin.replace("http:", "h2c:"));
  onTestFinished(() => session.destroy());
  const stream = openRequest(session, "POST /take", { "content-type": "application/x-www-form-urlencoded" }, true);
  stream.on("error", () => undefined);
  stream.write("amount=12");
  await once(openRequest(session, "GET /unknown"), "response"); // the server has this much
  stream.destroy();
  await once(stream, "close");
  await new Promise((resolve) => setTimeout(resolve, 50)); // the server has the reset
  expect(seen).toEqual([]);
});

test("a body that a server of Fetch ends before its length is not taken for complete", async () => {
  const seen: string[] = [];
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} }).routes();
  const take = t.command({ input: z.object({ amount: z.string() }) }, ({ input }) => void seen.push(input.amount));
  const handle = fetchHandler(t.router({ notes }, { actions: { take } }));
  const send = (length: number) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": `${length}` };
    return handle(new Request("http://x/take", { method: "POST", headers, body: "amount=12" }));
  };
  expect((await send(10)).status).toBe(400); // as Hono's server does after a reset without an error
  expect(seen).toEqual([]);
  expect((await send(9)).status).toBe(204);
});

test("over HTTP/2, a reset without an error ends the stream", async () => {
  const { seen, start } = waiting();
  const { origin } = await start({}, { http2: true });
  const session = openSession(origin.replace("http:", "h2c:"));
  onTestFinished(() => session.destroy());
  session.settings({ initialWindowSize: 1 }); // so that data waits to be written
  const stream = openRequest(session, "GET /ticks").resume();
  await once(stream, "response");
  await new Promise((resolve) => setTimeout(resolve, 50));
  stream.close(constants.NGHTTP2_NO_ERROR);
  await seenSoon(seen, "stream ends");
});

test("over HTTP/2, a reset without an error ends a document that waits", async () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
  const app = Fastify({ ...serverOptions, http2: true });
  const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "x".repeat(10_000) }))) });
  await app.register(fastifyPlugin(api));
  onTestFinished(() => app.close());
  const served = once(app.server, "stream");
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const session = openSession(origin.replace("http:", "h2c:"));
  onTestFinished(() => session.destroy());
  session.settings({ initialWindowSize: 1 }); // so that data waits to be written
  const stream = openRequest(session, "GET /notes/1").resume();
  await once(stream, "response");
  stream.close(constants.NGHTTP2_NO_ERROR);
  const [ofServer] = await served;
  await expect.poll(() => ofServer.destroyed, { timeout: PATIENCE }).toBe(true);
});

test("unknown paths and the entry point do not wait for a context longer than the timeout", async () => {
  const { t, start } = waiting();
  const never = t.context(() => new Promise<{ user: string }>(() => undefined));
  const { origin } = await start({ context: never, timeout: 50 });
  expect((await fetch(`${origin}/unknown`)).status).toBe(404);
  expect((await fetch(`${origin}/`)).status).toBe(200);
});

describeServers("a context that never comes", (serve) => {
  test.each(["GET /api/openapi.json", "HEAD /api/openapi.json", "GET /api/docs", "GET /api/", "GET /api/unknown"])(
    "does not hold longer than the timeout: %s",
    async (line) => {
      const { api, t } = waiting();
      const context = t.context(() => new Promise<{ user: string }>(() => undefined));
      const pages = openapiPages(api, { info: { title: "Notes", version: "1" } });
      const { origin } = await serve(api as never, { context, pages, timeout: 50 } as object);
      const { status, text } = await sendRaw(origin, line);
      expect(status).toBe(line.endsWith("unknown") ? 404 : 200);
      expect(text).not.toContain('"text"'); // hidden, as long as nobody knows who asks
    },
  );
});

test("half a body behind a response does not keep a server from closing", { timeout: 20_000 }, async () => {
  const { start } = waiting();
  const { app, origin } = await start();
  const { socket, received } = open(origin);
  socket.write(`${post("text/plain", 100)}half`);
  await vi.waitFor(() => expect(received.text).toContain("415"), PATIENCE);
  const begin = performance.now();
  await app.close();
  expect(performance.now() - begin).toBeLessThan(10_000);
});

test("handlers share one listener on the signal of their server", async () => {
  const { api, context } = waiting();
  const server = new AbortController();
  const handlers = Array.from({ length: 20 }, () => fetchHandler(api, { context, signal: server.signal }));
  expect(getEventListeners(server.signal, "abort")).toHaveLength(0);
  const streams = await Promise.all(handlers.map((handle) => handle(new Request("http://x/ticks"))));
  expect(getEventListeners(server.signal, "abort")).toHaveLength(1);
  server.abort();
  const texts = await Promise.all(streams.map((stream) => stream.text()));
  expect(texts.every((text) => !text.includes("event: end"))).toBe(true);
});
