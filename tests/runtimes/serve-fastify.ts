import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";

let store = new Store();
const app = Fastify(serverOptions);
const context = t.context((request: { headers: { authorization?: string } }) => ({
  store,
  user: request.headers.authorization,
}));
await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
app.get("/reset", () => {
  store = new Store();
  return "ready";
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
