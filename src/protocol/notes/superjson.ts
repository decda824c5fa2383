import defaultInstance from "superjson";
import type { Superjson } from "../../wire/notes/superjson.js";

/** Its own types want what it wrote itself, and this is read from JSON. */
const instance = defaultInstance as Superjson;

/** The instance on which an application registers its own types, `superjson.registerCustom`, for values of anybody's. */
export const superjson: Superjson = {
  serialize: (value) => instance.serialize(value),
  deserialize: ({ json, meta }) => instance.deserialize({ json, meta: withoutReferences(meta) }),
};

/**
 * What superjson says of equal references is not heard: thirty lines of it would make an object of a few bytes hold itself
 * a milliard times, and whoever writes it down would never end. Without it, equal values are there as often as were sent.
 */
function withoutReferences(meta: unknown): unknown {
  if (typeof meta !== "object" || meta === null || !("referentialEqualities" in meta)) return meta;
  const { referentialEqualities: _, ...rest } = meta;
  return rest;
}
