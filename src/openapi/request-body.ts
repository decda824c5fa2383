import type { OperationSpec } from "../define/model/operation.js";
import { JSON_API } from "../wire/json-api.js";
import type { JsonSchema, OpenapiRequestBody } from "./document/document.js";
import type { ResourceSchemas } from "./resource-schemas.js";
import { OPERATIONS } from "../wire/operations.js";

/** The document in an operation's request, or undefined if it has none. */
export function requestBody(
  { info, resource }: OperationSpec,
  schemas: ResourceSchemas,
): OpenapiRequestBody | undefined {
  switch (OPERATIONS[info.kind].body) {
    case "resource":
      return body(schemas.write(resource, info.kind === "createOne" ? "create" : "edit"));
    case "linkage": {
      const relationship = resource.relationships.get(info.relationship ?? "");
      return relationship && body(schemas.linkage(relationship));
    }
    default:
      return undefined;
  }
}

function body(data: JsonSchema): OpenapiRequestBody {
  const schema = { type: "object", required: ["data"], properties: { data } };
  return { required: true, content: { [JSON_API]: { schema } } };
}
