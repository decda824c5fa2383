import { drizzle } from "drizzle-orm/node-postgres";
import Fastify from "fastify";
import { createClient } from "redis";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { redisStore } from "trestle/redis";
import { openPool } from "../../../examples/newsroom/db/pool.js";
import type { InstanceOptions } from "./instances.js";
import { ledgerApi, t } from "./ledger-api.js";

/**
 * A program, one instance of the app: `node --import tsx instance.ts '{ "databaseUrl": "postgres://…" }' 3001`. It prints its origin when it
 * is ready. SIGTERM ends it after the requests that it has.
 */
const { databaseUrl, redisUrl, bug }: InstanceOptions = JSON.parse(process.argv[2] ?? "");

const pool = openPool(databaseUrl);
const db = drizzle({ client: pool });
const redis = redisUrl ? createClient({ url: redisUrl, socket: { reconnectStrategy: 50 } }) : undefined;
redis?.on("error", () => {}); // it connects again
await redis?.connect();

const app = Fastify(serverOptions);
const api = ledgerApi({ bug, store: redis && redisStore(redis) });
const context = t.context(() => ({ db }));
await app.register(fastifyPlugin(api, { context, timeout: 5000, drain: 1500 }), { prefix: "/api" });
app.get("/health", async () => "ok");
process.once("SIGTERM", async () => {
  await app.close();
  await pool.end();
  redis?.destroy();
  process.exit(0);
});
console.log(await app.listen({ port: Number(process.argv[3]), host: "127.0.0.1" }));
