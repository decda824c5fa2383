import type { z } from "zod";
import { Uncertain } from "./judgement.js";

/** Zod's verdict. An error that Zod or the schema throws makes a case uncertain. */
export function askZod(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof Uncertain) throw error;
    const isMerge = error instanceof Error && error.message.startsWith("Unmergable intersection");
    throw new Uncertain(isMerge ? "unmergeable" : "throws");
  }
}

export function issuesOf(result: z.ZodSafeParseError<unknown>): string {
  return result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}
