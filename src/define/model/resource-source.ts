import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";
import type { RoutesSpec } from "./router.js";

/** What a router asks the source of a resource. */
interface ResourceSource {
  /** Throws what is wrong with the sources of its data, also of those that only handlers without a check call. */
  check(operations: readonly OperationSpec[]): void;
  /** Whether `check` says that the target of a relationship has no source. */
  reportsTarget(type: string): boolean;
  /** The types whose rows an operation that writes changes, apart from its own row. */
  affectedTypes(operation: OperationSpec): readonly string[];
}

/** The last source of each resource that has one. */
const sources = new WeakMap<ResourceSpec, ResourceSource>();

export function keepSource(resource: ResourceSpec, source: ResourceSource): void {
  sources.set(resource, source);
}

export function checkSource({ resource, operations }: RoutesSpec): void {
  sources.get(resource)?.check(operations);
}

/** Whether the source says that a target is missing. */
export function reportsTarget(resource: ResourceSpec, target: string): boolean {
  return sources.get(resource)?.reportsTarget(target) ?? false;
}

/** The operations, with the option `affects` where the resource's source states it. The app's own list wins. */
export function withAffectedTypes(
  { resource, operations }: RoutesSpec,
  served: ReadonlyMap<string, unknown>,
): readonly OperationSpec[] {
  const source = sources.get(resource);
  if (source === undefined) return operations;
  return operations.map((operation) => {
    const types = operation.options.affects ?? source.affectedTypes(operation).filter((type) => served.has(type));
    const affects = [...new Set(types)];
    return affects.length === 0 ? operation : { ...operation, options: { ...operation.options, affects } };
  });
}
