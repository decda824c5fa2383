import { once } from "node:events";
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { store } from "../data.js";
import { articleParams, listQuery, newArticle, oneQuery } from "../peers/schemas.js";
import { plainArticle } from "../peers/shape.js";

const app = new Hono()
  .get("/api/articles", zValidator("query", listQuery), async (c) => {
    const query = c.req.valid("query");
    const { rows, total } = store.list(query);
    return c.json({ data: rows.map((row) => plainArticle(row, query)), total });
  })
  .get("/api/articles/:id", zValidator("param", articleParams), zValidator("query", oneQuery), async (c) => {
    const article = store.find(c.req.valid("param").id);
    if (article === undefined) return c.json({ error: "not found" }, 404);
    return c.json(plainArticle(article, c.req.valid("query")));
  })
  .post("/api/articles", zValidator("query", oneQuery), zValidator("json", newArticle), async (c) => {
    const article = store.create(c.req.valid("json"));
    if (article === undefined) return c.json({ error: "not found" }, 404);
    return c.json(plainArticle(article, c.req.valid("query")), 201);
  });

export async function start(port: number): Promise<void> {
  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
}
