import type { z } from "zod";
import { allowsUndefined } from "./node.js";
import { schemaNode } from "./schema-node.js";

/** Whether a schema accepts a missing value, because it is optional or has a default. */
export function takesAbsence(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined;
}

/** Whether a member of an object, or an item of a tuple, may be missing from Zod's output. */
export function givesAbsence(schema: z.core.$ZodType): boolean {
  return schema._zod.optout !== undefined;
}

/** Whether a schema's output may be undefined, so that a response omits the member. */
export function mayGiveUndefined(schema: z.core.$ZodType): boolean {
  return givesAbsence(schema) || allowsUndefined(schemaNode(schema, "output"));
}

/** Whether a missing value stays missing: `.optional()` around a schema without a default. */
export function isBareOptional(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  return def.type === "optional" && !takesAbsence(def.innerType);
}
