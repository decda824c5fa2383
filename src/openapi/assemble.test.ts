import { extendZodWithOpenApi, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import { trestle } from "../define/api/trestle.js";
import { openapi } from "./openapi.js";

extendZodWithOpenApi(z);

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
const info = { title: "Notes", version: "1.0.0" };
const responses = { 204: { description: "Done." } };

test("the routes, webhooks and components of a registry join the document", () => {
  const registry = new OpenAPIRegistry();
  const Health = registry.register("Health", z.object({ isUp: z.boolean() }));
  const depth = registry.registerParameter("Depth", z.int().openapi({ param: { name: "depth", in: "query" } }));
  const content = { "application/json": { schema: Health } };
  registry.registerPath({
    method: "get",
    path: "/health",
    servers: [{ url: "/" }],
    request: { query: z.object({ depth }) },
    responses: { 200: { description: "The server is up.", content } },
  });
  registry.registerWebhook({ method: "post", path: "noteCreated", responses });

  const document = openapi(api, { info, registry });

  expect(Object.keys(document.paths)).toEqual(["/notes/{id}", "/health"]);
  expect(document.paths["/health"]?.get).toMatchObject({
    servers: [{ url: "/" }],
    responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Health" } } } } },
  });
  expect(document.components.schemas.Health).toMatchObject({ properties: { isUp: { type: "boolean" } } });
  expect(document).toMatchObject({
    webhooks: { noteCreated: { post: { responses } } },
    components: { parameters: { Depth: { name: "depth", in: "query" } } },
  });
  expect(openapi(api, { info })).not.toHaveProperty("webhooks");
  expect(openapi(api, { info }).components).not.toHaveProperty("parameters");
});

test.each([
  [
    "the route GET /notes/{id}",
    (registry: OpenAPIRegistry) => registry.registerPath({ method: "get", path: "/notes/{id}", responses }),
  ],
  ["the component schemas/Notes", (registry: OpenAPIRegistry) => registry.register("Notes", z.string())],
  ["the component schemas/Notes", (registry: OpenAPIRegistry) => registry.registerComponent("schemas", "Notes", {})],
])("a registry must not have %s twice", (name, add) => {
  const registry = new OpenAPIRegistry();
  add(registry);
  expect(() => openapi(api, { info, registry })).toThrow(
    new TypeError(`openapi: options.registry has ${name}, which the API also has. Rename or remove it.`),
  );
});
