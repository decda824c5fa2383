import { type OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import type { OpenapiDocument } from "./document/document.js";

/**
 * Adds the routes, webhooks and components of a user's registry, which zod-to-openapi describes. Trestle describes its own: decision 9 says
 * why.
 *
 * @throws {TypeError} When the registry has a route or a component that the API has, too.
 */
export function withRegistry(document: OpenapiDocument, { definitions }: OpenAPIRegistry): OpenapiDocument {
  const generator = new OpenApiGeneratorV31(definitions);
  const others = generator.generateDocument({ openapi: "3.1.1", info: document.info });
  const { paths = {}, components = {}, webhooks = {} } = others;
  return {
    ...document,
    paths: joined(document.paths, paths, (path, method) => `the route ${method.toUpperCase()} ${path}`),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: joined(document.components, components, (kind, name) => `the component ${kind}/${name}`),
  };
}

/** Joins objects that group members. */
function joined<T extends object>(own: T, others: object, nameOf: (group: string, member: string) => string): T {
  const all = new Map<string, object>(Object.entries(own));
  for (const [group, members] of Object.entries(others)) {
    const before = all.get(group) ?? {};
    const taken = Object.keys(members).find((name) => Object.hasOwn(before, name));
    if (taken !== undefined) {
      const use = "Rename or remove it.";
      throw new TypeError(`openapi: options.registry has ${nameOf(group, taken)}, which the API also has. ${use}`);
    }
    if (Object.keys(members).length > 0) all.set(group, { ...before, ...members });
  }
  return Object.fromEntries(all) as T; // groups of the same kind
}
