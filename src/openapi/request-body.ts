import type { OperationSpec } from "../define/model/operation.js";
import { JSON_API } from "../wire/media-types.js";
import type { JsonSchema, OpenapiRequestBody } from "./document.js";
import type { ResourceSchemas } from "./resource-schemas.js";

/** The document that an operation takes; undefined where it takes none. */
export function requestBody(
  { info, resource }: OperationSpec,
  schemas: ResourceSchemas,
): OpenapiRequestBody | undefined {
  switch (info.kind) {
    case "createOne":
      return body(schemas.write(resource, "create"));
    case "editOne":
      return body(schemas.write(resource, "edit"));
    case "editRelationship":
    case "addToRelationship":
    case "removeFromRelationship":
    case "resetRelationship": {
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
