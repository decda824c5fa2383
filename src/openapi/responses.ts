import type { ResourceSpec } from "../define/model/resource.js";
import type { OperationSpec } from "../define/model/operation.js";
import { isLinkedPage } from "../define/model/page.js";
import type { RelationshipSpec } from "../define/model/relationship.js";
import type { ResourceLinks } from "../protocol/document/links.js";
import { MEDIA_TYPE } from "../protocol/negotiation/media-type.js";
import { includedTypes, primaryResource } from "../protocol/reachable-types.js";
import type { JsonSchema, OpenapiResponse } from "./document.js";
import { orNull } from "./or-null.js";
import type { ResourceSchemas } from "./resource-schemas.js";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** How an operation answers when all is well: its status, and what comes with it. */
export function success(
  operation: OperationSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  links: ResourceLinks,
  schemas: ResourceSchemas,
): readonly [status: string, response: OpenapiResponse] {
  const { info, resource } = operation;
  const included = includedTypes(operation, resources).map((spec) => schemas.read(spec));
  const documentOf = (data: JsonSchema, hasSelf = true) => content(operation, data, included, hasSelf);
  switch (info.kind) {
    case "getOne":
      return ["200", { description: `One of "${info.type}".`, ...documentOf(schemas.read(resource)) }];
    case "getMany":
      return ["200", { description: `A list of "${info.type}".`, ...documentOf(listOf(schemas.read(resource))) }];
    case "createOne":
      return [
        "201",
        { description: "Created.", ...location(links), ...documentOf(schemas.read(resource), links.hasSelf) },
      ];
    case "editOne":
      return ["200", { description: "Edited.", ...documentOf(schemas.read(resource), links.hasSelf) }];
    case "getRelated": {
      const target = schemas.read(primaryResource(operation, resources));
      const description = `What "${info.relationship}" relates to.`;
      return ["200", { description, ...documentOf(related(relationshipOf(operation), target)) }];
    }
    case "getRelationship": {
      const relationship = relationshipOf(operation);
      const linkage = schemas.linkage(relationship, relationship.allowsNull || relationship.allowsAbsent);
      return ["200", { description: `The linkage of "${info.relationship}".`, ...documentOf(linkage) }];
    }
    default:
      return ["204", { description: "Done." }];
  }
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

/** JSON:API 1.1, "Creating Resources": where there is a link to what was created, it is told twice. */
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
  return { content: { [MEDIA_TYPE]: { schema } } };
}

function oneOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { oneOf: schemas };
}
