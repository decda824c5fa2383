import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { openapiPages } from "trestle/openapi";
import { api } from "./api.js";
import { port } from "./port.js";

const HOME = `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Notes</title>
  <body style="font: 1.1rem/1.6 system-ui; max-width: 40rem; margin: 15vh auto; padding: 0 1rem">
    <h1>Your API runs</h1>
    <p><a href="/api/notes">The notes</a>, as clients get them
    <p><a href="/api/docs">The description</a> of all operations
    <p>Change <code>src/api.ts</code>, and load a page again.
</html>`;

const app = Fastify(serverOptions);
const pages = openapiPages(api, { info: { title: "Notes", version: "1.0.0" } });
await app.register(fastifyPlugin(api, { pages }), { prefix: "/api" });
app.get("/", (_request, reply) => reply.type("text/html").send(HOME));

await app.listen({ port }).catch((error) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`Port ${port} is in use. Write another one into the file .env: PORT=${port + 1}`);
  process.exit(1);
});
const url = `http://localhost:${port}`;
console.log(`Open ${url}\nThe description: ${url}/api/docs\nThe notes: ${url}/api/notes`);
