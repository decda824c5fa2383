import type { z } from "zod";
import { atomicSpec } from "./atomic.js";
import { checkRouter } from "../checks/router.js";
import { withAffectedTypes } from "../model/resource-source.js";
import { keptProblem, Problems } from "../model/problems.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { OperationSpec } from "../model/operation.js";
import { keepRouterSpec, type RouterSpec, RoutesSpec } from "../model/router.js";
import { type UrlPattern, urlPath, urlPatterns } from "../model/url-path.js";
import { checkOptionNames } from "../model/names.js";
import type { DeclaredRouterOptions } from "../types/router-options.js";
import { API_RESOURCE, namedActions } from "./action.js";
import { resolveRefs } from "./ref.js";

/** Makes the value of a `Router`. */
export function makeRouter(
  routes: Readonly<Record<string, unknown>>,
  options: DeclaredRouterOptions = {},
  middleware: readonly MiddlewareSpec[] = [],
  apiId?: z.ZodType,
): object {
  const problems = new Problems();
  const { transaction, idempotency } = options;
  const keys = { actions: true, transaction: true, atomic: true, idempotency: true };
  problems.collect(() => checkOptionNames("t.router", options, keys));
  problems.collect(() => checkOptionNames("t.router: idempotency", idempotency ?? {}, { store: true, caller: true }));
  const isMisspelt = problems.inOne("t.router") !== undefined; // what such an option would say is missing then
  const registered = new Map<string, RoutesSpec>();
  for (const [name, value] of Object.entries(routes)) {
    if (value instanceof RoutesSpec) {
      problems.add(keptProblem(value));
      registered.set(name, new RoutesSpec(value.resource, withRelationships(value.operations)));
    } else {
      const sentence = `t.router: "${name}" is not a list of operations. Write ${name}: ${name}.routes(…).`;
      registered.set(name, new RoutesSpec({ ...API_RESOURCE, type: name, problem: new TypeError(sentence) }, []));
    }
  }
  const actions = namedActions("", "t.router", options.actions ?? {}, problems);
  const batch = isMisspelt ? undefined : options.atomic;
  const atomic = batch && problems.collect(() => atomicSpec(batch, transaction, middleware));
  const resources = resolveRefs(registered);
  const spec: RouterSpec = { resources, actions, middleware, transaction, idempotency, atomic };
  checkRouter(spec, problems, isMisspelt, apiId);
  problems.throwAll("t.router");
  for (const [type, routes] of resources) // only now: the check prepares the sources
    resources.set(type, new RoutesSpec(routes.resource, withAffectedTypes(routes, resources)));
  let patterns: ReadonlyMap<string, UrlPattern> | undefined; // made for the first URL
  const router = {
    url: (name: string, parameters?: { readonly id: number | string }) => {
      patterns ??= urlPatterns(spec);
      return urlPath(patterns, name, parameters);
    },
  };
  keepRouterSpec(router, spec);
  return router;
}

/** Adds a `getRelationship` for each `getRelated` without one: it has the same handler, and the response contains only linkage, which has its own summary. */
function withRelationships(operations: readonly OperationSpec[]): OperationSpec[] {
  const declared = new Set(
    operations.filter(({ info }) => info.kind === "getRelationship").map(({ info }) => info.relationship),
  );
  const made = operations
    .filter(({ info }) => info.kind === "getRelated" && !declared.has(info.relationship))
    .map((operation): OperationSpec => {
      const { include, sparse, included, summary, description, ...options } = operation.options;
      return { ...operation, info: { ...operation.info, kind: "getRelationship" }, options };
    });
  return [...operations, ...made];
}
