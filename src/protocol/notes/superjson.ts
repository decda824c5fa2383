import defaultInstance from "superjson";
import type { Superjson } from "../../wire/notes/superjson.js";

/** superjson's own types accept only its own output, but this input is parsed JSON. */
const instance = defaultInstance as Superjson;

/** The default instance, because applications register their types on it with `superjson.registerCustom`. */
export const superjson: Superjson = {
  serialize: (value) => instance.serialize(value),
  deserialize: ({ json, meta }) => instance.deserialize({ json, meta: withoutReferences(meta) }),
};

/**
 * Ignores superjson's notes about equal references. Thirty references can describe a structure with a billion nodes, which
 * would never finish serializing.
 */
function withoutReferences(meta: unknown): unknown {
  if (typeof meta !== "object" || meta === null || !("referentialEqualities" in meta)) return meta;
  const { referentialEqualities: _, ...rest } = meta;
  return rest;
}
