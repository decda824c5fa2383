import Fastify from "fastify";
import { NotFound, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { type FastifyPluginOptions, fastifyPlugin, serverOptions } from "trestle/fastify";
import { z } from "zod";
import { RESOURCES, rowOf } from "../resources.js";

export function start(port: number): Promise<void> {
  return startTrestle(port, "each");
}

export async function startTrestle(port: number, kept: "each" | "one"): Promise<void> {
  const t = trestle();
  const routes = Object.fromEntries(RESOURCES.map((type) => [type, makeRoutes(type)]));
  const app = Fastify(serverOptions);
  // Routes made in a loop have no types that could be checked; the router checks them as it starts.
  const api = t.router(routes as never) as Parameters<typeof fastifyPlugin>[0];
  const plugin = fastifyPlugin as (router: unknown, options: FastifyPluginOptions) => ReturnType<typeof fastifyPlugin>;
  await app.register(plugin(api, { routes: kept }), { prefix: "/api" });
  await app.listen({ port, host: "127.0.0.1" });

  function makeRoutes(type: string): unknown {
    const resource = t.resource(type, {
      id: z.int(),
      attributes: {
        title: z.string().min(1).max(200),
        content: z.string(),
        published: z.boolean().default(false),
        created_at: z.date(),
      },
      relationships: { parent: toOne(type), others: toMany(type) },
      createFields: ["title", "content", "published", "parent"],
      editFields: ["title", "content"],
    });
    const filter = { title__contains: z.string().optional(), published: z.boolean().optional() };
    const page = offsetPage({ limit: 20, maxLimit: 100 });
    return resource.routes(
      resource.getMany({ filter, sort: ["title", "created_at"], page }, async () => respond([rowOf(1)], { total: 1 })),
      resource.getOne({ errors: [NotFound] }, async ({ id }) => rowOf(id)),
      resource.createOne(async () => rowOf(1)),
      resource.editOne(async ({ id }) => rowOf(id)),
      resource.deleteOne(async () => {}),
      resource.getRelated("parent", async ({ id }) => rowOf(id)),
      resource.getRelated("others", async ({ id }) => [rowOf(id)]),
      resource.editRelationship("parent", async () => {}),
    );
  }
}
