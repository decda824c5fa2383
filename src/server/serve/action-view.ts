import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { InputReader } from "../../protocol/body/input-reader.js";
import { pointer } from "../../protocol/body/pointer.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import { validateInput } from "../../protocol/query/value-parameters.js";
import { mediaTypeOf } from "../../protocol/negotiation/media-type.js";
import { QueryParser } from "../../protocol/query/query-parser.js";
import { resultOperation } from "../../protocol/result-operation.js";
import { fileMembers } from "../../schema/input-schema.js";
import { fromByteString } from "../../wire/byte-string.js";
import { LAST_EVENT_ID, TYPE_NOTE, EXPOSE_HEADERS } from "../../wire/headers.js";
import { FORM, URLENCODED } from "../../wire/media-types.js";
import { bodyTypes } from "../body-types.js";
import type { CompiledApi } from "../compiled-api.js";
import { type MaybePromise, whenReady } from "../../protocol/maybe-promise.js";
import { compileReadForm } from "./read-form.js";
import { compileReadId, RequestArgs } from "./read-request.js";
import type { OperationView, RequestState } from "../kernel/request-state.js";
import { notedValueWriter } from "../../protocol/document/noted-value.js";
import { NO_LINKS } from "../../protocol/document/document-writer.js";
import { PLAIN_HEADERS } from "../../protocol/negotiation/response-headers.js";
import { asciiJson } from "../../wire/ascii-json.js";
import type { ServerResponse } from "../http.js";
import { compileWriteEvents } from "./event-stream.js";
import { arityOf, compileWrite, NO_CONTENT, nothing } from "./write-response.js";

/** Compiles a command, a query or a stream for the callers of a view. */
export function compileActionView(action: OperationSpec, api: CompiledApi): Pick<OperationView, "read" | "write"> {
  const operation = resultOperation(action, api.resources);
  return { read: compileReadAction(action, operation, api), write: compileWriteResult(action, operation, api) };
}

/** @param operation The operation with the same query. */
function compileReadAction(action: OperationSpec, operation: OperationSpec, api: CompiledApi): OperationView["read"] {
  const parser = new QueryParser(operation, api.resources, api.limits);
  const readId = compileReadId(action);
  const readInput = compileReadInput(action, api);
  const isStream = action.info.kind === "stream";
  return (state) => {
    const args = RequestArgs.of(state, readId(state.id));
    const { query, errors } = parser.read(state.request.query);
    state.query = query;
    if (errors.length > 0) return new RequestError(errors);
    args.include = query.include;
    args.fields = query.fields;
    if (isStream) args.after = lastEventId(state);
    return whenReady(readInput(state), (input) => {
      args.input = input;
      return undefined;
    });
  };
}

function lastEventId({ request }: RequestState): string | undefined {
  const bytes = request.header(LAST_EVENT_ID);
  return bytes && fromByteString(bytes); // browsers send no empty id
}

type ReadInput = (state: RequestState) => MaybePromise<unknown>;

function compileReadInput({ info, options }: OperationSpec, api: CompiledApi): ReadInput {
  const { input } = options;
  if (input === undefined) return () => undefined;
  if (info.kind !== "command") {
    const validate = validateInput(input);
    return (state) => validate(state.query.extra);
  }
  const bodySize = options.bodySize ?? api.limits.bodySize;
  const reader = new InputReader(input, api.requestTypes, api.limits.nesting);
  // As for the texts of a form, which are kept in memory: a large bodySize is for the files.
  const jsonSize = fileMembers(input).size > 0 ? Math.min(bodySize, api.limits.bodySize) : bodySize;
  const readJson: ReadInput = (state) =>
    whenReady(state.readText(jsonSize), (body) => reader.readText(body, state.request.header(TYPE_NOTE)));
  if (!bodyTypes(options).includes(FORM)) {
    return (state) => {
      state.pointerOf = pointerInInput;
      return readJson(state);
    };
  }
  const readForm = compileReadForm(input, reader, bodySize, api.limits);
  return (state) => {
    state.pointerOf = pointerInInput;
    const type = mediaTypeOf(state.request.contentType ?? "");
    return type === FORM || type === URLENCODED ? readForm(state, type) : readJson(state);
  };
}

/** An error of a handler names a member of the input, or a part of one: `address.street`. */
export function pointerInInput(field: string): string {
  return pointer("", ...field.split("."));
}

/**
 * Compiles the writer of an action's result: rows as a JSON:API document, a value as JSON, events as a stream, and nothing as
 * a 204.
 *
 * @param operation The get or the list of the rows that the action returns.
 */
function compileWriteResult(action: OperationSpec, operation: OperationSpec, api: CompiledApi): OperationView["write"] {
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
    if (note === undefined) return { status, headers: PLAIN_HEADERS, body: json };
    const text = asciiJson(note);
    if (text.length > MAX_NOTE) {
      throw new TypeError(
        `${where}: the types in the result need a note of ${text.length} characters, and a header has room for ${MAX_NOTE}. Declare these types in output.`,
      );
    }
    return { status, headers: { ...PLAIN_HEADERS, [TYPE_NOTE]: text, [EXPOSE_HEADERS]: TYPE_NOTE }, body: json };
  };
}
