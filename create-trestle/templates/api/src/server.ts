import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { openapiPages } from "trestle/openapi";
import { api } from "./api.js";

const port = Number(process.env.PORT ?? 3000);
const app = Fastify(serverOptions);
const description = `Open \`http://localhost:${port}/api/notes\`, or run \`npm run client\` in a second terminal.`;
const pages = openapiPages(api, { info: { title: "Notes", version: "1.0.0", description } });
await app.register(fastifyPlugin(api, { pages }), { prefix: "/api" });
app.get("/", (_request, reply) => reply.redirect("/api/docs"));
await app.listen({ port });
const url = `http://localhost:${port}/api`;
console.log(`The description: ${url}/docs\nThe API: ${url}\nThe notes: ${url}/notes`);
