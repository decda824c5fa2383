import type { ResourceSpec } from "../define/model/resource.js";
import type { OperationSpec } from "../define/model/operation.js";
import { OPERATIONS } from "../wire/operations.js";
import { segmentsOf } from "../wire/include-path.js";

type Resources = ReadonlyMap<string, ResourceSpec>;

/** The resource in an operation's response, which is the relationship's target for related resources. */
export function primaryResource({ info, resource }: OperationSpec, resources: Resources): ResourceSpec {
  if (OPERATIONS[info.kind].relationship !== "any") return resource;
  return targetOf(resource, info.relationship ?? "", resources);
}

/** The target of a relationship. The router has checked that it exists. */
export function targetOf(resource: ResourceSpec, relationship: string, resources: Resources): ResourceSpec {
  const target = resources.get(resource.relationships.get(relationship)?.target ?? "");
  if (target === undefined) throw new TypeError(`"${resource.type}.${relationship}" has no target in this router.`);
  return target;
}

/** The resources that `included` may contain, according to the declared includes. */
export function includedTypes(operation: OperationSpec, resources: Resources): ResourceSpec[] {
  const primary = primaryResource(operation, resources);
  const reached = new Set<ResourceSpec>();
  for (const path of operation.options.include ?? []) {
    let current = primary;
    for (const segment of segmentsOf(path)) {
      current = targetOf(current, segment, resources);
      reached.add(current);
    }
  }
  return [...reached];
}

/** The primary resource and the resources that `included` may contain, each once. */
export function reachableTypes(operation: OperationSpec, resources: Resources): ResourceSpec[] {
  const primary = primaryResource(operation, resources);
  return [...new Set([primary, ...includedTypes(operation, resources)])];
}
