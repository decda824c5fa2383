/** superjson, as far as it is used: for what the simple types do not cover, such as registered classes. */
export interface Superjson {
  serialize(value: unknown): { json: unknown; meta?: { readonly values?: unknown } };
  deserialize(payload: { json: unknown; meta?: unknown }): unknown; // as its own types have it: any JSON, any meta
}

/** Thrown for a value that superjson may support, if superjson was not passed. */
export class SuperjsonNeeded extends Error {}
