import { isVersionedChange, type OperationSpec } from "../define/model/operation.js";
import { OPERATIONS } from "../wire/operations.js";
import type { OpenapiParameter, OpenapiResponse, Responses } from "./document/document.js";

/** The headers of a request that concern the version of a resource. */
export function versionParameters({ info, resource }: OperationSpec): OpenapiParameter[] {
  const { version } = resource;
  if (version === undefined) return [];
  if (info.kind === "getOne") {
    const description = "The ETag of the copy that the client has. If it is still right, the response is a 304.";
    return [{ name: "If-None-Match", in: "header", description, schema: { type: "string" } }];
  }
  if (!isVersionedChange(info)) return [];
  const description = `The ETag of the resource, or its \`${version.field}\` in double quotes. If somebody else changed it, the response is a 412.`;
  return [{ name: "If-Match", in: "header", required: version.required, description, schema: { type: "string" } }];
}

/** Adds `ETag` to a response with one resource, and the 304 of a read. */
export function withEntityTag({ info, resource }: OperationSpec, responses: Responses): Responses {
  if (resource.version === undefined || OPERATIONS[info.kind].response !== "resource") return responses;
  const ETag = { description: "The version of the resource. Absent with `include`.", schema: { type: "string" } };
  const tagged = Object.entries(responses).map(([status, response]) => {
    const { headers, ...rest } = response as OpenapiResponse; // a success is described here, and not by reference
    return [status, { ...rest, headers: { ...headers, ETag } }];
  });
  const unchanged: OpenapiResponse = { description: "Not modified.", headers: { ETag } };
  return { ...Object.fromEntries(tagged), ...(info.kind === "getOne" && { 304: unchanged }) };
}
