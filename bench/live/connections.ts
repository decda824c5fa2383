import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel, memoryHub } from "trestle/live";
import { z } from "zod";

// Bytes that an open stream of events takes in the server's process, after a garbage collection: an empty one of node:http,
// an empty one of Fastify, and live notices. `npm run live`: a loader such as tsx names functions on the way, which takes 2 kB more.

const COUNT = 1000;
const KINDS = { node: startNode, fastify: startFastify, trestle: startTrestle };
const HEADERS = { "content-type": "text/event-stream" };

const kind = process.argv[2];
if (kind === undefined) for (const name of Object.keys(KINDS)) await measure(name);
else await serve(kind as keyof typeof KINDS);

async function measure(name: string): Promise<void> {
  const server = fork(import.meta.filename, [name]);
  const ask = async (): Promise<{ origin: string; used: number }> => {
    server.send("measure");
    const [reply] = await once(server, "message");
    return reply;
  };
  await once(server, "message");
  const { origin } = await ask();
  await open(origin, 100); // what is made once
  const { used: before } = await ask();
  await open(origin, COUNT);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { used } = await ask();
  console.log(`${name}: ${((used - before) / COUNT / 1000).toFixed(1)} kB for an open connection`);
  server.kill();
}

async function open(origin: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const request = get(`${origin}/api/live`, { agent: false });
    request.on("error", () => {}); // the server ends
    const [response] = await once(request, "response");
    response.resume();
  }
}

async function serve(name: keyof typeof KINDS): Promise<void> {
  const origin = await KINDS[name]();
  process.on("message", () => {
    for (let index = 0; index < 3; index++) globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ origin, used: heapUsed + external });
  });
  process.send?.("ready");
}

async function startNode(): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(200, HEADERS).write(":\n\n"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function startFastify(): Promise<string> {
  const app = Fastify(serverOptions);
  app.get("/api/live", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, HEADERS).write(":\n\n");
  });
  return app.listen({ port: 0, host: "127.0.0.1" });
}

async function startTrestle(): Promise<string> {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
  const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
  const app = Fastify(serverOptions);
  await app.register(fastifyPlugin(api, { live: liveChannel(api, { hub: memoryHub() }) }), { prefix: "/api" });
  return app.listen({ port: 0, host: "127.0.0.1" });
}
