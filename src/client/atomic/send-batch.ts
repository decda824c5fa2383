import { ACCEPT, CONTENT_TYPE } from "../../wire/headers.js";
import { ATOMIC_OPERATIONS, ATOMIC_RESULTS, atomicType } from "../../wire/atomic.js";
import { isBare, isObject } from "../../wire/notes/members.js";
import { META } from "../../wire/notes/note.js";
import { type ResponseError, messageIn, unexpected } from "../errors/response-error.js";
import { type Document, isSuperjson, readDocument } from "../send/document.js";
import { isPlainJson } from "../write/body.js";
import { readResult } from "../read/source.js";
import { writeRichOperations } from "../write/rich.js";
import { loadSuperjson } from "../send/superjson.js";
import type { SendOptions } from "../send/options.js";
import type { OutgoingBody, Transport, SentWrite } from "../send/transport.js";
import { Operations, writesOf } from "./operations.js";
import { type PlannedBatch, PlannedCall } from "./plan.js";
import { type ErrorObject, fieldErrors } from "../errors/error-fields.js";

/** The response to a batch: a result for each operation. */
type ResultDocument = Document & { readonly [ATOMIC_RESULTS]?: readonly Document[] };

/**
 * Sends a batch. An empty one succeeds without a request.
 *
 * @returns What the callback returned, with the resource in place of each planned one.
 */
export async function sendBatch(
  transport: Transport,
  { steps, result }: PlannedBatch,
  options: SendOptions = {},
): Promise<unknown> {
  const operations = new Operations(steps, transport.versions);
  const written = writeAll(operations, result);
  if (steps.length === 0) return result;

  const sent: SentWrite = { method: "POST", segments: ["operations"], input: undefined, options };
  sent.operations = writesOf(steps, operations);
  const makeBody = async (): Promise<OutgoingBody> => {
    const type = { [CONTENT_TYPE]: atomicType(true), [ACCEPT]: atomicType(true, transport.options.profile) };
    if (isPlainJson(written)) return { body: JSON.stringify({ [ATOMIC_OPERATIONS]: written }), headers: type };
    return { body: await writeRichOperations(written), headers: type };
  };
  const read = async (response: Response, label: () => string) => {
    sent.response = response;
    const document: ResultDocument | undefined = await readDocument(response, true);
    const results = await resultsIn(document, steps.length, label);
    sent.operations = writesOf(steps, operations, results);
    const items = steps.map(({ method }, index) => {
      const document = results[index];
      const isItem = document?.data !== undefined && /^(create|update)$/.test(method);
      return isItem ? readResult(document, [], "one", label, transport.versions) : undefined;
    });
    return replaced(result, (call) => items[operations.indexOf(call) ?? -1]);
  };
  const urlOf = () => transport.urlOf(["operations"], {});
  return transport.write(sent, { method: "POST", urlOf, makeBody, read }, options).catch((error: ResponseError) => {
    throw withOperation(error, steps);
  });
}

/** Writes all operations, and checks what the callback returned, before anything is sent. */
function writeAll(operations: Operations, result: unknown) {
  try {
    if (isObject(result) && "then" in result) {
      Promise.resolve(result).catch(() => {}); // only this error is reported
      throw new TypeError("its callback must not be async. Read what it needs before");
    }
    replaced(result, (call) => {
      operations.reference(call);
      return call;
    });
    return operations.all();
  } catch (cause) {
    throw unexpected("not_sent", `The batch was not sent: ${messageIn(cause)}`, { cause });
  }
}

/**
 * The result of each operation, as a document.
 *
 * @throws {Unexpected} `malformed`.
 */
async function resultsIn(document: ResultDocument | undefined, count: number, label: () => string) {
  const results = document ? document[ATOMIC_RESULTS] : Array<Document>(count).fill({});
  if (!Array.isArray(results) || results.length !== count || !results.every(isObject)) {
    const advice = "The batch may have been done: read its resources again.";
    throw unexpected("malformed", `The response to ${label()} does not have ${count} results. ${advice}`);
  }
  const documents = results.map((each: Document) => ({ ...each, meta: { ...document?.meta, ...each.meta } }));
  if (documents.some(({ meta }) => isSuperjson(meta[META]))) await loadSuperjson();
  return documents;
}

/** Replaces each planned resource in a value, in place: it is the client's own copy. */
function replaced(value: unknown, replace: (one: PlannedCall) => unknown, seen = new Set<object>()): unknown {
  if (value instanceof PlannedCall) return replace(value);
  if (!isObject(value) || !isBare(value) || seen.has(value)) return value;
  seen.add(value);
  const members = value as Record<string, unknown>; // of a list, by index
  for (const name of Object.keys(members)) members[name] = replaced(members[name], replace, seen);
  return value;
}

const POINTER = /^\/atomic:operations\/(\d+)(.*)/;

/** Adds to the error of a batch which operation failed, and its fields by their names. */
function withOperation(error: ResponseError, steps: readonly PlannedCall[]): ResponseError {
  const operation = operationOf(error.errors[0]);
  const step = steps[operation ?? -1];
  if (operation === undefined || !step) return error;
  const errors = error.errors.filter((each) => operationOf(each) === operation);
  const fields = fieldErrors(errors.map((each) => ({ ...each, source: { pointer: pointerOf(each)?.[2] ?? "" } })));
  error.message += ` (operation ${operation}: ${step.method} ${step.type})`;
  return Object.assign(error, { operation, fields });
}

/** The place of the operation among all. */
function operationOf(error: ErrorObject | undefined): number | undefined {
  const given = error?.meta?.operation ?? pointerOf(error)?.[1];
  return given === undefined ? undefined : Number(given);
}

function pointerOf(error: ErrorObject | undefined): RegExpMatchArray | null {
  return `${error?.source?.pointer}`.match(POINTER);
}
