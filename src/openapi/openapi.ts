import type { z } from "zod";
import { type OperationSpec, isAction } from "../define/model/operation.js";
import { isLinkedPage } from "../define/model/list-options.js";
import { operationsOf, type RouterSpec, routerSpec } from "../define/model/router.js";
import { resultOperation } from "../protocol/result-operation.js";
import { readLimits } from "../protocol/limits.js";
import { ResourceLinks } from "../protocol/document/links.js";
import { QueryParser } from "../protocol/query/query-parser.js";
import { withLive } from "../server/live/live-operation.js";
import { type Route, RouteTable } from "../server/router.js";
import { describeAtomic } from "./atomic.js";
import { assemble } from "./assemble.js";
import { Components } from "./components.js";
import type { OpenapiDocument, OpenapiTag, PlacedOperation } from "./document/document.js";
import { ErrorResponses } from "./errors.js";
import { uniqueIds, operationId, pascalCase } from "./names.js";
import { API_TAG, describeOperation, type DescriptionContext } from "./operation.js";
import type { OpenapiOptions } from "./options.js";
import { CODE_SAMPLES, codeSamplesOf, sampleUrl } from "./samples/code-samples.js";
import { withMoreSamples } from "./samples/more-samples.js";
import { type Described, ResourceSchemas } from "./resource-schemas.js";
import { SchemaWriter } from "./schema-writer.js";
import { CURSOR_SCHEMAS, SHARED_SCHEMAS } from "./shared-schemas.js";

/**
 * Describes an API in OpenAPI 3.1, from the same objects that serve its requests.
 *
 * Operation ids are `articles_getMany`, `articles_getRelated_author`, `articles_rpc_publish`, `articles_command_merge`,
 * `articles_collection_query_stats`, `command_login`. A resource's components are named after its type: `Articles`,
 * `ArticlesCreate`, `ArticlesEdit`, `ArticlesIdentifier`.
 *
 * @param api The router.
 * @param options `info` (title and version), `servers`, `security` and `securitySchemes`, `tags`, `limits`, `links`, `registry`.
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
  const described = routes.map((route, index) => ({
    route,
    method: route.method.toLowerCase(),
    path: pathOf(route),
    operation: describeOperation(route, ids[index] ?? "", context),
  }));
  const operations = withSamples(described, context, options);
  if (atomic !== undefined) {
    const all = routes.map(({ operation }) => operation);
    const operation = describeAtomic(atomic, all, context.schemas, context.errors);
    operations.push({ method: "post", path: "/operations", operation });
  }
  const head = {
    info: options.info,
    servers: options.servers ?? [{ url: "/" }],
    security: options.security ?? [],
    tags: tagsOf(operations, [...context.resources.keys()], options.tags ?? []),
  };
  const components = {
    schemas: context.components.schemas,
    responses: context.errors.components,
    ...(options.securitySchemes && { securitySchemes: options.securitySchemes }),
  };
  return withMoreSamples(assemble(head, operations, components, options.registry), atomic !== undefined);
}

interface DescribedRoute extends PlacedOperation {
  readonly route: Route;
}

/** Adds code samples. Their bodies need the components of all operations. */
function withSamples(
  described: readonly DescribedRoute[],
  { resources, components }: DescriptionContext & { readonly components: Components },
  { servers, security = [], securitySchemes = {} }: OpenapiOptions,
): PlacedOperation[] {
  const reads = described.filter(({ route }) => route.operation.info.kind === "getOne");
  const context = {
    url: sampleUrl(servers),
    schemas: components.schemas,
    resources,
    security,
    securitySchemes,
    readable: new Set(reads.map(({ route }) => route.operation.info.type)),
  };
  return described.map(({ route, method, path, operation }) => {
    const samples = operation[CODE_SAMPLES] ?? codeSamplesOf(route, path, method, operation, context);
    return { method, path, operation: { ...operation, [CODE_SAMPLES]: samples } };
  });
}

