import type { z } from "zod";

/** Whether a schema takes a value that is missing: it is optional, or has a default. */
export function takesAbsence(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined;
}

/** Whether a schema may give undefined, so that a response leaves the member out. */
export function givesAbsence(schema: z.core.$ZodType): boolean {
  return schema._zod.optout !== undefined;
}

/** Whether a schema makes nothing of a missing value: `.optional()` around a schema without a default. */
export function isBareOptional(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  return def.type === "optional" && !takesAbsence(def.innerType);
}
