import type { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import { mayWait, type SchemaResult, runSchemaNow } from "./run-schema.js";

export type ParseNow = (value: unknown) => SchemaResult;

/**
 * Compiles a parser of ids, query parameters or missing values.
 *
 * @param what The owner of the schema, for the message.
 * @throws {TypeError} At a value, if the schema has asynchronous checks. Only running them shows which are asynchronous.
 */
export function compileParse(schema: z.core.$ZodType, what: string): ParseNow {
  const exact = derivedSchema(schema, "exact");
  const waits = mayWait(schema);
  return (value) => {
    const outcome = runSchemaNow(exact, value, waits);
    if (outcome !== undefined) return outcome;
    throw new TypeError(
      `${what} has an asynchronous check in its schema, which only attributes in a request body may have. Check it in the handler, and throw BadRequest or NotFound there.`,
    );
  };
}

/** The schema's output for a missing value, or undefined if the value is required. */
export function defaultOf(schema: z.core.$ZodType, what: string): unknown {
  const outcome = compileParse(schema, what)(undefined);
  return outcome.success ? outcome.data : undefined;
}
