import { checkRouter } from "../checks/router.js";
import { checkHandler } from "../model/handler-check.js";
import type { OperationSpec } from "../model/operation.js";
import { RoutesSpec, keepRouterSpec } from "../model/router.js";
import { type UrlPattern, urlPath, urlPatterns } from "../model/url-path.js";
import type { RouterOptions } from "../types/transaction.js";
import { resolveRefs } from "./ref.js";

/** Makes the value of a `Router`. */
export function makeRouter(
  routes: Readonly<Record<string, unknown>>,
  { transaction }: RouterOptions<object> = {},
): object {
  const resources = new Map<string, RoutesSpec>();
  for (const [name, value] of Object.entries(routes)) {
    if (!(value instanceof RoutesSpec)) {
      throw new TypeError(`t.router: "${name}" is not a list of operations. Write ${name}: ${name}.routes(…).`);
    }
    resources.set(name, new RoutesSpec(value.resource, withRelationships(value.operations)));
  }
  checkRouter(resources);
  const resolved = resolveRefs(resources);
  for (const { operations } of resolved.values()) {
    for (const operation of operations) checkHandler(operation, transaction !== undefined);
  }
  let patterns: ReadonlyMap<string, UrlPattern> | undefined; // made for the first URL
  const router = {
    url: (name: string, parameters?: { readonly id: number | string }) => {
      patterns ??= urlPatterns(resolved);
      return urlPath(patterns, name, parameters);
    },
  };
  keepRouterSpec(router, { resources: resolved, transaction });
  return router;
}

/** Adds a `getRelationship` for each `getRelated` without one: it has the same handler, and the response contains only linkage. */
function withRelationships(operations: readonly OperationSpec[]): OperationSpec[] {
  const own = new Set(
    operations.filter(({ info }) => info.kind === "getRelationship").map(({ info }) => info.relationship),
  );
  const made = operations
    .filter(({ info }) => info.kind === "getRelated" && !own.has(info.relationship))
    .map((operation): OperationSpec => {
      const { include: _, sparse: __, ...options } = operation.options;
      return { ...operation, info: { ...operation.info, kind: "getRelationship" }, options };
    });
  return [...operations, ...made];
}
