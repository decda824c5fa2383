import type { z } from "zod";
import { allowsUndefined } from "./node.js";
import { schemaNode } from "./schema-node.js";

/** Whether a schema takes a value that is missing: it is optional, or has a default. */
export function takesAbsence(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined;
}

/** Whether an object's member, or a tuple's item, of a schema may be missing from what Zod gives. */
export function givesAbsence(schema: z.core.$ZodType): boolean {
  return schema._zod.optout !== undefined;
}

/** Whether a schema may give undefined, so that a response leaves the member out. */
export function mayGiveUndefined(schema: z.core.$ZodType): boolean {
  return givesAbsence(schema) || allowsUndefined(schemaNode(schema, "output"));
}

/** Whether a schema makes nothing of a missing value: `.optional()` around a schema without a default. */
export function isBareOptional(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  return def.type === "optional" && !takesAbsence(def.innerType);
}
