import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { notedValueWriter } from "../../protocol/document/noted-value.js";
import { NO_LINKS } from "../../protocol/document/document-writer.js";
import { NO_CONTENT_HEADERS } from "../../protocol/negotiation/response-headers.js";
import { CONTENT_TYPE, EXPOSE_HEADERS, TYPE_NOTE } from "../../wire/headers.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { asciiJson } from "../../wire/ascii-json.js";
import type { CompiledApi } from "../compiled-api.js";
import type { ServerResponse } from "../http.js";
import { compileWriteEvents } from "./event-stream.js";
import type { OperationView } from "../kernel/request-state.js";
import { arityOf, compileWrite, NO_CONTENT, nothing } from "./write-response.js";

/**
 * Compiles the writer of an action's result: rows as a JSON:API document, a value as JSON, events as a stream, and nothing as
 * a 204.
 *
 * @param operation The get or the list of the rows that the action returns.
 */
export function compileWriteResult(
  action: OperationSpec,
  operation: OperationSpec,
  api: CompiledApi,
): OperationView["write"] {
  const { returns, output, events } = action.options;
  if (events !== undefined) return compileWriteEvents(action, events, api);
  if (returns !== undefined) return writeRows(action, operation, api);
  if (output !== undefined) return writeValue(action, output, api);
  return nothing(action, action.options.status === 202 ? ACCEPTED : NO_CONTENT);
}

const ACCEPTED: ServerResponse = { ...NO_CONTENT, status: 202 };

function writeRows(action: OperationSpec, operation: OperationSpec, api: CompiledApi): OperationView["write"] {
  const requireArity = arityOf(operation);
  const write = compileWrite(operation, api);
  const { status = 200 } = action.options;
  const isQuery = action.info.kind === "query";
  return (envelope, state) => {
    requireArity(envelope.data);
    // JSON:API 1.1, "Top Level": `self` generates the document, which a POST is not.
    const self = isQuery ? api.urlOf(state.request.path) + state.query.inUrl : undefined;
    return write(status, self, NO_LINKS, envelope, state);
  };
}

/** The largest type note in a header, in characters. Servers and proxies refuse longer ones. */
const MAX_NOTE = 6000;

function writeValue(
  action: OperationSpec,
  output: NonNullable<OperationSpec["options"]["output"]>,
  api: CompiledApi,
): OperationView["write"] {
  const where = operationName(action.info);
  const write = notedValueWriter(output, where, api.checkSchemas);
  const { status = 200 } = action.options;
  return ({ data }) => {
    const { json, note } = write(data);
    if (json === undefined) return NO_CONTENT;
    if (note === undefined) return { status, headers: PLAIN, body: json };
    const text = asciiJson(note);
    if (text.length > MAX_NOTE) {
      throw new TypeError(
        `${where}: the types in the result need a note of ${text.length} characters, and a header has room for ${MAX_NOTE}. Declare these types in output.`,
      );
    }
    return { status, headers: { ...PLAIN, [TYPE_NOTE]: text, [EXPOSE_HEADERS]: TYPE_NOTE }, body: json };
  };
}

const PLAIN: Readonly<Record<string, string>> = { ...NO_CONTENT_HEADERS, [CONTENT_TYPE]: JSON_TEXT };
