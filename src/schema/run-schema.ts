import { dropped } from "./dropped.js";
import { z } from "zod";
import { mayWait } from "./may-wait.js";

/** The result of parsing a value with a schema. */
export type SchemaResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

/** The maximum number of issues per value. A body of one megabyte can contain millions. */
export const MAX_ISSUES = 100;

/**
 * Parses a value, and returns a promise only if a check does. Zod's `safeParse` throws in that case and drops the promise.
 * If the promise then rejects, the process ends.
 *
 * @param abortEarly Whether to stop at the first issue.
 */
export function runSchema(
  schema: z.core.$ZodType,
  value: unknown,
  abortEarly = false,
  waits = mayWait(schema),
): SchemaResult | Promise<SchemaResult> {
  const context: z.core.ParseContextInternal = { async: waits, abortEarly };
  const result = schema._zod.run({ value, issues: [] }, context);
  return result instanceof Promise ? result.then((payload) => outcomeOf(payload, context)) : outcomeOf(result, context);
}

/** Parses a value synchronously. Returns undefined if a check returns a promise. */
export function runSchemaNow(schema: z.core.$ZodType, value: unknown, waits?: boolean): SchemaResult | undefined {
  const outcome = runSchema(schema, value, false, waits);
  if (!(outcome instanceof Promise)) return outcome;
  dropped(outcome); // the result is not needed
  return undefined;
}

function outcomeOf({ value, issues }: z.core.ParsePayload, context: z.core.ParseContextInternal): SchemaResult {
  if (issues.length === 0) return { success: true, data: value };
  const reported = issues.slice(0, MAX_ISSUES);
  return {
    success: false,
    issues: reported.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config())),
  };
}
