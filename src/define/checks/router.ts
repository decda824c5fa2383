import type { z } from "zod";
import {
  returnedRows,
  fail,
  isVersionedChange,
  methodOf,
  type OperationSpec,
  operationName,
  queriedTypes,
} from "../model/operation.js";
import { checkHandler, isOfSource, wrappersOf } from "../model/handler-check.js";
import { keptSource } from "../model/resource-source.js";
import type { Problems } from "../model/problems.js";
import { fieldsOn } from "../model/field-path.js";
import { type ResourceSpec, targetTypes } from "../model/resource.js";
import { idKind } from "../../schema/formats.js";
import { schemaProblem } from "../../schema/schema-problem.js";
import { urlPattern } from "../model/url-path.js";
import { type RoutesSpec, operationsOf, type RouterSpec } from "../model/router.js";
import { joinSegments, prefixesOf, segmentsOf } from "../../wire/include-path.js";
import { OPERATIONS } from "../../wire/operations.js";
import { takesAbsence } from "../../schema/presence.js";
import { sortNames } from "../model/list-options.js";

type Resources = ReadonlyMap<string, RoutesSpec>;

/**
 * Collects the conflicts between resources, and what handlers cannot do. The messages are those that the compiler prints. The checks of
 * one operation end at its first problem, because the others may follow from it.
 *
 * @param isMisspelt Whether the options of the router may lack what a misspelt one says.
 * @param apiId The API's kind of id.
 */
export function checkRouter(router: RouterSpec, problems: Problems, isMisspelt: boolean, apiId?: z.ZodType): void {
  const { resources: registered, actions, transaction, atomic } = router;
  // By type, too: nothing else is wrong with a resource that is only registered under another name.
  const resources = new Map([
    ...[...registered.values()].map((each) => [each.resource.type, each] as const),
    ...registered,
  ]);
  const failed = new Set<unknown>();
  const checkOne = (operation: OperationSpec) => {
    // A getRelationship made from a getRelated has its handler, and would repeat its problem.
    if (operation.info.kind === "getRelationship" && failed.has(operation.handler)) return;
    failed.add(operation.handler);
    if (operation.problem !== undefined) throw operation.problem;
    checkPaths(operation, resources);
    checkAffects(operation, resources);
    checkReadable(operation, resources);
    checkHandler(operation, isMisspelt || transaction !== undefined);
    checkIncluded(operation);
    failed.delete(operation.handler);
  };
  for (const [name, routes] of registered) {
    const { resource, operations } = routes;
    if (resource.type !== name)
      problems.add(
        new TypeError(`t.router: "${resource.type}" is registered as "${name}"; the key must be the type's name.`),
      );
    if (resource.problem !== undefined) {
      problems.add(resource.problem);
      continue; // the rest may follow from it
    }
    problems.collect(() => keptSource(resource)?.check(operations));
    for (const [attribute, schema] of resource.attributes)
      problems.collect(() => checkSchema(`${resource.type}.${attribute}`, schema));
    for (const relationship of resource.relationships.keys())
      problems.collect(() => checkTarget(resource, relationship, resources, apiId));
    for (const operation of operations) problems.collect(() => checkOne(operation));
    problems.collect(() => checkOnce(operations));
    problems.collect(() => checkVersioned(resource, operations));
  }
  for (const operation of actions) {
    problems.collect(() => {
      const { action = "" } = operation.info;
      if (registered.has(action))
        fail(operation, `an action called "${action}" would shadow the resource of that name. Rename it.`);
      checkOne(operation);
    });
  }
  if (atomic)
    problems.collect(() => checkAtomicPath([...registered.keys(), ...actions.map(({ info }) => info.action)]));
  if (!isMisspelt) problems.collect(() => checkIdempotency(router));
}

/** Runs in the router, because a schema may refer to one that is declared after its resource. */
function checkSchema(name: string, schema: z.ZodType): void {
  const where = `t.router: attribute "${name}"`;
  let problem: string | undefined;
  try {
    problem = schemaProblem(schema);
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(`${where}: ${error.message}`, { cause: error }) : error;
  }
  if (problem !== undefined) throw new TypeError(`${where} ${problem}. Use another schema.`);
}

