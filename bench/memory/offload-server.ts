// Serves one handler that burns CPU, in place or offloaded, and tells how long its event loop was held up.
import { monitorEventLoopDelay } from "node:perf_hooks";
import Fastify from "fastify";
import { offload, trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { z } from "zod";
import { handler } from "./render.js";

const MILLISECONDS = 100;
const t = trestle();
const attributes = { text: z.string() };
const slow = t.resource("slow", { id: z.int(), attributes });
const offloaded = t.resource("offloaded", { id: z.int(), attributes });
const quick = t.resource("quick", { id: z.int(), attributes });
const render = offload<typeof import("./render.js")>(new URL("./render.js", import.meta.url));

const api = t.router({
  slow: slow.routes(slow.getOne(({ id }) => handler({ id, milliseconds: MILLISECONDS }))),
  offloaded: offloaded.routes(offloaded.getOne(render(({ id }) => ({ id, milliseconds: MILLISECONDS })))),
  quick: quick.routes(quick.getOne(({ id }) => ({ id, text: "" }))),
});

const app = Fastify(serverOptions);
await app.register(fastifyPlugin(api), { prefix: "/api" });
await app.listen({ port: 0, host: "127.0.0.1" });

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("message", () => {
  process.send?.({ median: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 });
  delay.reset();
});
process.on("disconnect", () => process.exit());
const address = app.server.address();
process.send?.(typeof address === "object" ? address?.port : 0);
