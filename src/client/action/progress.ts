import { CONTENT_LENGTH, CONTENT_TYPE } from "../../wire/headers.js";
import { BINARY, FORM } from "../../wire/media-types.js";
import type { Outgoing, OutgoingBody, SentWrite, Transport } from "../send/transport.js";
import type { SendOptions } from "../send/options.js";
import type { Progress } from "../types/action.js";

type Report = (sent: number) => void;

/** Sends a command, and reports how much of its body was sent. */
export function sendMeasured<T>(
  transport: Transport,
  about: SentWrite,
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
    return { body, about: body.type ? { ...made.about, [CONTENT_TYPE]: body.type } : made.about };
  };
  return measured.write(about, { ...request, makeBody: makeBlob }, callOptions);
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
export function canSendWithXhr(): boolean {
  return typeof XMLHttpRequest === "function";
}

/**
 * Sends a request as `fetch` does. `fetch` of a browser does not say how much it has sent.
 *
 * @param report Called with the number of bytes that were sent.
 */
export function sendWithXhr(request: Request, body: Blob, report: (sent: number) => void): Promise<Response> {
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
