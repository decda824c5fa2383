import { z } from "zod";
import { derivedSchema } from "./derived-schema.js";

/**
 * What a schema says of a value that nothing waits for: an id, what a query string asks for, what is not sent.
 *
 * @param what Whose schema it is, for the message.
 * @throws TypeError where the schema has asynchronous checks. Which are asynchronous is seen only by asking them.
 */
export function parseNow(schema: z.ZodType, value: unknown, what: string): z.ZodSafeParseResult<unknown> {
  try {
    return z.safeParse(derivedSchema(schema, "exact"), value);
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) throw error;
    throw new TypeError(
      `${what} has an asynchronous check in its schema, and only attributes that are sent may have one. Check it in the handler, and throw BadRequest or NotFound there.`,
      { cause: error },
    );
  }
}

/** What a schema makes of a value that is not there; undefined where it demands one. */
export function defaultOf(schema: z.ZodType, what: string): unknown {
  return parseNow(schema, undefined, what).data;
}
