import { isObject } from "../../wire/notes/members.js";

/** A resource as a client names it. */
export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}

/** Gives its own constructor's argument, so that what a subclass declares is laid on that. */
export class Given {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for
    return value;
  }
}

/**
 * Marks every resource that a client read. A resource cannot be told from a JSON attribute with `type` and `id` by
 * looking, so it bears a private field: given as a relationship, its identifier is sent and not its whole tree. Like an
 * entry in a WeakSet, nobody sees it and no copy has it; unlike one, it costs next to nothing.
 */
class Fetched extends Given {
  readonly #isFetched = true;

  static has(value: object): boolean {
    return #isFetched in value;
  }
}

export function remember<T extends object>(resource: T): T {
  return new Fetched(resource) as T & Fetched;
}

export function isFetched(value: object): boolean {
  return Fetched.has(value);
}

/** A field of an input as it is sent: fetched resources, alone or in a list, become their identifiers. */
export function withoutTrees(value: unknown): unknown {
  return toEach(value, (one) =>
    // Only resources are remembered.
    isObject(one) && isFetched(one) ? identifierOf(one as ResourceIdentifier) : one,
  );
}

/** Makes something of a value, or of each in a list. */
export function toEach<TValue, T>(value: TValue | readonly TValue[], make: (one: TValue) => T): T | T[] {
  return Array.isArray(value) ? value.map(make) : make(value as TValue); // a readonly list is no `any[]` to TypeScript
}

export function identifierOf({ type, id }: ResourceIdentifier): ResourceIdentifier {
  return { type, id };
}

/** Named members, as opposed to a list and to a date: `page({ offset, limit })`, and not `page(2)`. */
export function isMembers(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value) && !(value instanceof Date);
}
