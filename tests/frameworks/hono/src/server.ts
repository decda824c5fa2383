import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { handle } from "./api.js";

const app = new Hono();
app.get("/", (c) => c.text("Notes"));
app.all("/api/*", (c) => handle(c.req.raw));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" });
