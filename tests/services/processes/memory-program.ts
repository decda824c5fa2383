import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { json, NotFound, offsetPage, respond, toOne, trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { z } from "zod";
import { fetchServer } from "../../support/fetch-server.js";

/**
 * A program: `node --expose-gc --import tsx memory-program.ts fastify 10000`. Sends so many requests over a few
 * connections that stay open, and prints what the heap holds before and after, in bytes.
 */
const [adapter, count] = process.argv.slice(2);

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), at: z.date() },
  relationships: { parent: toOne("notes").nullable() },
  createFields: ["text"],
});
const row = (id: number) => ({ id, text: `Note ${id}`, at: new Date(id), parent: null });
const api = t.router({
  notes: notes.routes(
    notes.getOne({ include: ["parent"] }, ({ id, signal }) => {
      if (signal.aborted || id > 5000) throw new NotFound(`No note has the id ${id}.`);
      return { ...row(id), parent: row(id + 1) };
    }),
    notes.getMany({ page: offsetPage(), sort: z.string() }, ({ page }) =>
      respond([row(page.offset), row(page.offset + 1)], { total: 10_000 }),
    ),
    notes.createOne(({ input }) => ({ ...row(1), ...input })),
    notes.rpc("echo", async ({ request }) => json({ got: await request.text() })),
  ),
});

const MEDIA_TYPE = "application/vnd.api+json";
const document = (text: string) => JSON.stringify({ data: { type: "notes", attributes: { text } } });

/** The nth request: no two URLs alike, and one in six is refused. */
function nth(n: number): [line: string, status: number, type?: string, body?: string] {
  const kinds: [string, number, string?, string?][] = [
    [`GET /api/notes/${n % 5000}?include=parent`, 200],
    [`GET /api/notes?page[offset]=${n}&sort=field${n}`, 200],
    ["POST /api/notes", 201, MEDIA_TYPE, document(`Text ${n}`)],
    [`GET /api/notes/${n + 10_000}`, 404],
    ["POST /api/notes/1/echo", 200, "text/plain", `Text ${n}`],
    [`POST /api/notes?nope${n}=1`, 400, MEDIA_TYPE, document("")],
  ];
  return kinds[n % kinds.length] ?? ["", 0];
}

async function listen(): Promise<Server> {
  if (adapter === "fastify") {
    const app = Fastify({ ...serverOptions });
    await app.register(fastifyPlugin(api), { prefix: "/api" });
    await app.listen({ port: 0, host: "127.0.0.1" });
    return app.server;
  }
  const server = adapter === "fetch" ? fetchServer(fetchHandler(api, { prefix: "/api" })) : createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const server = await listen();
const { port } = server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let connections = 0;
server.on("connection", () => connections++);

function send(n: number): Promise<void> {
  const [line, expected, type, body] = nth(n);
  const [method, path] = line.split(" ");
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) };
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      if (response.statusCode !== expected) reject(new Error(`${line} answered ${response.statusCode}`));
      response.on("end", resolve).resume();
    });
    sent.on("error", reject).end(body);
  });
}

async function sendAll(from: number, to: number): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) await send(next++);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

async function heap(): Promise<number> {
  for (let times = 0; times < 4; times++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

const WARM_UP = 3000; // what is compiled at first use, and caches that fill
await sendAll(0, WARM_UP);
const before = await heap();
const start = performance.now();
await sendAll(WARM_UP, WARM_UP + Number(count));
const seconds = (performance.now() - start) / 1000;
const after = await heap();
console.log(JSON.stringify({ before, after, seconds, connections }));
process.exit(0);
