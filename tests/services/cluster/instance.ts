import { drizzle } from "drizzle-orm/node-postgres";
import Fastify from "fastify";
import { createClient } from "redis";
import { drizzleQuery } from "trestle/drizzle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel } from "trestle/live";
import { listenOn, postgresHub } from "trestle/postgres";
import { redisStore } from "trestle/redis";
import { openPool } from "../../../examples/newsroom/db/pool.js";
import { silent } from "./bugs.js";
import type { InstanceOptions } from "./instances.js";
import { type Context, ledgerApi, t } from "./ledger-api.js";

/**
 * A program, one instance of the app: `node --import tsx instance.ts '{ "databaseUrl": "postgres://…" }' 3001`. It prints its origin when it
 * is ready. SIGTERM ends it after the requests that it has.
 */
const { databaseUrl, listenUrl, redisUrl, bug }: InstanceOptions = JSON.parse(process.argv[2] ?? "");

const pool = openPool(databaseUrl);
const listeningPool = openPool(listenUrl);
const db = drizzle({ client: pool });
const redis = redisUrl ? createClient({ url: redisUrl, socket: { reconnectStrategy: 50 } }) : undefined;
redis?.on("error", () => {}); // it connects again
await redis?.connect();

const app = Fastify(serverOptions);
const api = ledgerApi({ bug, store: redis && redisStore(redis) });
const context = t.context(() => ({ db }));
const hub = postgresHub<Context>(pool, { query: drizzleQuery("db"), listen: listenOn(listeningPool), pollEvery: 500 });
const audience = () => ["all"];
const live = liveChannel(api, { hub: bug === "silent" ? silent(hub) : hub, audience, listens: audience });
await app.register(fastifyPlugin(api, { context, live, timeout: 5000, drain: 1500 }), { prefix: "/api" });
app.get("/health", async () => "ok");
process.once("SIGTERM", async () => {
  await app.close();
  await Promise.all([pool.end(), listeningPool.end()]);
  redis?.destroy();
  process.exit(0);
});
console.log(await app.listen({ port: Number(process.argv[3]), host: "127.0.0.1" }));
