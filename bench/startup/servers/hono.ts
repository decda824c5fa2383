import { once } from "node:events";
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { RESOURCES, rowOf } from "../resources.js";
import { makeSchemas } from "../schemas.js";

export async function start(port: number): Promise<void> {
  const app = new Hono();
  for (const type of RESOURCES) {
    const { id, input, query, edit, related } = makeSchemas();
    const param = zValidator("param", id);
    app
      .get(`/api/${type}`, zValidator("query", query), async (c) => c.json({ data: [rowOf(1)], total: 1 }))
      .get(`/api/${type}/:id`, param, async (c) => c.json(rowOf(c.req.valid("param").id)))
      .post(`/api/${type}`, zValidator("json", input), async (c) => c.json(rowOf(1), 201))
      .patch(`/api/${type}/:id`, param, zValidator("json", edit), async (c) => c.json(rowOf(c.req.valid("param").id)))
      .delete(`/api/${type}/:id`, param, async (c) => c.body(null, 204))
      .get(`/api/${type}/:id/parent`, param, async (c) => c.json(rowOf(c.req.valid("param").id)))
      .get(`/api/${type}/:id/others`, param, async (c) => c.json([rowOf(c.req.valid("param").id)]))
      .patch(`/api/${type}/:id/parent`, param, zValidator("json", related), async (c) => c.body(null, 204));
  }
  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
}
