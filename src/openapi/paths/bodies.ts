import type { RelationshipSpec } from "../../define/model/resource.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { JSON_API } from "../../wire/json-api.js";
import type { JsonSchema, OpenapiRequestBody } from "../document/document.js";
import type { ResourceSchemas } from "../schemas/resource-schemas.js";
import { OPERATIONS } from "../../wire/operations.js";
import { accepts } from "../../schema/run-schema.js";
import { fileMembers, inputMembers } from "../../schema/input-schema.js";
import { formValue } from "../../schema/query-value.js";
import { validBodyTypes } from "../../server/body-types.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { operationId, pascalCase } from "../document/names.js";
import type { PlainSchemas } from "../schemas/plain-schemas.js";
import type { DescriptionContext } from "./context.js";
import type { SchemaWriter } from "../schemas/schema-writer.js";

const PARTIAL = { description: "Send only the fields that change. A value, also a list of ids, replaces the old one." };

/** The document in the request of an operation of JSON:API. Undefined if it has none. */
export function requestBody(
  operation: OperationSpec,
  { schemas, plain }: Pick<DescriptionContext, "schemas" | "plain">,
): OpenapiRequestBody | undefined {
  const data = dataOf(operation, schemas, false);
  if (data === undefined) return undefined;
  const schema = { type: "object", required: ["data"], properties: { data } };
  const more = plain && { [JSON_TEXT]: { schema: plainBody(operation, plain) } };
  return {
    ...(operation.info.kind === "editOne" && PARTIAL),
    required: true,
    content: { [JSON_API]: { schema }, ...more },
  };
}

/** The same body as plain JSON. */
function plainBody(operation: OperationSpec, plain: PlainSchemas): JsonSchema {
  const { info, resource } = operation;
  if (OPERATIONS[info.kind].body === "linkage") return plain.ids(operationRelationship(operation));
  return plain.write(resource, info.kind === "createOne" ? "create" : "edit");
}

/** The `data` of an operation. Undefined if it has none. @param inBatch Whether local ids may be in place of ids. */
export function dataOf(operation: OperationSpec, schemas: ResourceSchemas, inBatch: boolean): JsonSchema | undefined {
  const { info, resource } = operation;
  const { body } = OPERATIONS[info.kind];
  if (body === "resource") return schemas.write(resource, info.kind === "createOne" ? "create" : "edit", inBatch);
  return body === "linkage" ? schemas.linkage(operationRelationship(operation), inBatch) : undefined;
}

export function operationRelationship({ info, resource }: OperationSpec): RelationshipSpec {
  return resource.relationships.get(info.relationship ?? "") as RelationshipSpec; // the operation's own check has found it
}

/**
 * The body of a command's request: its input as JSON, or as a form if it has files. Other commands take forms, too, but a generator that
 * can choose may choose one that it cannot write.
 */
export function inputBody({ info, options }: OperationSpec, writer: SchemaWriter): OpenapiRequestBody | undefined {
  const { input } = options;
  if (info.kind !== "command" || input === undefined) return undefined;
  const schema = writer.write(input, "input", `${pascalCase(operationId(info))}Input`);
  const required = !accepts(input, {}); // without a body, the input is an empty object
  const files = fileMembers(input);
  const others = [...inputMembers(input)].filter(
    ([name, member]) => !files.has(name) && formValue(member) === undefined,
  );
  const encoding = Object.fromEntries(others.map(([name]) => [name, { contentType: JSON_TEXT }]));
  const form = { schema, ...(others.length > 0 && { encoding }) };
  const types = files.size === 0 ? [JSON_TEXT] : validBodyTypes(options);
  return { required, content: Object.fromEntries(types.map((type) => [type, type === JSON_TEXT ? { schema } : form])) };
}
