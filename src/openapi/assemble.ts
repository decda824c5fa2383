import { getRefId, OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import type { OpenapiDocument } from "./document/document.js";

/**
 * Makes the document. No other file uses zod-to-openapi: its registry contains components and routes, and its generator
 * writes the document. Trestle passes its own schemas as JSON Schema: decision 9 says why.
 *
 * @param described The API's own part of the document.
 * @param others The user's own registry: its routes and components join the document.
 * @throws {TypeError} When the registry has a route or a component that the API has, too.
 */
export function assemble(described: OpenapiDocument, others: OpenAPIRegistry | undefined): OpenapiDocument {
  const registry = new OpenAPIRegistry();
  for (const [kind, named] of Object.entries(described.components)) {
    for (const [name, component] of Object.entries(named as object)) {
      registry.registerComponent(kind as "schemas", name, component);
    }
  }
  for (const [path, item] of Object.entries(described.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      // The registry's types know OpenAPI's own members; other members that a user gave pass through.
      registry.registerPath({ method, path, ...operation } as never);
    }
  }
  const { definitions } = registry;
  if (others !== undefined) requireApart(definitions, others.definitions);
  const generator = new OpenApiGeneratorV31([...definitions, ...(others?.definitions ?? [])]);
  const { paths, components, webhooks = {} } = generator.generateDocument({ openapi: "3.1.1", info: described.info });
  const { parameters = {}, ...used } = { ...components };
  const document: unknown = {
    ...described,
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: { ...used, ...(Object.keys(parameters).length > 0 && { parameters }) },
  };
  return document as OpenapiDocument; // the generator keeps the members
}

type Definitions = OpenAPIRegistry["definitions"];

function requireApart(own: Definitions, others: Definitions): void {
  const taken = new Set(own.map(nameOf));
  const name = others.map(nameOf).find((name) => name !== undefined && taken.has(name));
  if (name !== undefined) {
    throw new TypeError(`openapi: options.registry has ${name}, which the API also has. Rename or remove it.`);
  }
}

function nameOf(definition: Definitions[number]): string | undefined {
  switch (definition.type) {
    case "component":
      return `the component ${definition.componentType}/${definition.name}`;
    case "schema":
      return `the component schemas/${getRefId(definition.schema)}`;
    case "parameter":
      return `the component parameters/${getRefId(definition.schema)}`;
    case "route":
      return `the route ${definition.route.method.toUpperCase()} ${definition.route.path}`;
    default:
      return undefined; // a webhook: the API has none
  }
}
