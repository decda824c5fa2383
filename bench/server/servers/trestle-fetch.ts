import { once } from "node:events";
import { serve } from "@hono/node-server";
import { fetchHandler } from "trestle/fetch";
import { api } from "../trestle-api.js";

export async function start(port: number): Promise<void> {
  const server = serve({ fetch: fetchHandler(api, { prefix: "/api" }), port, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
}
