import { isVersionedChange, type OperationSpec } from "../../define/model/operation.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { OpenapiParameter, OpenapiResponse, Responses } from "../document/document.js";
import { LAST_EVENT_ID } from "../../wire/headers.js";

/** The headers of a request that concern the version of a resource. */
export function versionParameters(operation: OperationSpec): OpenapiParameter[] {
  const { info, resource } = operation;
  const { version } = resource;
  if (version === undefined) return [];
  if (info.kind === "getOne") {
    const description = "The ETag of the client's copy. If it is still right, the response is a 304.";
    return [{ name: "If-None-Match", in: "header", description, schema: { type: "string" } }];
  }
  if (!isVersionedChange(operation)) return [];
  const description = `The ETag of the resource, or its \`${version.field}\` in double quotes. If somebody else changed it, the response is a 412.`;
  return [{ name: "If-Match", in: "header", required: version.required, description, schema: { type: "string" } }];
}

/** Adds `ETag` to a response with one resource, and the 304 of a read. */
export function withEntityTag({ info, resource }: OperationSpec, responses: Responses): Responses {
  if (resource.version === undefined || OPERATIONS[info.kind].response !== "resource") return responses;
  const ETag = { description: "The version of the resource. Absent with `include`.", schema: { type: "string" } };
  const unchanged: OpenapiResponse = { description: "Not modified.", headers: { ETag } };
  return { ...withHeaders(responses, { ETag }), ...(info.kind === "getOne" && { 304: unchanged }) };
}

function withHeaders(responses: Responses, more: NonNullable<OpenapiResponse["headers"]>): Responses {
  const all = Object.entries(responses).map(([status, response]) => {
    const { headers, ...rest } = response as OpenapiResponse; // a success is described here, and not by reference
    return [status, { ...rest, headers: { ...headers, ...more } }];
  });
  return Object.fromEntries(all);
}

/** The header with the key of an idempotent operation. */
export function keyParameters({ options }: OperationSpec): OpenapiParameter[] {
  if (!options.idempotent) return [];
  const description =
    "A new key for each write, for example a UUID. If the write is sent again with the same key, it is not done again, and the response is the first one.";
  const examples = ["8e03978e-40d5-43dd-bc93-6894a57f9324"];
  const schema = { type: "string", pattern: "^[!-~]{1,255}$", examples } as const;
  return [{ name: "Idempotency-Key", in: "header", required: options.idempotent === "required", description, schema }];
}

/** Adds the header that marks a stored response. */
export function withReplayed({ options }: OperationSpec, responses: Responses): Responses {
  if (!options.idempotent) return responses;
  const replayed = {
    description: "`true` if this is the stored response of an earlier request.",
    schema: { type: "string", enum: ["true"] },
  } as const;
  return withHeaders(responses, { "Idempotency-Replayed": replayed });
}

/** The header of a client that continues a stream. */
export function streamParameters({ info }: OperationSpec): OpenapiParameter[] {
  if (info.kind !== "stream") return [];
  const description = "The stream continues after the event with this id.";
  return [{ name: LAST_EVENT_ID, in: "header", description, schema: { type: "string" } }];
}
