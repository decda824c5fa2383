import { ACCEPT, TYPE_NOTE, CONTENT_TYPE } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/json-api.js";
import { JSON_PART } from "../../wire/json-part.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { isMembers } from "../send/input.js";
import type { ClientOptions, SendOptions } from "../send/options.js";
import type { ProgressOption } from "../types/action.js";
import { rpcBody } from "../write/body.js";
import type { OutgoingBody, SentWrite, Transport } from "../send/transport.js";
import { readResult } from "../read/source.js";
import type { ReadState } from "../read/lazy.js";
import { sendMeasured } from "./progress.js";
import { type Document, isSuperjson, NO_DOCUMENT, type NotedJson, readDocument } from "../send/document.js";
import { loadSuperjson } from "../send/superjson.js";

/** A call of an action. */
export interface ActionCall {
  /** Undefined for an action of the API itself. */
  readonly type: string | undefined;
  readonly segments: readonly unknown[];
  readonly input: unknown;
  readonly options: ActionCallOptions | undefined;
}

/** The options of a call: `include` is for commands and queries, `after` for streams. */
export interface ActionCallOptions extends SendOptions, ProgressOption {
  readonly include?: readonly string[];
  readonly after?: string;
}

/**
 * The body of a command, and the headers of commands and queries: JSON, or a form if the input contains a file.
 *
 * @param input Undefined for a request without a body.
 */
export async function actionBody(input: unknown, { profile }: ClientOptions): Promise<OutgoingBody> {
  if (input !== undefined && !isMembers(input)) throw new TypeError("The input must be an object.");
  const { body, about } = await (input && hasFile(input) ? formBody(input) : rpcBody(input));
  return { body, about: { [ACCEPT]: `${jsonApiType(false, profile)}, ${JSON_TEXT};q=0.9`, ...about } };
}

/** Whether a member of an input is a file or a list of files. */
function hasFile(input: object): boolean {
  return Object.values(input).some(isUpload);
}

function isUpload(member: unknown): boolean {
  return Array.isArray(member) ? member.some(isFile) : isFile(member);
}

/** Checked by its tag, because `instanceof` fails for a file of another realm. */
function isFile(value: unknown): value is Blob {
  return /^\[object (Blob|File)\]$/.test(Object.prototype.toString.call(value));
}

/**
 * The input of a command as a form. Each file is a part with the name of its member, so a list of files is several parts with
 * one name. Every other member is a part with its JSON, before the files: the server can check it while they arrive. The type note
 * of these members is in the header.
 */
async function formBody(input: object): Promise<OutgoingBody> {
  const members = Object.entries(input);
  const { body, about } = await rpcBody(Object.fromEntries(members.filter(([, member]) => !isUpload(member))));
  const form = new FormData();
  for (const [name, json] of Object.entries(JSON.parse(`${body}`))) {
    form.append(name, new Blob([JSON.stringify(json)], { type: JSON_TEXT }), JSON_PART);
  }
  for (const [name, member] of members) {
    if (!isUpload(member)) continue;
    for (const file of [member].flat()) {
      if (!isFile(file)) throw new TypeError(`"${name}" must contain only files, because it contains one.`);
      form.append(name, file);
    }
  }
  return { body: form, about: { [TYPE_NOTE]: about?.[TYPE_NOTE] } };
}

/** Reads the response to a command or a query: a document of rows as it is, and any other result as the `result` of a document. */
async function readAction(response: Response): Promise<Document> {
  const { headers } = response;
  if (!headers.get(CONTENT_TYPE)?.startsWith(JSON_TEXT)) return (await readDocument(response, true)) ?? { result: {} };
  const text = await response.text();
  let result: NotedJson;
  let isRich: boolean;
  try {
    const note = headers.get(TYPE_NOTE);
    result = { json: JSON.parse(text), ...(note !== null && { note: JSON.parse(note) }) };
    isRich = isSuperjson(result.note);
  } catch {
    throw NO_DOCUMENT;
  }
  if (isRich) await loadSuperjson();
  return { result };
}

/** Sends a command. */
export function sendCommand(
  transport: Transport,
  { type, segments, input, options = {} }: ActionCall,
): Promise<unknown> {
  const place = !type ? "api" : segments.length > 2 ? "item" : "collection";
  const about: SentWrite = { method: "POST", segments, place, input, options };
  const { include, onProgress } = options;
  const urlOf = () => transport.urlOf(segments, include ? { include } : {});
  const read = async (response: Response, label: () => string) => {
    about.response = response;
    about.document = await readAction(response);
    return readResult(about.document, include, undefined, label);
  };
  const request = { method: "POST", urlOf, makeBody: () => actionBody(input, transport.options), read };
  return onProgress
    ? sendMeasured(transport, about, request, options, onProgress)
    : transport.write(about, request, options);
}

/** Sends a query. Its result is a document, which `trestle/query` can cache. */
export function loadQuery(transport: Transport, segments: readonly unknown[], state: ReadState): Promise<Document> {
  const urlOf = () => transport.urlOf(segments, state);
  const makeBody = () => actionBody(undefined, transport.options); // only its headers
  return transport.send({ method: "GET", urlOf, makeBody, read: readAction }, state);
}
