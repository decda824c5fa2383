import type { OperationSpec } from "../define/model/operation.js";
import { routerSpec } from "../define/model/router.js";
import { withLive } from "../server/live/live-operation.js";
import { type Route, RouteTable } from "../server/router.js";
import { describeAtomic } from "./paths/atomic.js";
import { assemble } from "./assemble.js";
import type { OpenapiDocument, OpenapiOperation, OpenapiTag } from "./document/document.js";
import { contextOf } from "./paths/context.js";
import { uniqueIds, operationId } from "./document/names.js";
import { API_TAG, describeOperation } from "./paths/operation.js";
import type { OpenapiOptions } from "./document/options.js";
import { withSamples } from "./samples/code-samples.js";

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
  const paths: Record<string, Record<string, OpenapiOperation>> = {};
  const specs = new Map<string, OperationSpec>();
  for (const [index, route] of routes.entries()) {
    const method = route.method.toLowerCase();
    const path = pathOf(route);
    paths[path] = { ...paths[path], [method]: describeOperation(route, ids[index] ?? "", context) };
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
    security: options.security ?? [],
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

function pathOf({ segments }: Route): string {
  return `/${segments.map((segment) => (segment === ":id" ? "{id}" : encodeURIComponent(segment))).join("/")}`;
}

function tagsOf(types: readonly string[], hasActions: boolean, given: readonly OpenapiTag[]): OpenapiTag[] {
  const byName = new Map(given.map((tag) => [tag.name, tag]));
  const own = new Map(types.map((name) => [name, { name, description: `Operations of "${name}".` }]));
  if (hasActions && !own.has(API_TAG)) own.set(API_TAG, { name: API_TAG, description: "Actions of the API itself." });
  const tags = [...own.values()].map((tag) => byName.get(tag.name) ?? tag);
  return [...tags, ...given.filter(({ name }) => !own.has(name))];
}
