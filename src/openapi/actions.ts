import type { ResourceSpec } from "../define/model/resource.js";
import type { OperationSpec } from "../define/model/operation.js";
import { accepts } from "../schema/accepts.js";
import { fileMembers, inputMembers } from "../schema/input-schema.js";
import { mayGiveUndefined } from "../schema/presence.js";
import { formValue } from "../schema/query-value.js";
import { validBodyTypes } from "../server/body-types.js";
import { END_EVENT, ERROR_EVENT } from "../wire/events.js";
import { LAST_EVENT_ID, TYPE_NOTE } from "../wire/headers.js";
import { EVENT_STREAM, JSON_TEXT } from "../wire/media-types.js";
import type {
  JsonSchema,
  OpenapiParameter,
  OpenapiRequestBody,
  OpenapiResponse,
  Responses,
} from "./document/document.js";
import { operationId, pascalCase } from "./names.js";
import type { ResourceSchemas } from "./resource-schemas.js";
import { oneOf, rowsResponse } from "./responses.js";
import type { SchemaWriter } from "./schema-writer.js";

/** The body of a command's request: its input as JSON, or as a form. */
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
  return {
    required,
    content: Object.fromEntries(validBodyTypes(options).map((type) => [type, type === JSON_TEXT ? { schema } : form])),
  };
}

/** The header of a client that continues a stream. */
export function streamParameters({ info }: OperationSpec): OpenapiParameter[] {
  if (info.kind !== "stream") return [];
  const description = "The id of the last event that the client received. The stream continues after it.";
  return [{ name: LAST_EVENT_ID, in: "header", description, schema: { type: "string" } }];
}

/**
 * The successful responses of an action.
 *
 * @param rows The get or the list of the rows that the action returns.
 */
export function actionSuccess(
  { info, options }: OperationSpec,
  rows: OperationSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  schemas: ResourceSchemas,
  writer: SchemaWriter,
): Responses {
  const { returns, output, events, status = 200 } = options;
  const name = pascalCase(operationId(info));
  if (events !== undefined) return { 200: eventsResponse(events, writer, name) };
  // The link `self` leads to the document, which a POST does not.
  if (returns !== undefined) return { [status]: rowsResponse(rows, resources, schemas, info.kind === "query") };
  if (output === undefined) return { [status === 202 ? 202 : 204]: DONE };
  const schema = writer.write(output, "output", `${name}Output`);
  const response = { description: "The result.", headers: NOTE, content: { [JSON_TEXT]: { schema } } };
  return { [status]: response, ...(mayGiveUndefined(output) && { 204: DONE }) };
}

const DONE: OpenapiResponse = { description: "Done." };

const NOTE = {
  [TYPE_NOTE]: {
    description: "Which values of the result are dates and other types that JSON does not have, if it contains any.",
    schema: { type: "string" },
  },
};

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