function checkTarget(resource: ResourceSpec, name: string, resources: Resources, apiId: z.ZodType | undefined): void {
  const relationship = resource.relationships.get(name);
  const where = `t.router: relationship "${resource.type}.${name}"`;
  for (const target of targetTypes(relationship)) {
    const targetResource = resources.get(target)?.resource;
    if (targetResource === undefined) {
      if (keptSource(resource)?.reportsTarget(target)) continue;
      throw new TypeError(`${where}: no resource "${target}" in this router.`);
    }
    const { many, id, targets } = relationship ?? {};
    const schema = targets ? targets.get(target) : id;
    const kind = schema === undefined ? "int" : idKind(schema);
    if (kind === targetResource.idKind || targetResource.problem !== undefined) continue;
    const isOfApi = targetResource.idKind !== "int" && targetResource.id === apiId;
    const instead = isOfApi ? ` Or use t.${many ? "toMany" : "toOne"}, which has the API's kind of id.` : "";
    const pass = targets ? `{ ids: { ${target}: … } } to toOne` : "{ id: … } to toOne or toMany";
    throw new TypeError(`${where}: its ids have another type than those of "${target}"; pass ${pass}.${instead}`);
  }
}

function checkPaths(operation: OperationSpec, resources: Resources): void {
  const { info, resource, options } = operation;
  const rows = returnedRows(options);
  const returned = rows && resources.get(rows.type)?.resource;
  if (rows !== undefined && returned === undefined)
    fail(operation, `returns "${rows.type}": no resource "${rows.type}" in this router.`);
  for (const path of options.include ?? []) {
    let current = [returned ?? resource];
    const full = info.kind === "getRelated" ? joinSegments(info.relationship, path) : path;
    for (const segment of segmentsOf(full)) {
      if (current.some(({ problem }) => problem !== undefined)) break;
      const types = current.flatMap(({ relationships }) => targetTypes(relationships.get(segment)));
      if (types.length === 0) {
        const owners = current.map(({ type }) => `"${type}"`).join(" and ");
        fail(operation, `include "${full}": ${owners} ${current[1] ? "have" : "has"} no relationship "${segment}".`);
      }
      current = types.flatMap((type) => resources.get(type)?.resource ?? []);
      if (current.length === 0) break; // the relationship itself is a problem of its own
    }
  }
}

function checkAffects(operation: OperationSpec, resources: Resources): void {
  for (const type of operation.options.affects ?? []) {
    if (!resources.has(type)) fail(operation, `affects "${type}": no resource "${type}" in this router.`);
  }
}

/** An include reads the members itself. */
function checkIncluded(operation: OperationSpec): void {
  const { included, middleware = [] } = operation.options;
  if (!included) return;
  if (isOfSource(operation) && wrappersOf(operation) === undefined && middleware.length === 0) return;
  fail(
    operation,
    "included needs the method of a source, without rules or middleware of its own, because an include runs neither.",
  );
}

/** A change of another version is answered with the current resource, which `getOne` reads. */
function checkVersioned({ type, version }: ResourceSpec, operations: readonly OperationSpec[]): void {
  if (version === undefined || operations.some(({ info }) => info.kind === "getOne")) return;
  const change = operations.find(isVersionedChange);
  if (change === undefined) return;
  throw new TypeError(
    `t.router: "${type}" has a version, so ${operationName(change.info)} needs ${type}.getOne. Add it to the routes.`,
  );
}

function checkOnce(operations: readonly OperationSpec[]): void {
  const seen = new Map<string, string>();
  for (const operation of operations) {
    const { info } = operation;
    const name = operationName(info);
    // Two rpc actions may have the same name if their methods differ.
    const key = `${methodOf(operation)} /${urlPattern(operation).segments.join("/")}`;
    const other = seen.get(key);
    if (other === name) throw new TypeError(`t.router: ${name} is registered twice. Remove one.`);
    if (other !== undefined) throw new TypeError(`t.router: ${other} and ${name} are both ${key}. Rename one.`);
    seen.set(key, name);
  }
}

