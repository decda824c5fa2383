import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type ServerResponse } from "node:http";
import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel, memoryHub } from "trestle/live";
import { z } from "zod";
import { printTable } from "../support/report.js";
import { quantile } from "../support/statistics.js";

// One process serves 1000 open streams. Ten writes a second give one notice each, and each notice goes to every stream. The
// plain server of node:http writes the same bytes to the same streams, and nothing else: less is not possible without fewer writes.

const CONNECTIONS = 1000;
const WRITES_PER_SECOND = 10;
const SECONDS = 20;
const NOTICES = WRITES_PER_SECOND * SECONDS;
const KINDS = { "node:http": startNode, trestle: startTrestle };
const HEADERS = { "content-type": "text/event-stream" };

/** What the server's process reports about the last seconds. */
interface Report {
  /** Processor time, in milliseconds. */
  readonly cpu: number;
  /** When each write was done, in milliseconds since the epoch. The index is its id. */
  readonly doneAt: readonly number[];
}

/** Begins to serve. Returns where, and how to make the write with an id. */
type Start = () => Promise<{ origin: string; write: (id: number) => Promise<unknown> }>;

const kind = process.argv[2];
if (kind === undefined) await compare();
else await serve(KINDS[kind as keyof typeof KINDS]);

async function compare(): Promise<void> {
  const rows: string[][] = [];
  for (const name of Object.keys(KINDS)) rows.push([name, ...(await measure(name))]);
  const delays = ["half of them after", "99 % after", "the last after"];
  printTable(["server", "processor", "for a notice to a stream", "received", ...delays], rows);
}

async function measure(name: string): Promise<string[]> {
  const server = fork(import.meta.filename, [name]);
  const [origin] = await once(server, "message");
  const arrivals: (readonly [id: number, at: number])[] = [];
  for (let index = 0; index < CONNECTIONS; index++) {
    await listen(origin, (id) => arrivals.push([id, now()]));
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
  server.send("begin");
  const [report]: [Report] = (await once(server, "message")) as [Report]; // the only message after the first
  server.kill();

  const delays = arrivals.map(([id, at]) => at - (report.doneAt[id] ?? Number.NaN));
  const milliseconds = (share: number) => `${quantile(delays, share).toFixed(0)} ms`;
  return [
    `${((report.cpu / SECONDS / 1000) * 100).toFixed(0)} % of a core`,
    `${((report.cpu * 1000) / NOTICES / CONNECTIONS).toFixed(1)} µs`,
    `${arrivals.length} of ${NOTICES * CONNECTIONS}`,
    ...[0.5, 0.99, 1].map(milliseconds),
  ];
}

async function listen(origin: string, hear: (id: number) => void): Promise<void> {
  const request = get(`${origin}/api/live`, { agent: false });
  request.on("error", () => {}); // the server ends
  const [response] = await once(request, "response");
  response.setEncoding("utf8").on("data", (text: string) => {
    for (const [, id] of text.matchAll(/"id":"(\d+)"/g)) hear(Number(id));
  });
}

async function serve(start: Start): Promise<void> {
  const { origin, write } = await start();
  process.on("message", async () => {
    const doneAt: number[] = [];
    const { user, system } = process.cpuUsage();
    for (let id = 0; id < NOTICES; id++) {
      await write(id);
      doneAt.push(now());
      await new Promise((resolve) => setTimeout(resolve, 1000 / WRITES_PER_SECOND));
    }
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the last ones arrive
    const used = process.cpuUsage({ user, system });
    process.send?.({ cpu: (used.user + used.system) / 1000, doneAt } satisfies Report);
  });
  process.send?.(origin);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

async function startNode() {
  const streams: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200, HEADERS).write(":\n\n");
    streams.push(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const write = async (id: number) => {
    const data = JSON.stringify([{ type: "notes", id: `${id}`, op: "update", fields: ["text"] }]);
    for (const stream of streams) stream.write(`id: 0123456789abcdef-${id}\nevent: change\ndata: ${data}\n\n`);
  };
  return { origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, write };
}

async function startTrestle() {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
  const editNote = notes.editOne(({ id }) => ({ id, text: "Hello" }));
  const api = t.router({ notes: notes.routes(editNote) });
  // Without an audience, notices have no ids.
  const live = liveChannel(api, { hub: memoryHub(), audience: () => ["all"], listens: () => ["all"] });
  const app = Fastify(serverOptions);
  await app.register(fastifyPlugin(api, { live }), { prefix: "/api" });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const write = async (id: number) => {
    const body = JSON.stringify({ data: { type: "notes", id: `${id}`, attributes: { text: "Hello" } } });
    const headers = { "content-type": "application/vnd.api+json" };
    const { status } = await fetch(`${origin}/api/notes/${id}`, { method: "PATCH", headers, body });
    if (status !== 200) throw new Error(`${status}`);
  };
  return { origin, write };
}
