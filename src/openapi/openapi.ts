import type { OperationSpec } from "../define/model/operation.js";
import { routerSpec } from "../define/model/router.js";
import { withLive } from "../server/live/live-operation.js";
import { type Route, RouteTable } from "../server/router.js";
import { describeAtomic } from "./paths/atomic.js";
import type { OpenapiDocument, OpenapiOperation, OpenapiTag } from "./document/document.js";
import { contextOf } from "./paths/context.js";
import { uniqueIds, operationId } from "./document/names.js";
import { API_TAG, describeOperation } from "./paths/operation.js";
import type { OpenapiOptions } from "./document/options.js";
import { withSamples } from "./samples/code-samples.js";
import { getRefId, OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";

/**
 * Describes an API in OpenAPI 3.1, from the same objects that serve its requests.
 *
 * Operation ids are `articles_getMany`, `articles_getRelated_author`, `articles_rpc_publish`, `articles_command_merge`,
 * `articles_collection_query_stats`, `command_login`. A resource's components are named after its type: `Articles`,
 * `ArticlesCreate`, `ArticlesEdit`, `ArticlesIdentifier`.
 *
 * @param api The router.
 * @param options `info` (title and version), `servers`, `security` and `securitySchemes`, `tags`, `limits`, `links`, `plain`, `registry`.
 * @returns The document: plain data, the same for the same API.
 * @throws {TypeError} If `api` is not a router, or `registry` has a route or a component that the API also has.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { openapi } from "trestle/openapi";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
 *
 * const document = openapi(api, { info: { title: "Notes", version: "1.0.0" } });
 * if (document.paths["/notes/{id}"]?.get?.operationId !== "notes_getOne") throw new Error("unreachable");
 * ```
 */
export function openapi(api: object, options: OpenapiOptions): OpenapiDocument {
  const declared = routerSpec(api);
  const router = options.live ? withLive(declared).router : declared;
  const { atomic } = router;
  const routes = new RouteTable(router).routes.filter(({ operation }) => operation !== atomic?.operation);
  const context = contextOf(router, options);
  const ids = uniqueIds(routes.map(({ operation }) => operationId(operation.info)));
  const paths: Record<string, Record<string, OpenapiOperation>> = {};
  const specs = new Map<string, OperationSpec>();
  const { security = [] } = options;
  const secured = new Set(routes.flatMap(({ operation }) => (asksForLogin(operation) ? operation : [])));
  // If middleware asks for a login, an operation without it needs none.
  const open = secured.size > 0 && security.length > 0 ? { security: [{}, ...security] } : {};
  for (const [index, route] of routes.entries()) {
    const method = route.method.toLowerCase();
    const path = pathOf(route);
    const operation = describeOperation(route, ids[index] ?? "", context);
    paths[path] = { ...paths[path], [method]: { ...(secured.has(route.operation) ? {} : open), ...operation } };
    specs.set(`${method} ${path}`, route.operation);
  }
  if (atomic !== undefined) {
    const operation = describeAtomic(atomic, [...specs.values()], context.schemas, context.errors);
    paths["/operations"] = { ...paths["/operations"], post: operation };
    specs.set("post /operations", atomic.operation);
  }
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  const hasActions = described.some(({ tags }) => tags.includes(API_TAG));
  const document: OpenapiDocument = {
    openapi: "3.1.1",
    info: options.info,
    servers: options.servers ?? [{ url: "/" }],
    security,
    tags: tagsOf([...context.resources.keys()], hasActions, options.tags ?? []),
    paths,
    components: {
      schemas: context.components.schemas,
      responses: context.errors.components,
      ...(options.securitySchemes && { securitySchemes: options.securitySchemes }),
    },
  };
  return withSamples(assemble(document, options.registry), specs, atomic?.operation, context.resources);
}

function asksForLogin({ middleware }: OperationSpec): boolean {
  return middleware.some(({ errors }) => errors.some((each) => each["~error"].status === 401));
}

function pathOf({ segments }: Route): string {
  return `/${segments.map((segment) => (segment === ":id" ? "{id}" : encodeURIComponent(segment))).join("/")}`;
}

function tagsOf(types: readonly string[], hasActions: boolean, given: readonly OpenapiTag[]): OpenapiTag[] {
  const byName = new Map(given.map((tag) => [tag.name, tag]));
  const all = new Map(types.map((name) => [name, { name, description: `Operations of "${name}".` }]));
  if (hasActions && !all.has(API_TAG)) all.set(API_TAG, { name: API_TAG, description: "Actions of the API itself." });
  const tags = [...all.values()].map((tag) => byName.get(tag.name) ?? tag);
  return [...tags, ...given.filter(({ name }) => !all.has(name))];
}

/**
 * Makes the document. No other file uses zod-to-openapi: its registry contains components and routes, and its generator
 * writes the document. Trestle passes its own schemas as JSON Schema: decision 9 says why.
 *
 * @param described The API's own part of the document.
 * @param others The user's own registry: its routes and components join the document.
 * @throws {TypeError} When the registry has a route or a component that the API has, too.
 */
function assemble(described: OpenapiDocument, others: OpenAPIRegistry | undefined): OpenapiDocument {
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

function requireApart(declared: Definitions, others: Definitions): void {
  const taken = new Set(declared.map(nameOf));
  const name = others.map(nameOf).find((name) => name !== undefined && taken.has(name));
  if (name !== undefined) {
    throw new TypeError(`openapi: options.registry has ${name}, which the API also has. Rename or remove it.`);
  }
}

function nameOf(definition: Definitions[number]): string | undefined {
  const { type } = definition;
  if (type === "component") return `the component ${definition.componentType}/${definition.name}`;
  if (type === "schema" || type === "parameter") return `the component ${type}s/${getRefId(definition.schema)}`;
  return type === "route" ? `the route ${definition.route.method.toUpperCase()} ${definition.route.path}` : undefined; // a webhook: the API has none
}
