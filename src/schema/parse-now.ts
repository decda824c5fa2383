import type { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import { mayWait } from "./may-wait.js";
import { type SchemaResult, runSchemaNow } from "./run-schema.js";

/**
 * What a schema says of a value that nothing waits for: an id, what a query string asks for, what is not sent.
 *
 * @param what Whose schema it is, for the message.
 * @throws {TypeError} If the schema has asynchronous checks. Only running them shows which are asynchronous.
 */
export function parseNow(schema: z.core.$ZodType, value: unknown, what: string): SchemaResult {
  const outcome = runSchemaNow(derivedSchema(schema, "exact"), value, mayWait(schema));
  if (outcome !== undefined) return outcome;
  throw new TypeError(
    `${what} has an asynchronous check in its schema, and only attributes that are sent may have one. Check it in the handler, and throw BadRequest or NotFound there.`,
  );
}

/** What a schema makes of a value that is not there; undefined where it demands one. */
export function defaultOf(schema: z.core.$ZodType, what: string): unknown {
  const outcome = parseNow(schema, undefined, what);
  return outcome.success ? outcome.data : undefined;
}
