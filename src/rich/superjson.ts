/** superjson, as far as it is used: for what the simple types do not cover, such as registered classes. */
export interface Superjson {
  serialize(value: unknown): { json: unknown; meta?: { readonly values?: unknown } };
  deserialize(payload: { json: unknown; meta?: unknown }): unknown; // as its own types have it: any JSON, any meta
}

/** Thrown where a value needs superjson, and it is not loaded. */
export class SuperjsonNeeded extends Error {
  override name: string = "SuperjsonNeeded";
  override message: string = "A value needs superjson: await loadSuperjson() of trestle/client before it is read.";
}
