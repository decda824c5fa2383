import { CONTENT_LENGTH, CONTENT_TYPE } from "../../wire/headers.js";
import { BINARY, FORM } from "../../wire/media-types.js";
import type { OutgoingBody, Transport } from "../send/transport.js";
import type { Progress } from "../types/action.js";
import { canSendWithXhr, sendWithXhr } from "./send-with-xhr.js";

type Report = (sent: number) => void;

/** Sends one request of a command, and reports how much of its body was sent. */
export function sendMeasured<T>(
  transport: Transport,
  makeBody: (() => Promise<OutgoingBody>) | undefined,
  onProgress: (progress: Progress) => void,
  send: (transport: Transport, makeBody: (() => Promise<OutgoingBody>) | undefined) => Promise<T>,
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
    const made: OutgoingBody = (await makeBody?.()) ?? {};
    body =
      made.body instanceof FormData ? multipart(made.body) : new Blob(made.body === undefined ? [] : [`${made.body}`]);
    return { body, about: body.type ? { ...made.about, [CONTENT_TYPE]: body.type } : made.about };
  };
  return send(measured, makeBody && makeBlob);
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
