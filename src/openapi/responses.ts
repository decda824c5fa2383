import type { ResourceSpec, RelationshipSpec } from "../define/model/resource.js";
import type { OperationSpec } from "../define/model/operation.js";
import { isLinkedPage } from "../define/model/list-options.js";
import type { ResourceLinks } from "../protocol/document/links.js";
import { JSON_API } from "../wire/json-api.js";
import { includedTypes, primaryResource } from "../protocol/reachable-types.js";
import type { JsonSchema, OpenapiResponse } from "./document/document.js";
import { orNull } from "./or-null.js";
import type { ResourceSchemas } from "./resource-schemas.js";
import { OPERATIONS } from "../wire/operations.js";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The successful response of an operation: its status, headers and content. */
export function success(
  operation: OperationSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  links: ResourceLinks,
  schemas: ResourceSchemas,
): readonly [status: string, response: OpenapiResponse] {
  const { info, resource } = operation;
  const { method, response, status } = OPERATIONS[info.kind];
  const documentOf = documenter(operation, resources, schemas);
  switch (response) {
    case "resource": {
      const isNew = status === 201;
      const description = method === "GET" ? `One of "${info.type}".` : isNew ? "Created." : "Edited.";
      const document = documentOf(schemas.read(resource), links.hasSelf);
      return [`${status}`, { description, ...(isNew && location(links)), ...document }];
    }
    case "list":
      return [`${status}`, { description: `A list of "${info.type}".`, ...documentOf(listOf(schemas.read(resource))) }];
    case "related": {
      const target = schemas.read(primaryResource(operation, resources));
      const description = `What "${info.relationship}" relates to.`;
      return [`${status}`, { description, ...documentOf(related(relationshipOf(operation), target)) }];
    }
    case "linkage": {
      const relationship = relationshipOf(operation);
      const linkage = schemas.linkage(relationship, relationship.allowsNull || relationship.allowsAbsent);
      return [`${status}`, { description: `The linkage of "${info.relationship}".`, ...documentOf(linkage) }];
    }
    default:
      return [`${status}`, { description: "Done." }];
  }
}

/** The response with the rows that an action returns. */
export function rowsResponse(
  operation: OperationSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  schemas: ResourceSchemas,
  hasSelf: boolean,
): OpenapiResponse {
  const { info, resource } = operation;
  const documentOf = documenter(operation, resources, schemas);
  const one = schemas.read(resource);
  return info.kind === "getMany"
    ? { description: `A list of "${info.type}".`, ...documentOf(listOf(one), hasSelf) }
    : { description: `One of "${info.type}".`, ...documentOf(one, hasSelf) };
}

function documenter(
  operation: OperationSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  schemas: ResourceSchemas,
): (data: JsonSchema, hasSelf?: boolean) => Pick<OpenapiResponse, "content"> {
  const included = includedTypes(operation, resources).map((spec) => schemas.read(spec));
  return (data, hasSelf = true) => content(operation, data, included, hasSelf);
}

function relationshipOf({ info, resource }: OperationSpec): RelationshipSpec {
  const relationship = resource.relationships.get(info.relationship ?? "");
  if (relationship === undefined) throw new TypeError(`"${info.type}" has no relationship "${info.relationship}".`);
  return relationship;
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function related({ many, allowsNull, allowsAbsent }: RelationshipSpec, target: JsonSchema): JsonSchema {
  if (many) return listOf(target);
  return allowsNull || allowsAbsent ? orNull(target) : target;
}

/** JSON:API 1.1, "Creating Resources": the link to the new resource is also in the header `Location`. */
function location(links: ResourceLinks): Pick<OpenapiResponse, "headers"> {
  if (!links.hasSelf) return {};
  const schema = { type: "string", format: "uri-reference" };
  return { headers: { Location: { description: "Where the new resource is.", required: true, schema } } };
}

function content(
  { options }: OperationSpec,
  data: JsonSchema,
  included: readonly JsonSchema[],
  hasSelf: boolean,
): Pick<OpenapiResponse, "content"> {
  const page = options.page !== undefined && isLinkedPage(options.page) ? options.page["~page"] : undefined;
  const prefix = page === undefined ? "" : page === "cursor" ? "Cursor" : "Page";
  const schema = {
    type: "object",
    required: ["jsonapi", ...(hasSelf ? ["links"] : []), "data"],
    properties: {
      jsonapi: ref("JsonApi"),
      links: ref(`${prefix}Links`),
      data,
      ...(included.length > 0 && { included: listOf(oneOf(included)) }),
      meta: ref(`${prefix}Meta`),
    },
  };
  return { content: { [JSON_API]: { schema } } };
}

export function oneOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { oneOf: schemas };
}
