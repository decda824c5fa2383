import type { z } from "zod";
import { mayWait } from "./may-wait.js";
import { runSchemaNow } from "./run-schema.js";

/** Whether a schema accepts a value. Asynchronous checks count as passed. */
export function accepts(schema: z.core.$ZodType, value: unknown, waits = mayWait(schema)): boolean {
  return runSchemaNow(schema, value, waits)?.success !== false;
}
