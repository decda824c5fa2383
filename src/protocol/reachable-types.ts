import { type ResourceSpec, targetTypes } from "../define/model/resource.js";
import type { OperationSpec } from "../define/model/operation.js";
import { OPERATIONS } from "../wire/operations.js";
import { segmentsOf } from "../wire/include-path.js";

type Resources = ReadonlyMap<string, ResourceSpec>;

/** The resources that may be in an operation's response, which are the relationship's targets for related resources. */
export function primaryResources({ info, resource }: OperationSpec, resources: Resources): readonly ResourceSpec[] {
  if (OPERATIONS[info.kind].relationship !== "any") return [resource];
  return targetsOf(resource, info.relationship ?? "", resources);
}

/** The targets of a relationship. The router has checked that they exist. Without the relationship, none. */
export function targetsOf(
  { type, relationships }: ResourceSpec,
  name: string,
  resources: Resources,
): readonly ResourceSpec[] {
  return targetTypes(relationships.get(name)).map((each) => {
    const target = resources.get(each);
    if (target === undefined) throw new TypeError(`"${type}.${name}" has no target in this router.`);
    return target;
  });
}

/** The resources that `included` may contain, according to the declared includes. */
export function includedTypes(operation: OperationSpec, resources: Resources): ResourceSpec[] {
  const primary = primaryResources(operation, resources);
  const reached = new Set<ResourceSpec>();
  for (const path of operation.options.include ?? []) {
    let current = primary;
    for (const segment of segmentsOf(path)) {
      current = current.flatMap((each) => targetsOf(each, segment, resources));
      for (const each of current) reached.add(each);
    }
  }
  return [...reached];
}

/** The primary resources and the resources that `included` may contain, each once. */
export function reachableTypes(operation: OperationSpec, resources: Resources): ResourceSpec[] {
  return [...new Set([...primaryResources(operation, resources), ...includedTypes(operation, resources)])];
}
