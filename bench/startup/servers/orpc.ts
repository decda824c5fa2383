import { once } from "node:events";
import { createServer } from "node:http";
import { OpenAPIHandler } from "@orpc/openapi/node";
import { type AnyRouter, os } from "@orpc/server";
import { RESOURCES, rowOf } from "../resources.js";
import { makeSchemas } from "../schemas.js";

export async function start(port: number): Promise<void> {
  const handler = new OpenAPIHandler(Object.fromEntries(RESOURCES.map((type) => [type, makeRouter(type)])));
  const server = createServer(async (request, response) => {
    const { matched } = await handler.handle(request, response, { prefix: "/api" });
    if (!matched) response.writeHead(404).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

function makeRouter(type: string): AnyRouter {
  const { id, input, output, query, edit, related, list } = makeSchemas();
  const at = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string) =>
    os.route({ method, path: `/${type}${path}` as `/${string}` });
  return {
    list: at("GET", "")
      .input(query)
      .output(list)
      .handler(async () => ({ data: [rowOf(1)], total: 1 })),
    get: at("GET", "/{id}")
      .input(id)
      .output(output)
      .handler(async ({ input }) => rowOf(input.id)),
    create: at("POST", "")
      .input(input)
      .output(output)
      .handler(async () => rowOf(1)),
    edit: at("PATCH", "/{id}")
      .input(id.extend(edit.shape))
      .output(output)
      .handler(async ({ input }) => rowOf(input.id)),
    remove: at("DELETE", "/{id}")
      .input(id)
      .handler(async () => undefined),
    parent: at("GET", "/{id}/parent")
      .input(id)
      .output(output)
      .handler(async ({ input }) => rowOf(input.id)),
    others: at("GET", "/{id}/others")
      .input(id)
      .output(output.array())
      .handler(async ({ input }) => [rowOf(input.id)]),
    setParent: at("PATCH", "/{id}/parent")
      .input(id.extend(related.shape))
      .handler(async () => undefined),
  };
}
