import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel, memoryHub } from "trestle/live";
import { openapiPages } from "trestle/openapi";
import { api, t } from "../api.js";
import { connect } from "./connect.js";
import { servePage } from "./page.js";
import { settings } from "./settings.js";

const { port, host, databaseUrl, dataDir, isBuilt } = settings;
const { db, close } = await connect({ url: databaseUrl, dataDir });
const app = Fastify(serverOptions);
app.addHook("onClose", close);
// The server tells every open page what changed. If you run several processes, use postgresHub of trestle/postgres.
const live = liveChannel(api, { hub: memoryHub(), audience: () => ["everybody"], listens: () => ["everybody"] });
const pages = openapiPages(api, { info: { title: "Articles", version: "1.0.0" } });
await app.register(fastifyPlugin(api, { context: t.context(() => ({ db })), live, pages }), { prefix: "/api" });
await servePage(app, { isBuilt });

await app.listen({ port, host }).catch((error) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`Port ${port} is in use. Write another one into the file .env, and start again: PORT=${port + 1}`);
  process.exit(1);
});
// After a signal, the server answers the requests that it has, and then ends: after 10 s in any case.
for (const signal of ["SIGTERM", "SIGINT"])
  process.on(signal, () => {
    setTimeout(() => process.exit(1), 10_000).unref();
    app.close().then(() => process.exit());
  });
console.log(`The page: http://localhost:${port}\nThe API: http://localhost:${port}/api/docs`);
if (!databaseUrl && !dataDir)
  console.log("The rows are lost at each restart. DATA_DIR=data in the file .env keeps them.");
