import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";
import type { RoutesSpec } from "./router.js";

/** The types whose rows an operation that writes changes, apart from its own row. */
type AffectedTypes = (operation: OperationSpec) => readonly string[];

/** Of resources with a source, which knows where the rows of others hang on its own. */
const sources = new WeakMap<ResourceSpec, AffectedTypes>();

export function keepAffectedTypes(resource: ResourceSpec, affected: AffectedTypes): void {
  sources.set(resource, affected);
}

/** The operations, with the option `affects` where the resource's source states it. The app's own list wins. */
export function withAffectedTypes(
  { resource, operations }: RoutesSpec,
  served: ReadonlyMap<string, unknown>,
): readonly OperationSpec[] {
  const affectedBy = sources.get(resource);
  if (affectedBy === undefined) return operations;
  return operations.map((operation) => {
    const types = operation.options.affects ?? affectedBy(operation).filter((type) => served.has(type));
    const affects = [...new Set(types)];
    return affects.length === 0 ? operation : { ...operation, options: { ...operation.options, affects } };
  });
}
