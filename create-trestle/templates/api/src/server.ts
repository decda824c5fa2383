import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { openapiPages } from "trestle/openapi";
import { api } from "./api.js";

const port = Number(process.env.PORT ?? 3000);
const app = Fastify(serverOptions);
const pages = openapiPages(api, { info: { title: "Notes", version: "1.0.0" } });
await app.register(fastifyPlugin(api, { pages }), { prefix: "/api" });
await app.listen({ port });
for (const path of ["/api", "/api/notes", "/api/docs"]) console.log(`http://localhost:${port}${path}`);
