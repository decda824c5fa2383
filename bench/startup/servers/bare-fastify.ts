// What Fastify's routes cost by themselves: no schema, nothing to compile. Fastify makes a HEAD route for each GET.
import Fastify, { type FastifyServerOptions } from "fastify";
import { RESOURCES, rowOf } from "../resources.js";

export function start(port: number): Promise<void> {
  return startBare(port, {});
}

export async function startBare(port: number, options: FastifyServerOptions): Promise<void> {
  const app = Fastify(options);
  const handler = async () => rowOf(1);
  for (const type of RESOURCES) {
    app.get(`/api/${type}`, handler);
    app.get(`/api/${type}/:id`, handler);
    app.post(`/api/${type}`, handler);
    app.patch(`/api/${type}/:id`, handler);
    app.delete(`/api/${type}/:id`, handler);
    app.get(`/api/${type}/:id/parent`, handler);
    app.get(`/api/${type}/:id/others`, handler);
    app.patch(`/api/${type}/:id/relationship/parent`, handler);
  }
  await app.listen({ port, host: "127.0.0.1" });
}
