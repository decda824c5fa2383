import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { answerOf, openRequest, openSession } from "../support/http2.js";
import { PATIENCE } from "../support/patience.js";

const SIZE = 900_000;
const LONG = "x".repeat(300_000);

/** What handlers do with a body that they do not read to its end. The last one reads all. */
const HANDLERS: Readonly<Record<string, (request: Request, late: Promise<unknown>[]) => unknown>> = {
  unread: () => undefined,
  begun: (request) => request.body?.getReader().read(),
  cancelled: (request) => request.body?.cancel(),
  cloned: (request) => request.clone().body?.getReader().read(),
  thrown: async (request) => {
    await request.body?.getReader().read();
    throw new Error("a failure of this test");
  },
  late: (request, late) => {
    const text = new Promise((resolve) => setTimeout(resolve, 100)).then(() => request.text());
    late.push(text.then(({ length }) => length, String));
  },
  reading: (request, late) => {
    late.push(request.text().then(({ length }) => length, String));
  },
  read: (request) => request.text(),
};

async function start(server: object = {}, prepare: (app: FastifyInstance) => void = () => undefined) {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  const late: Promise<unknown>[] = [];
  const rpcs = Object.entries(HANDLERS).map(([name, handle]) =>
    notes.rpc(name, { method: "POST" }, async ({ request }) => {
      await handle(request, late);
      return new Response(`${name} ${LONG} end`);
    }),
  );
  const api = t.router({
    notes: notes.routes(
      notes.getOne(({ id }) => ({ id })),
      ...rpcs,
    ),
  });
  const app = Fastify({ ...serverOptions, forceCloseConnections: false, ...server } as object) as FastifyInstance;
  prepare(app);
  await app.register(fastifyPlugin(api));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    app.server.closeAllConnections?.();
    await app.close();
  });
  return { origin, late };
}

function open(origin: string) {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  const received = { text: "", isOver: false };
  socket.on("data", (chunk: string) => {
    received.text += chunk;
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    received.isOver = true;
  });
  return { socket, received };
}

const head = (name: string, length: string) =>
  `POST /notes/1/${name} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${length}\r\n\r\n`;
const CHUNKED = "Transfer-Encoding: chunked";
const chunk = (size: number) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;
const NEXT = "GET /notes/1 HTTP/1.1\r\nHost: x\r\n\r\n";
const DOCUMENT = `"data":{"type":"notes","id":"1"`;
const bodies = [
  ["with a length", `Content-Length: ${SIZE}`, "x".repeat(SIZE)],
  ["in chunks", CHUNKED, `${chunk(SIZE / 3)}${chunk(SIZE / 3)}${chunk(SIZE / 3)}0\r\n\r\n`],
] as const;
const names = Object.keys(HANDLERS);

describe.each(bodies)("a body %s", (_what, length, body) => {
  test.each(names)("that is %s: the next request on the connection gets its response", async (name) => {
    const { origin } = await start();
    const { socket, received } = open(origin);
    socket.write(head(name, length) + body + NEXT);
    await vi.waitFor(() => expect(received.text).toContain(DOCUMENT), PATIENCE);
    expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual([
      name === "thrown" ? "HTTP/1.1 500" : "HTTP/1.1 200",
      "HTTP/1.1 200",
    ]);
  });

  test("that is unread, and comes after the response: the next request gets its response", async () => {
    const { origin } = await start();
    const { socket, received } = open(origin);
    socket.write(head("unread", length) + body.slice(0, 200_000));
    await vi.waitFor(() => expect(received.text).toContain("end"), PATIENCE);
    socket.write(body.slice(200_000) + NEXT);
    await vi.waitFor(() => expect(received.text).toContain(DOCUMENT), PATIENCE);
  });

  test("that a hook replaced, and that is unread: the next request gets its response", async () => {
    const { origin } = await start({}, (app) => {
      app.addHook("preParsing", async (_request, _reply, payload) => payload.pipe(new PassThrough()));
    });
    for (const name of names) {
      const { socket, received } = open(origin);
      socket.write(head(name, length) + body + NEXT);
      await vi.waitFor(() => expect(received.text).toContain(DOCUMENT), PATIENCE);
    }
  });
});

test("a rest of a body that is over the limit ends its connection, after the response", async () => {
  const { origin } = await start();
  const { socket, received } = open(origin);
  socket.write(head("unread", CHUNKED) + chunk(200_000));
  await vi.waitFor(() => expect(received.text).toContain("end"), PATIENCE);
  for (let count = 0; count < 30 && !received.isOver; count++) {
    socket.write(chunk(100_000));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await vi.waitFor(() => expect(received.isOver).toBe(true), PATIENCE);
});

test.each(["late", "reading"])(
  "a body that is read behind the response is never taken for complete: %s",
  async (name) => {
    const { origin, late } = await start();
    const { socket, received } = open(origin);
    socket.write(head(name, `Content-Length: ${SIZE}`) + "x".repeat(200_000));
    await vi.waitFor(() => expect(received.text).toContain("end"), PATIENCE);
    socket.write("x".repeat(SIZE - 200_000));
    expect(await late[0]).toMatch(/The body ended before it was complete/);
  },
);

test("a body that has arrived may be read behind the response", async () => {
  const { origin, late } = await start();
  for (const name of ["late", "reading"]) {
    const { socket, received } = open(origin);
    socket.write(`${head(name, "Content-Length: 5000")}${"x".repeat(5_000)}`);
    await vi.waitFor(() => expect(received.text).toContain("end"), PATIENCE);
    expect(await late.pop()).toBe(5_000);
  }
});

describe("over HTTP/2", () => {
  test.each(names)("a body that is %s does not keep its stream open", async (name) => {
    const { origin } = await start({ http2: true });
    const session = openSession(origin.replace("http:", "h2c:"));
    onTestFinished(() => session.destroy());
    for (const isComplete of [true, false]) {
      if (!isComplete && name !== "unread" && name !== "reading") continue; // the server waits for the rest
      const stream = openRequest(session, `POST /notes/1/${name}`, { "content-type": "text/plain" }, true);
      const closed = once(stream, "close");
      stream.write("x".repeat(SIZE));
      if (isComplete) stream.end();
      const { status, text } = await answerOf(stream);
      expect(status).toBe(name === "thrown" ? 500 : 200);
      if (status === 200) expect(text).toBe(`${name} ${LONG} end`);
      await closed;
      expect(stream.rstCode).toBe(0);
    }
    expect((await answerOf(openRequest(session, "GET /notes/1"))).status).toBe(200);
  });
});
