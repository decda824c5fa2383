import { returnedRows } from "../model/action.js";
import { fail } from "./fail.js";
import { checkReadable } from "./client-readable.js";
import type { ResourceSpec } from "../model/resource.js";
import { idKind } from "../../schema/id-kind.js";
import { schemaProblem } from "../../schema/schema-problem.js";
import { isVersionedChange, methodOf, type OperationSpec, operationName } from "../model/operation.js";
import { urlPattern } from "../model/url-path.js";
import type { RoutesSpec } from "../model/router.js";
import { joinSegments, segmentsOf } from "../../wire/include-path.js";

type Resources = ReadonlyMap<string, RoutesSpec>;

/** Throws if resources conflict. The messages are those that the compiler prints. */
export function checkRouter(resources: Resources, actions: readonly OperationSpec[]): void {
  for (const [name, { resource, operations }] of resources) {
    if (resource.type !== name) {
      throw new TypeError(`t.router: "${resource.type}" is registered as "${name}"; the key must be the type's name.`);
    }
    checkSchemas(resource);
    checkTargets(resource, resources);
    for (const operation of operations) {
      checkPaths(operation, resources);
      checkAffects(operation, resources);
      checkReadable(operation, resources);
    }
    checkOnce(operations);
    checkVersioned(resource, operations);
  }
  for (const operation of actions) {
    const { action = "" } = operation.info;
    if (resources.has(action))
      fail(operation, `an action called "${action}" would shadow the resource of that name. Rename it.`);
    checkPaths(operation, resources);
    checkAffects(operation, resources);
    checkReadable(operation, resources);
  }
}

/** Runs in the router, because a schema may refer to one that is declared after its resource. */
function checkSchemas({ type, attributes }: ResourceSpec): void {
  for (const [name, schema] of attributes) {
    const where = `t.router: attribute "${type}.${name}"`;
    let problem: string | undefined;
    try {
      problem = schemaProblem(schema);
    } catch (error) {
      throw error instanceof TypeError ? new TypeError(`${where}: ${error.message}`, { cause: error }) : error;
    }
    if (problem !== undefined) throw new TypeError(`${where} ${problem}. Use another schema.`);
  }
}

function checkTargets(resource: ResourceSpec, resources: Resources): void {
  for (const [name, { target, id }] of resource.relationships) {
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
