import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel, memoryHub } from "trestle/live";
import { openapiPages } from "trestle/openapi";
import { api, t } from "../api.js";
import { connect } from "./connect.js";

const port = Number(process.env.PORT ?? 3000);
const db = await connect({ url: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR });
const app = Fastify(serverOptions);
// The server tells every open page what changed. If you run several processes, use postgresHub of trestle/postgres.
const live = liveChannel(api, { hub: memoryHub(), audience: () => ["everybody"], listens: () => ["everybody"] });
const pages = openapiPages(api, { info: { title: "Articles", version: "1.0.0" } });
await app.register(fastifyPlugin(api, { context: t.context(() => ({ db })), live, pages }), { prefix: "/api" });
app.get("/", (_request, reply) => reply.redirect("/api/docs"));
await app.listen({ port }).catch((error) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`Port ${port} is in use. Take another one: PORT=${port + 1} npm start`);
  process.exit(1);
});
console.log(`The API: http://localhost:${port}/api/docs`);
