import { dropped } from "./dropped.js";
import { z } from "zod";
import { madeOfItself } from "./made-once.js";
import { reachableNodes } from "./node.js";
import { schemaNode } from "./schema-node.js";

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

const known = new WeakMap<z.core.$ZodType, boolean>();

/** Whether a schema may be asynchronous, because it contains the application's functions: a check, a transform or a codec. */
export function mayWait(schema: z.core.$ZodType): boolean {
  return madeOfItself(known, schema, false, () =>
    reachableNodes(schemaNode(schema, "input")).some((node) => hasFunction(node.schema)),
  );
}

function hasFunction(schema: z.core.$ZodType): boolean {
  const { def, bag } = schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  if (def.type === "transform" || (def.type === "custom" && !("Class" in bag))) return true;
  if (def.checks?.some((check) => check._zod.def.check === "custom")) return true;
  return def.type === "pipe" && ("transform" in def || mayWait(def.out));
}

/** Whether a schema accepts a value. Asynchronous checks count as passed. */
export function accepts(schema: z.core.$ZodType, value: unknown, waits = mayWait(schema)): boolean {
  return runSchemaNow(schema, value, waits)?.success !== false;
}
