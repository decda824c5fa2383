/** A resource as a client names it. */
export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}

/**
 * Every resource that this client read. A resource cannot be told from a JSON attribute with `type` and `id` by
 * looking, so it is known by identity: given as a relationship, its identifier is sent and not its whole tree.
 */
const fetched = new WeakSet<object>();

export function remember<T extends object>(resource: T): T {
  fetched.add(resource);
  return resource;
}

/** A field of an input as it is sent: fetched resources, alone or in a list, become their identifiers. */
export function withoutTrees(value: unknown): unknown {
  return Array.isArray(value) ? value.map(reduce) : reduce(value);
}

function reduce(value: unknown): unknown {
  return isObject(value) && fetched.has(value) ? identifierOf(value as ResourceIdentifier) : value; // only resources are remembered
}

export function identifierOf({ type, id }: ResourceIdentifier): ResourceIdentifier {
  return { type, id };
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