function contextOf(
  router: RouterSpec,
  { limits, links: written }: OpenapiOptions,
): DescriptionContext & { readonly components: Components } {
  const routes = router.resources;
  const resources = new Map([...routes].map(([type, { resource }]) => [type, resource]));
  const links = new Map([...routes].map(([type, { operations }]) => [type, new ResourceLinks("", operations)]));
  const bounds = readLimits(limits);
  const operations = operationsOf(router);
  const actions = operations.filter(({ info }) => isAction(info));
  const results = new Map(actions.map((action) => [action, resultOperation(action, resources)]));
  const queries = new Map(
    operations.map((each) => [each, new QueryParser(results.get(each) ?? each, resources, bounds)]),
  );
  const sparse = sparseTypes(queries.values());
  const names = uniqueNames(resources.keys());
  const described = new Map<string, Described>();
  for (const [type, { resource, operations }] of routes) {
    const own = links.get(type) ?? new ResourceLinks("", operations);
    described.set(type, {
      spec: resource,
      name: names.get(type) ?? type,
      links: written === "document" ? own.none : own,
      sparse: sparse.has(type),
    });
  }
  const components = new Components();
  const shared = operations.some(hasCursors) ? { ...SHARED_SCHEMAS, ...CURSOR_SCHEMAS } : SHARED_SCHEMAS;
  for (const [name, schema] of Object.entries(shared)) components.set(name, schema);
  const attributes = [...resources.values()].flatMap(({ attributes }) => [...attributes.values()]);
  const writer = new SchemaWriter(components, [...attributes, ...actions.flatMap(schemasOf)]);
  return {
    resources,
    links,
    queries,
    results,
    writer,
    components,
    schemas: new ResourceSchemas(described, components, writer),
    errors: new ErrorResponses(),
  };
}

function schemasOf({ options: { input, output, events = {} } }: OperationSpec): z.ZodType[] {
  return [input, output, ...Object.values(events)].filter((schema) => schema !== undefined);
}

function hasCursors({ options: { page } }: OperationSpec): boolean {
  return page !== undefined && isLinkedPage(page) && page["~page"] === "cursor";
}

/** The types with sparse fieldsets in some operation. */
function sparseTypes(queries: Iterable<QueryParser>): ReadonlySet<string> {
  const facts = [...queries].flatMap(({ parameters }) => [...parameters].map((parameter) => parameter.description));
  return new Set(facts.flatMap((each) => (each.takes === "fields" ? each.type : [])));
}

/** Two types may have the same component name, and Trestle itself uses some names. */
function uniqueNames(types: Iterable<string>): ReadonlyMap<string, string> {
  const taken = new Set([...Object.keys(SHARED_SCHEMAS), ...Object.keys(CURSOR_SCHEMAS)]);
  const names = new Map<string, string>();
  for (const type of types) {
    const base = pascalCase(type);
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
    for (const role of ["", "Create", "Edit", "Identifier"]) taken.add(`${name}${role}`);
    names.set(type, name);
  }
  return names;
}

function pathOf({ segments }: Route): string {
  return `/${segments.map((segment) => (segment === ":id" ? "{id}" : encodeURIComponent(segment))).join("/")}`;
}

function tagsOf(
  operations: readonly PlacedOperation[],
  types: readonly string[],
  given: readonly OpenapiTag[],
): OpenapiTag[] {
  const byName = new Map(given.map((tag) => [tag.name, tag]));
  const own = new Map(types.map((name) => [name, { name, description: `Operations of "${name}".` }]));
  if (!own.has(API_TAG) && operations.some(({ operation }) => operation.tags.includes(API_TAG)))
    own.set(API_TAG, { name: API_TAG, description: "Actions of the API itself." });
  const tags = [...own.values()].map((tag) => byName.get(tag.name) ?? tag);
  return [...tags, ...given.filter(({ name }) => !own.has(name))];
}
