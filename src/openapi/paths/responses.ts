import type { OperationSpec } from "../../define/model/operation.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import { JSON_API } from "../../wire/json-api.js";
import { includedTypes, primaryResources } from "../../protocol/reachable-types.js";
import type { JsonSchema, OpenapiResponse, Responses } from "../document/document.js";
import { oneOf, oneOrMany } from "../schemas/resource-schemas.js";
import { operationRelationship } from "./bodies.js";
import type { DescriptionContext } from "./context.js";
import { OPERATIONS } from "../../wire/operations.js";
import { mayGiveUndefined } from "../../schema/presence.js";
import { END_EVENT, ERROR_EVENT, EVENT_STREAM } from "../../wire/events.js";
import { TYPE_NOTE } from "../../wire/headers.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { operationId, pascalCase } from "../document/names.js";
import type { SchemaWriter } from "../schemas/schema-writer.js";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The successful responses of an operation of JSON:API. */
export function success(operation: OperationSpec, context: DescriptionContext): Responses {
  const { info } = operation;
  const { response, status } = OPERATIONS[info.kind];
  const hasSelf = context.links.get(info.type)?.hasSelf ?? false;
  const described = documentResponse(operation, context, response !== "resource" || hasSelf);
  return { [status]: status === 201 && hasSelf ? { ...described, headers: { Location: LOCATION } } : described };
}

const URI_REFERENCE = { type: "string", format: "uri-reference" };

/** JSON:API 1.1, "Creating Resources": the link to the new resource is also in the header `Location`. */
const LOCATION = { description: "Where the new resource is.", required: true, schema: URI_REFERENCE };

/** @param hasSelf Whether the document must have links. */
function documentResponse(
  operation: OperationSpec,
  { resources, schemas, plain }: DescriptionContext,
  hasSelf: boolean,
): OpenapiResponse {
  const { info, resource, options } = operation;
  const { method, response, status } = OPERATIONS[info.kind];
  const page = isLinkedPage(options.page) ? options.page["~page"] : undefined;
  const prefix = page === undefined ? "" : page === "cursor" ? "Cursor" : "Page";
  const included = includedTypes(operation, resources).map((spec) => schemas.read(spec));
  const document = (description: string, data: JsonSchema, row?: JsonSchema): OpenapiResponse => {
    const schema = {
      type: "object",
      required: ["jsonapi", ...(hasSelf ? ["links"] : []), "data"],
      properties: {
        jsonapi: ref("JsonApi"),
        links: ref(`${prefix}Links`),
        data,
        ...(included.length > 0 && { included: { type: "array", items: oneOf(included) } }),
        meta: ref(`${prefix}Meta`),
      },
    };
    return { description, content: { [JSON_API]: { schema }, ...(row && { [JSON_TEXT]: { schema: row } }) } };
  };
  switch (response) {
    case "resource": {
      const description = method === "GET" ? `One of "${info.type}".` : status === 201 ? "Created." : "Edited.";
      return document(description, schemas.read(resource), plain?.row([resource]));
    }
    case "list": {
      const rows = plain?.list(plain.row([resource]));
      return document(`A list of "${info.type}".`, { type: "array", items: schemas.read(resource) }, rows);
    }
    case "related": {
      const { many, allowsNull, allowsAbsent } = operationRelationship(operation);
      const primary = primaryResources(operation, resources);
      const data = oneOrMany(oneOf(primary.map((spec) => schemas.read(spec))), many, allowsNull || allowsAbsent);
      const row = plain?.row(primary);
      const rows = row && (many ? plain?.list(row) : oneOrMany(row, false, allowsNull || allowsAbsent));
      return document(`What "${info.relationship}" relates to.`, data, rows);
    }
    case "linkage": {
      const relationship = operationRelationship(operation);
      const nullable = relationship.allowsNull || relationship.allowsAbsent;
      const linkage = schemas.linkage(relationship, false, nullable);
      const id = plain?.id(relationship);
      const ids = id && (relationship.many ? plain?.list(id) : oneOrMany(id, false, nullable));
      return document(`The linkage of "${info.relationship}".`, linkage, ids);
    }
    default:
      return DONE;
  }
}

/** The successful responses of an action. */
export function actionSuccess(operation: OperationSpec, context: DescriptionContext): Responses {
  const { info, options } = operation;
  const { writer } = context;
  const { returns, output, events, status = 200 } = options;
  const name = pascalCase(operationId(info));
  if (events !== undefined) return { 200: eventsResponse(events, writer, name) };
  // The link `self` leads to the document, which a POST does not.
  const rows = context.results.get(operation);
  if (returns !== undefined && rows) return { [status]: documentResponse(rows, context, info.kind === "query") };
  if (output === undefined) return { [status === 202 ? 202 : 204]: DONE };
  const schema = writer.write(output, "output", `${name}Output`);
  const response = { description: "The result.", headers: NOTE, content: { [JSON_TEXT]: { schema } } };
  return { [status]: response, ...(mayGiveUndefined(output) && { 204: DONE }) };
}

const DONE: OpenapiResponse = { description: "Done." };

const NOTE_TEXT = "Which values of the result are of types that JSON lacks, such as dates.";
const NOTE = { [TYPE_NOTE]: { description: NOTE_TEXT, schema: { type: "string" } } };

function eventsResponse(
  events: NonNullable<OperationSpec["options"]["events"]>,
  writer: SchemaWriter,
  name: string,
): OpenapiResponse {
  const schemas = Object.entries(events).map(([event, schema]): JsonSchema => {
    const data = writer.write(schema, "output", `${name}${pascalCase(event)}`);
    const properties = { event: { type: "string", const: event }, id: { type: "string" }, data };
    return { type: "object", required: ["event", "data"], properties };
  });
  const description = `Server-sent events; the data of each is JSON. The event \`${END_EVENT}\` ends the stream. \`${ERROR_EVENT}\` ends it with an error document.`;
  return { description, content: { [EVENT_STREAM]: { schema: oneOf(schemas) } } };
}
