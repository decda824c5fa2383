import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";
import type { RoutesSpec } from "./router.js";

/** What a router asks the source of a resource. */
interface ResourceSource {
  /** Throws what is wrong with the declarations of its data, also of sources that only handlers without a check call. */
  check(): void;
  /** The types whose rows an operation that writes changes, apart from its own row. */
  affectedTypes(operation: OperationSpec): readonly string[];
}

/** The last source of each resource that has one. */
const sources = new WeakMap<ResourceSpec, ResourceSource>();

export function keepSource(resource: ResourceSpec, source: ResourceSource): void {
  sources.set(resource, source);
}

export function checkSource(resource: ResourceSpec): void {
  sources.get(resource)?.check();
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
