import { once } from "node:events";
import { initTRPC } from "@trpc/server";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import { RESOURCES, rowOf } from "../resources.js";
import { makeSchemas } from "../schemas.js";

export async function start(port: number): Promise<void> {
  const t = initTRPC.create();
  const routerOf = () => {
    const { id, input, query, edit, related } = makeSchemas();
    return t.router({
      list: t.procedure.input(query).query(async () => ({ data: [rowOf(1)], total: 1 })),
      get: t.procedure.input(id).query(async ({ input }) => rowOf(input.id)),
      create: t.procedure.input(input).mutation(async () => rowOf(1)),
      edit: t.procedure.input(id.extend(edit.shape)).mutation(async ({ input }) => rowOf(input.id)),
      remove: t.procedure.input(id).mutation(async () => undefined),
      parent: t.procedure.input(id).query(async ({ input }) => rowOf(input.id)),
      others: t.procedure.input(id).query(async ({ input }) => [rowOf(input.id)]),
      setParent: t.procedure.input(id.extend(related.shape)).mutation(async () => undefined),
    });
  };
  const router = t.router(Object.fromEntries(RESOURCES.map((type) => [type, routerOf()])));
  const server = createHTTPServer({ router, basePath: "/api/" });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
