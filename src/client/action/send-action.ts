import { ACCEPT, TYPE_NOTE, CONTENT_TYPE, CONTENT_LENGTH } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/json-api.js";
import { JSON_PART } from "../../wire/json-part.js";
import { JSON_TEXT, BINARY, FORM } from "../../wire/media-types.js";
import { isMembers } from "../send/input.js";
import type { ClientOptions, SendOptions } from "../send/options.js";
import type { ProgressOption, Progress } from "../types/action.js";
import { rpcBody } from "../write/body.js";
import type { OutgoingBody, SentWrite, Transport, Outgoing } from "../send/transport.js";
import { readResult } from "../read/source.js";
import type { ReadState } from "../read/lazy.js";
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
async function actionBody(input: unknown, { profile }: ClientOptions): Promise<OutgoingBody> {
  if (input !== undefined && !isMembers(input)) throw new TypeError("The input must be an object.");
  const { body, headers } = await (input && Object.values(input).some(isUpload) ? formBody(input) : rpcBody(input));
  return { body, headers: { [ACCEPT]: `${jsonApiType(false, profile)}, ${JSON_TEXT};q=0.9`, ...headers } };
}

/** Whether a member of an input is a file or a list of files. */
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
  const { body, headers } = await rpcBody(Object.fromEntries(members.filter(([, member]) => !isUpload(member))));
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
  return { body: form, headers: { [TYPE_NOTE]: headers?.[TYPE_NOTE] } };
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

/** Sends a command as a write, so `trestle/query` learns of it. */
export function sendCommand(
  transport: Transport,
  { type, segments, input, options = {} }: ActionCall,
): Promise<unknown> {
  const place = !type ? "api" : segments.length > 2 ? "item" : "collection";
  const sent: SentWrite = { method: "POST", segments, place, input, options };
  const { include, onProgress } = options;
  const urlOf = () => transport.urlOf(segments, include ? { include } : {});
  const read = async (response: Response, label: () => string) => {
    sent.response = response;
    sent.document = await readAction(response);
    return readResult(sent.document, include, undefined, label);
  };
  const request = { method: "POST", urlOf, makeBody: () => actionBody(input, transport.options), read };
  return onProgress
    ? sendMeasured(transport, sent, request, options, onProgress)
    : transport.write(sent, request, options);
}

/** Sends a query. Its result is a document, which `trestle/query` can cache. */
export function loadQuery(transport: Transport, segments: readonly unknown[], state: ReadState): Promise<Document> {
  const urlOf = () => transport.urlOf(segments, state);
  const makeBody = () => actionBody(undefined, transport.options); // only its headers
  return transport.send({ method: "GET", urlOf, makeBody, read: readAction }, state);
}

type Report = (sent: number) => void;

/** Sends a command, and reports how much of its body was sent. */
function sendMeasured<T>(
  transport: Transport,
  sent: SentWrite,
  request: Outgoing<T>,
  callOptions: SendOptions,
  onProgress: (progress: Progress) => void,
): Promise<T> {
  let body = new Blob();
  let hasFailed = false;
  // An error of the app must not end the upload, nor the process. Asynchronous, so that it covers promises as well.
  const report: Report = async (sent) => {
    try {
      const progress: Progress = { sent, total: body.size };
      await undefined;
      await onProgress(progress);
    } catch (error) {
      if (!hasFailed) console.error(error);
      hasFailed = true;
    }
  };
  const { options } = transport;
  const fetch = (request: Request) => sendBody(request, body, options.fetch, report);
  // Not a new Transport: only the class would then be more code at the start of a page.
  const measured: Transport = Object.create(transport, { options: { value: { ...options, fetch } } });
  const makeBlob = async (): Promise<OutgoingBody> => {
    const made: OutgoingBody = (await request.makeBody?.()) ?? {};
    body =
      made.body instanceof FormData ? multipart(made.body) : new Blob(made.body === undefined ? [] : [`${made.body}`]);
    return { body, headers: body.type ? { ...made.headers, [CONTENT_TYPE]: body.type } : made.headers };
  };
  return measured.write(sent, { ...request, makeBody: makeBlob }, callOptions);
}

async function sendBody(
  request: Request,
  body: Blob,
  fetch: ((request: Request) => Response | Promise<Response>) | undefined,
  report: Report,
): Promise<Response> {
  if (!fetch && canSendWithXhr()) return sendWithXhr(request, body, report);
  const send = fetch ?? globalThis.fetch;
  if (!isPage()) {
    const headers = new Headers(request.headers);
    headers.set(CONTENT_LENGTH, `${body.size}`); // a stream has no size, but a server may refuse a large body by it
    const init: RequestInit & { duplex: "half" } = { headers, body: counted(body, report), duplex: "half" };
    return send(new Request(request, init));
  }
  const response = await send(request);
  report(body.size);
  return response;
}

/** Whether the runtime is a browser. There, `fetch` sends a stream only in Chromium, and only over HTTP/2. */
function isPage(): boolean {
  return canSendWithXhr() || "ServiceWorkerGlobalScope" in globalThis;
}

function counted(body: Blob, report: Report): ReadableStream<Uint8Array> {
  let sent = 0;
  return body.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        sent += chunk.byteLength;
        report(sent);
      },
    }),
  );
}

/** A form as one body whose size is known. It refers to the files, and does not read them. */
function multipart(form: FormData): Blob {
  const boundary = `----form${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("")}`;
  const parts = [...form].flatMap(([name, value]): BlobPart[] => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    if (typeof value === "string") return [`${disposition}\r\n\r\n${value}\r\n`];
    const type = value.type || BINARY;
    return [`${disposition}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n"];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `${FORM}; boundary=${boundary}` });
}

/** As browsers escape names in forms. */
function escaped(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}

/** Whether there is an `XMLHttpRequest`, as in pages and their workers. */
function canSendWithXhr(): boolean {
  return typeof XMLHttpRequest === "function";
}

/**
 * Sends a request as `fetch` does. `fetch` of a browser does not say how much it has sent.
 *
 * @param report Called with the number of bytes that were sent.
 */
function sendWithXhr(request: Request, body: Blob, report: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    const abort = () => xhr.abort();
    const fail = (error: unknown) => {
      signal.removeEventListener("abort", abort);
      reject(error);
    };
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.responseType = "blob";
    xhr.upload.onprogress = ({ loaded }) => report(loaded);
    xhr.onerror = () => fail(new TypeError("The connection failed."));
    xhr.onabort = () => fail(signal.reason);
    xhr.onload = () => {
      if (xhr.responseURL !== request.url) return fail(new TypeError("The server sent a redirect."));
      signal.removeEventListener("abort", abort);
      resolve(responseOf(xhr));
    };
    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener("abort", abort);
    xhr.send(body);
  });
}

/** These statuses have no body, and `Response` accepts none for them. */
const EMPTY = [204, 205, 304];

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  const { status, statusText } = xhr;
  return new Response(EMPTY.includes(status) ? null : xhr.response, { status, statusText, headers });
}
