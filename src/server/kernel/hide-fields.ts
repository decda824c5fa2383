import type { ResourceSpec } from "../../define/model/resource.js";
import { type DeclaredOptions, type OperationSpec, queriedType } from "../../define/model/operation.js";
import type { RouterSpec } from "../../define/model/router.js";
import { RoutesSpec } from "../../define/model/router.js";
import type { SortDeclaration } from "../../define/types/sort.js";
import { segmentsOf } from "../../wire/include-path.js";

/** Fields by type. */
export type Hidden = ReadonlyMap<string, ReadonlySet<string>>;

/** A router without some fields. */
export interface Reduced {
  readonly router: RouterSpec;
  /** From each declared operation to its new version. Operations of a hidden relationship are missing. */
  readonly operations: ReadonlyMap<OperationSpec, OperationSpec>;
}

/**
 * Removes fields from the resources of a router, and the options that refer to them from its operations. The result is as
 * if the fields had never been declared, so no response can reveal them.
 */
export function hideFields({ resources, actions, middleware, atomic }: RouterSpec, hidden: Hidden): Reduced {
  const specs = new Map(
    [...resources].map(([type, { resource }]) => [type, reduceResource(resource, hidden.get(type))]),
  );
  const operations = new Map<OperationSpec, OperationSpec>();
  const reduced = new Map<string, RoutesSpec>();
  for (const [type, routes] of resources) {
    const resource = specs.get(type) ?? routes.resource;
    for (const operation of routes.operations) {
      const { relationship } = operation.info;
      if (relationship !== undefined && hidden.get(type)?.has(relationship)) continue;
      operations.set(operation, reduceOperation(operation, resource, resources, hidden));
    }
    const left = routes.operations.flatMap((operation) => operations.get(operation) ?? []);
    reduced.set(type, new RoutesSpec(resource, left));
  }
  for (const action of actions) operations.set(action, reduceOperation(action, action.resource, resources, hidden));
  const leftActions = actions.flatMap((action) => operations.get(action) ?? []);
  return { router: { resources: reduced, actions: leftActions, middleware, atomic }, operations };
}

function reduceOperation(
  operation: OperationSpec,
  resource: ResourceSpec,
  resources: RouterSpec["resources"],
  hidden: Hidden,
): OperationSpec {
  const options = reduceOptions(operation, (name, first) => reachesHidden(name, first, resources, hidden));
  return { ...operation, resource, options };
}

function reduceResource(resource: ResourceSpec, hidden: ReadonlySet<string> | undefined): ResourceSpec {
  if (hidden === undefined) return resource;
  const names = (fields: ReadonlySet<string>) => new Set([...fields].filter((name) => !hidden.has(name)));
  return {
    ...resource,
    attributes: new Map([...resource.attributes].filter(([name]) => !hidden.has(name))),
    relationships: new Map([...resource.relationships].filter(([name]) => !hidden.has(name))),
    createFields: names(resource.createFields),
    editFields: names(resource.editFields),
    writeOnly: names(resource.writeOnly),
  };
}

function reduceOptions(operation: OperationSpec, isHidden: (name: string, first: string) => boolean): DeclaredOptions {
  const { options } = operation;
  const first = queriedType(operation) ?? operation.info.type;
  const isLeft = (name: string) => !isHidden(name, first);
  const leftOf = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => isLeft(name)));
  return {
    ...options,
    ...(options.include && { include: options.include.filter(isLeft) }),
    ...(options.filter && { filter: leftOf(options.filter) }),
    ...(options.sort && { sort: reduceSort(options.sort, isLeft, leftOf) }),
  };
}

function reduceSort(
  sort: SortDeclaration,
  isLeft: (name: string) => boolean,
  leftOf: <T>(record: Readonly<Record<string, T>>) => Record<string, T>,
): SortDeclaration {
  if (Array.isArray(sort)) return sort.filter(isLeft);
  return "_zod" in sort ? sort : leftOf(sort as Readonly<Record<string, true>>); // neither a list nor a schema
}

/** Whether a name such as `author__salary__above` refers to a hidden field. */
function reachesHidden(name: string, first: string, resources: RouterSpec["resources"], hidden: Hidden): boolean {
  let type: string | undefined = first;
  for (const segment of segmentsOf(name)) {
    if (type === undefined) return false;
    if (hidden.get(type)?.has(segment)) return true;
    type = resources.get(type)?.resource.relationships.get(segment)?.target;
  }
  return false;
}
