/** superjson, as far as it is used: for what the simple types do not cover, such as registered classes. */
export interface Superjson {
  serialize(value: unknown): { json: unknown; meta?: { readonly values?: unknown } };
  deserialize(payload: { json: unknown; meta?: unknown }): unknown; // as its own types have it: any JSON, any meta
}

/** Thrown where a value is met that superjson may know, and it was not given. */
export class SuperjsonNeeded extends Error {}
