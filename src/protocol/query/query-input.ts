import type { z } from "zod";
import { derivedSchema } from "../../schema/derived-schema.js";
import { mayWait, runSchema } from "../../schema/run-schema.js";
import { whenReady } from "../maybe-promise.js";
import { type ErrorObject, MAX_ERRORS, parameterError, RequestError } from "../errors/request-error.js";

/**
 * Validates the input of a query or a stream, whose parameters were converted from their texts.
 *
 * @throws {RequestError} 400 with the name of the parameter, for each issue of the schema.
 */
export function validateInput(schema: z.ZodType): (values: Readonly<Record<string, unknown>>) => unknown {
  const waits = mayWait(schema);
  const exact = derivedSchema(schema, "exact"); // awaits every check, even if another one throws
  return (values) => {
    // Without a prototype, because a member may be called `constructor`.
    return whenReady(runSchema(exact, Object.assign(Object.create(null), values), false, waits), (result) => {
      if (result.success) return result.data;
      throw new RequestError(result.issues.slice(0, MAX_ERRORS).map((issue) => issueError(issue, values)));
    });
  };
}

function issueError({ path, message }: z.core.$ZodIssue, values: Readonly<Record<string, unknown>>) {
  const name = String(path[0] ?? "");
  if (path.length === 1 && name !== "" && !Object.hasOwn(values, name))
    return atPath(path, parameterError("missing_parameter", name, `${name} is required.`));
  // Without the name, as for a command: a form shows the message at the field, and `source` has the name.
  return atPath(path, parameterError("invalid_parameter", name, message));
}

/** Forms show the message at this member of the input. */
export function atPath(path: readonly PropertyKey[], error: ErrorObject): ErrorObject {
  return path.length === 0 ? error : { ...error, meta: { path: path.map(String) } };
}
