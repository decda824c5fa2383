import { z } from "zod";
import { mayWait } from "./may-wait.js";

/** What a schema makes of a value, or what is wrong with it. */
export type SchemaResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

/** A larger value is reported with its first problems: a megabyte can have millions, each with an object of its own. */
export const MAX_ISSUES = 100;

/**
 * Parses a value with a schema, and waits only where one of its checks does. Zod's own `safeParse` throws where it would
 * have to wait, and drops the promise: if that is rejected, the process ends.
 *
 * @param isFirstEnough Whether the first problem is enough, of which Zod then makes nothing more.
 */
export function runSchema(
  schema: z.core.$ZodType,
  value: unknown,
  isFirstEnough = false,
  waits = mayWait(schema),
): SchemaResult | Promise<SchemaResult> {
  const context: z.core.ParseContextInternal = { async: waits, abortEarly: isFirstEnough };
  const result = schema._zod.run({ value, issues: [] }, context);
  return result instanceof Promise ? result.then((payload) => outcomeOf(payload, context)) : outcomeOf(result, context);
}

/** The same where nothing waits. Undefined where the schema would have to. */
export function runSchemaNow(schema: z.core.$ZodType, value: unknown, waits?: boolean): SchemaResult | undefined {
  const outcome = runSchema(schema, value, false, waits);
  if (!(outcome instanceof Promise)) return outcome;
  outcome.catch(() => {}); // nobody waits for it
  return undefined;
}

function outcomeOf({ value, issues }: z.core.ParsePayload, context: z.core.ParseContextInternal): SchemaResult {
  if (issues.length === 0) return { success: true, data: value };
  const told = issues.slice(0, MAX_ISSUES);
  return { success: false, issues: told.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config())) };
}
