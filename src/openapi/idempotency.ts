import type { OperationSpec } from "../define/model/operation.js";
import type { OpenapiParameter, OpenapiResponse, Responses } from "./document/document.js";

/** The header with the key of an idempotent operation. */
export function keyParameters({ options }: OperationSpec): OpenapiParameter[] {
  if (!options.idempotent) return [];
  const description =
    "A new key for each write, for example a UUID. If the write is sent again with the same key, it is not done again, and the response is the first one.";
  const schema = { type: "string", minLength: 1, maxLength: 255 } as const;
  return [{ name: "Idempotency-Key", in: "header", required: options.idempotent === "required", description, schema }];
}

/** Adds the header that marks a stored response. */
export function withReplayed({ options }: OperationSpec, responses: Responses): Responses {
  if (!options.idempotent) return responses;
  const replayed = {
    description: "`true` if this is the stored response of an earlier request with the same key.",
    schema: { type: "string", enum: ["true"] },
  } as const;
  const marked = Object.entries(responses).map(([status, response]) => {
    const { headers, ...rest } = response as OpenapiResponse; // a success is described here, and not by reference
    return [status, { ...rest, headers: { ...headers, "Idempotency-Replayed": replayed } }];
  });
  return Object.fromEntries(marked);
}
