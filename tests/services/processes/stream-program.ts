import { request } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { z } from "zod";
import { fetchServer } from "../../support/fetch-server.js";

/**
 * A program: `node --expose-gc --import tsx stream-program.ts fastify 1000`. Opens and drops so many streams, and prints the
 * heap before and after in bytes, and how many generators ended.
 */
const [adapter, count = "0"] = process.argv.slice(2);

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: {} });
let ended = 0;
const ticks = things.collection.stream({ events: { tick: z.int() } }, async function* ({ signal }) {
  try {
    yield { event: "tick", data: 1 };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } finally {
    ended++;
  }
});
const api = t.router({ things: things.routes().actions({ ticks }) });

const app = Fastify({ ...serverOptions });
await app.register(fastifyPlugin(api));
if (adapter === "fastify") await app.listen({ port: 0, host: "127.0.0.1" });
const server = adapter === "fastify" ? app.server : fetchServer(fetchHandler(api));
if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

function drop(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, host: "127.0.0.1", port, path: "/things/ticks" }, (response) => {
      response.on("error", () => undefined);
      response.once("data", () => sent.destroy());
      response.once("close", resolve);
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function dropAll(streams: number): Promise<void> {
  const goal = ended + streams;
  for (let left = streams; left > 0; left -= 20) await Promise.all(Array.from({ length: Math.min(left, 20) }, drop));
  while (ended < goal) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function heap(): Promise<number> {
  for (let times = 0; times < 4; times++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

await dropAll(300); // loads and compiles everything
const before = await heap();
ended = 0;
await dropAll(Number(count));
console.log(JSON.stringify({ before, after: await heap(), ended }));
process.exit();
