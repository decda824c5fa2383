import type { z } from "zod";
import { reachableNodes } from "./node.js";
import { schemaNode } from "./schema-node.js";

const known = new WeakMap<z.core.$ZodType, boolean>();

/** Whether a schema may be asynchronous, because it contains the application's functions: a check, a transform or a codec. */
export function mayWait(schema: z.core.$ZodType): boolean {
  const found = known.get(schema);
  if (found !== undefined) return found;
  known.set(schema, false); // for a schema inside itself
  const waits = reachableNodes(schemaNode(schema, "input")).some((node) => hasFunction(node.schema));
  known.set(schema, waits);
  return waits;
}

function hasFunction(schema: z.core.$ZodType): boolean {
  const { def, bag } = schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  if (def.type === "transform" || (def.type === "custom" && !("Class" in bag))) return true;
  if (def.checks?.some((check) => check._zod.def.check === "custom")) return true;
  return def.type === "pipe" && ("transform" in def || mayWait(def.out));
}
