import type { ApiError } from "../errors.js";
import { comparedId } from "../../schema/formats.js";
import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";
import type { RoutesSpec } from "./router.js";

/** What a router and a server ask the source of a resource. */
interface ResourceSource {
  /** Throws what is wrong with the sources of its data, also of those that only handlers without a check call. */
  check(operations: readonly OperationSpec[]): void;
  /** Whether `check` says that the target of a relationship has no source. */
  reportsTarget(type: string): boolean;
  /** The types whose rows an operation that writes changes, apart from its own row. */
  affectedTypes(operation: OperationSpec): readonly string[];
  /**
   * The errors of writes whose values another row has: of rules about one of these fields, and about no field that the resource lacks.
   *
   * @param resource The resource, or its copy for some callers.
   */
  conflicts(resource: ResourceSpec, written: ReadonlySet<string>): readonly ApiError[];
  /** Equal for spellings of an id that find the same row. */
  idKey(id: string): string;
  /** An id as its row spells it, as far as its type says. */
  spelledId(id: string): unknown;
}

/** The last source of each resource that has one, by a member that copies of the resource for some callers share. */
const sources = new WeakMap<ResourceSpec["visible"], ResourceSource>();

export function keepSource({ visible }: ResourceSpec, source: ResourceSource): void {
  sources.set(visible, source);
}

export function keptSource({ visible }: ResourceSpec): ResourceSource | undefined {
  return sources.get(visible);
}

/** Equal for ids of the same resource. */
export function idKeyOf(resource: ResourceSpec, id: string): string {
  const compared = comparedId(resource.idKind, id);
  return keptSource(resource)?.idKey(compared) ?? compared;
}

/** The id in a path as other responses have it, as far as its type says. */
export function spelledId(resource: ResourceSpec, id: unknown): string {
  return `${keptSource(resource)?.spelledId(`${id}`) ?? id}`;
}

/** The operations, with the option `affects` where the resource's source states it. The app's own list wins. */
export function withAffectedTypes(
  { resource, operations }: RoutesSpec,
  served: ReadonlyMap<string, unknown>,
): readonly OperationSpec[] {
  const source = keptSource(resource);
  if (source === undefined) return operations;
  return operations.map((operation) => {
    const types = operation.options.affects ?? source.affectedTypes(operation).filter((type) => served.has(type));
    const affects = [...new Set(types)];
    return affects.length === 0 ? operation : { ...operation, options: { ...operation.options, affects } };
  });
}
