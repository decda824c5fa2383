import type { z } from "zod";
import { returnedRows } from "../model/action.js";
import { fail } from "./fail.js";
import { checkReadable } from "./client-readable.js";
import { checkHandler } from "../model/handler-check.js";
import type { Problems } from "../model/problems.js";
import type { ResourceSpec } from "../model/resource.js";
import { idKind } from "../../schema/id-kind.js";
import { schemaProblem } from "../../schema/schema-problem.js";
import { isVersionedChange, methodOf, type OperationSpec, operationName } from "../model/operation.js";
import { urlPattern } from "../model/url-path.js";
import type { RoutesSpec } from "../model/router.js";
import { joinSegments, segmentsOf } from "../../wire/include-path.js";

type Resources = ReadonlyMap<string, RoutesSpec>;

/**
 * Collects the conflicts between resources, and what handlers cannot do. The messages are those that the compiler prints. The checks of
 * one operation end at its first problem, because the others may follow from it.
 */
export function checkRouter(
  registered: Resources,
  actions: readonly OperationSpec[],
  hasTransaction: boolean,
  problems: Problems,
): void {
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
    checkPaths(operation, resources);
    checkAffects(operation, resources);
    checkReadable(operation, resources);
    checkHandler(operation, hasTransaction);
    failed.delete(operation.handler);
  };
  for (const [name, { resource, operations }] of registered) {
    problems.collect(() => checkKey(name, resource));
    for (const [attribute, schema] of resource.attributes)
      problems.collect(() => checkSchema(`${resource.type}.${attribute}`, schema));
    for (const relationship of resource.relationships.keys())
      problems.collect(() => checkTarget(resource, relationship, resources));
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
}

function checkKey(name: string, { type }: ResourceSpec): void {
  if (type !== name)
    throw new TypeError(`t.router: "${type}" is registered as "${name}"; the key must be the type's name.`);
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

function checkTarget(resource: ResourceSpec, name: string, resources: Resources): void {
  const { target = "", id } = resource.relationships.get(name) ?? {};
  const where = `t.router: relationship "${resource.type}.${name}"`;
  const targetResource = resources.get(target)?.resource;
  if (targetResource === undefined) throw new TypeError(`${where}: no resource "${target}" in this router.`);
  const kind = id === undefined ? "int" : idKind(id);
  if (kind !== targetResource.idKind) {
    throw new TypeError(
      `${where}: its ids have another type than those of "${target}"; pass { id: … } to toOne or toMany.`,
    );
  }
}

function checkPaths(operation: OperationSpec, resources: Resources): void {
  const { info, resource, options } = operation;
  const rows = returnedRows(options);
  const returned = rows && resources.get(rows.type)?.resource;
  if (rows !== undefined && returned === undefined)
    fail(operation, `returns "${rows.type}": no resource "${rows.type}" in this router.`);
  for (const path of options.include ?? []) {
    let current = returned ?? resource;
    const full = info.kind === "getRelated" ? joinSegments(info.relationship, path) : path;
    for (const segment of segmentsOf(full)) {
      const relationship = current.relationships.get(segment);
      const target = relationship && resources.get(relationship.target)?.resource;
      if (relationship !== undefined && target === undefined) break; // the relationship itself is a problem of its own
      if (target === undefined) {
        throw new TypeError(
          `${operationName(info)}: include "${full}": "${current.type}" has no relationship "${segment}".`,
        );
      }
      current = target;
    }
  }
}

function checkAffects({ info, options }: OperationSpec, resources: Resources): void {
  for (const type of options.affects ?? []) {
    if (!resources.has(type))
      throw new TypeError(`${operationName(info)}: affects "${type}": no resource "${type}" in this router.`);
  }
}

/** A change of another version is answered with the current resource, which `getOne` reads. */
function checkVersioned({ type, version }: ResourceSpec, operations: readonly OperationSpec[]): void {
  if (version === undefined || operations.some(({ info }) => info.kind === "getOne")) return;
  const change = operations.find(({ info }) => isVersionedChange(info));
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