/** Throws if an operation is idempotent and the router has nowhere to store its keys, or a batch could run it without its key. */
function checkIdempotency(router: RouterSpec): void {
  const { idempotency, transaction, atomic } = router;
  checkBatchedKeys(router);
  const first = [...operationsOf(router), ...(atomic ? [atomic.operation] : [])].find(
    ({ options }) => options.idempotent,
  );
  if (first === undefined) return;
  if (typeof idempotency?.store?.claim !== "function") {
    fail(
      first,
      "an idempotent operation needs a store for its keys. Add it to the router: t.router(routes, { idempotency: { store: memoryStore(), caller: (ctx) => ctx.user } }).",
    );
  }
  if (idempotency.store.inTransaction && transaction === undefined) {
    throw new TypeError(
      "t.router: the store of idempotency writes in the router's transaction. Add the option transaction, or use another store.",
    );
  }
}

/** A batch has one key for all of its operations, so it must require that key if one of them does. */
function checkBatchedKeys(router: RouterSpec): void {
  if (router.atomic === undefined || router.atomic.operation.options.idempotent === "required") return;
  const keyed = [...operationsOf(router)].find(
    ({ info, options }) => options.idempotent === "required" && OPERATIONS[info.kind].target !== "action",
  );
  if (keyed === undefined) return;
  fail(
    keyed,
    'it requires an Idempotency-Key, but POST /operations would run it without one. Write atomic: { idempotent: "required" }.',
  );
}

/** Throws for a resource or an action of the API with the path of `atomic`. */
function checkAtomicPath(names: readonly (string | undefined)[]): void {
  if (!names.includes("operations")) return;
  throw new TypeError(
    't.router: the option atomic serves "/operations", so no resource and no action of the API may be called "operations". Rename it.',
  );
}

/**
 * Throws if an operation would reveal a writeOnly field: by including it, or by a filter or sort, with which a client could
 * find out its value.
 */
function checkReadable(operation: OperationSpec, resources: Resources): void {
  const { info, resource, options } = operation;
  if (OPERATIONS[info.kind].relationship === "any" && resource.writeOnly.has(info.relationship ?? "")) {
    fail(operation, `"${info.relationship}" is writeOnly, so it cannot be read.`);
  }
  const types = queriedTypes(operation);
  const resourceOf = (type: string) => resources.get(type)?.resource;
  for (const first of types.flatMap((type) => resourceOf(type) ?? [])) checkHideable(operation, first);
  const names = [
    ...(options.include ?? []).map((name) => ["include", name] as const),
    ...Object.keys(options.filter ?? {}).map((name) => ["filter", name] as const),
    ...[...(sortNames(options.sort ?? []) ?? new Map()).keys()].map((name: string) => ["sort", name] as const),
  ];
  for (const [option, name] of names) {
    const owner = fieldsOn(name, types, resourceOf, option === "include")
      .flat()
      .find(([{ writeOnly }, field]) => writeOnly.has(field))?.[0];
    if (owner === undefined) continue;
    const why = option === "include" ? "so it cannot be included" : "so a search would reveal its value";
    fail(operation, `${option} "${name}" uses a writeOnly field of "${owner.type}", ${why}.`);
  }
}

/** Throws if an operation requires a hidden field, or cannot detect that a request uses one. */
function checkHideable(operation: OperationSpec, first: ResourceSpec): void {
  const { options } = operation;
  if (first.visible.size === 0) return;
  if (options.sort !== undefined && sortNames(options.sort) === undefined) {
    const names = [...first.visible.keys()].join(", ");
    fail(
      operation,
      `a sort without a list of names could use hidden fields (${names}). List the names that it allows.`,
    );
  }
  for (const [name, schema] of Object.entries(options.filter ?? {})) {
    if (takesAbsence(schema) || !prefixesOf(segmentsOf(name)).some((field) => first.visible.has(field))) continue;
    fail(operation, `the filter "${name}" is required, but its field is hidden from some users. Make it optional.`);
  }
}
