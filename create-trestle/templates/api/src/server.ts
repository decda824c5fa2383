import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { openapiPages } from "trestle/openapi";
import { api } from "./api.js";
import { HOME } from "./home.js";
import { port } from "./port.js";

const app = Fastify(serverOptions);
const pages = openapiPages(api, { info: { title: "Notes", version: "1.0.0" } });
await app.register(fastifyPlugin(api, { pages }), { prefix: "/api" });
app.get("/", (_request, reply) => reply.type("text/html").send(HOME));

await app.listen({ port }).catch((error) => {
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
const url = `http://localhost:${port}`;
console.log(`Open ${url}\nThe description: ${url}/api/docs\nThe notes: ${url}/api/notes`);
