import type { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import { mayWait } from "./may-wait.js";
import { type SchemaResult, runSchemaNow } from "./run-schema.js";

/**
 * Parses a value synchronously: an id, a query parameter or a missing value.
 *
 * @param what The owner of the schema, for the message.
 * @throws {TypeError} If the schema has asynchronous checks. Only running them shows which are asynchronous.
 */
export function parseNow(schema: z.core.$ZodType, value: unknown, what: string): SchemaResult {
  const outcome = runSchemaNow(derivedSchema(schema, "exact"), value, mayWait(schema));
  if (outcome !== undefined) return outcome;
  throw new TypeError(
    `${what} has an asynchronous check in its schema, which only attributes in a request body may have. Check it in the handler, and throw BadRequest or NotFound there.`,
  );
}

/** The schema's output for a missing value, or undefined if the value is required. */
export function defaultOf(schema: z.core.$ZodType, what: string): unknown {
  const outcome = parseNow(schema, undefined, what);
  return outcome.success ? outcome.data : undefined;
}
