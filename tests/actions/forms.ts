import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientHttp2Stream } from "node:http2";
import type { Json } from "../support/documents.js";
import { type RawAnswer, sendRaw } from "../support/http.js";
import { answerOf, openRequest, openSession } from "../support/http2.js";

export const BOUNDARY = "----form7MA4YWxk";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part as it is sent. With a file name, it is a file. */
export interface SentPart {
  readonly name: string;
  readonly content: string | Buffer;
  readonly filename?: string;
  readonly type?: string;
}

/** The bytes of a form, without a library that tidies them. */
export function formOf(parts: readonly SentPart[]): Buffer {
  const bytes = parts.flatMap(({ name, content, filename, type }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const media = type === undefined ? "" : `Content-Type: ${type}\r\n`;
    return [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${media}\r\n`, content, "\r\n"];
  });
  return Buffer.concat([...bytes, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part as string)));
}

export async function sendForm(
  origin: string,
  line: string,
  form: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer & { readonly json: Json }> {
  const answer = await sendRaw(origin, line, { headers: { "content-type": FORM_TYPE, ...headers }, text: form });
  return { ...answer, json: answer.text.startsWith("{") ? JSON.parse(answer.text) : undefined };
}

/** A form whose end the test decides about. */
export interface OpenForm {
  write(bytes: Buffer | string): Promise<void>;
  /** The response, which may come before the form is complete. */
  readonly answer: Promise<RawAnswer>;
  end(): void;
  leave(): void;
}

/** Starts a form without a Content-Length. */
export function openForm(origin: string, path: string, type = FORM_TYPE): OpenForm {
  return origin.startsWith("h2") ? openHttp2(origin, path, type) : openHttp1(origin, path, type);
}

function openHttp2(origin: string, path: string, type: string): OpenForm {
  const session = openSession(origin);
  const stream: ClientHttp2Stream = openRequest(session, `POST ${path}`, { "content-type": type }, true);
  const answer = answerOf(stream);
  answer.catch(() => undefined).finally(() => session.close());
  return { answer, write: writer(stream), end: () => stream.end(), leave: () => session.destroy() };
}

function openHttp1(origin: string, path: string, type: string): OpenForm {
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === "https:" ? httpsRequest : httpRequest;
  const request = send({
    rejectUnauthorized: false,
    agent: false,
    hostname,
    port,
    method: "POST",
    path,
    headers: { "content-type": type },
  });
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
  });
  answer.catch(() => undefined);
  return { answer, write: writer(request), end: () => request.end(), leave: () => request.destroy() };
}

function writer(stream: NodeJS.WritableStream) {
  return async (bytes: Buffer | string) => {
    if (!stream.write(bytes)) await Promise.race([once(stream as never, "drain"), once(stream as never, "close")]);
  };
}

/** Gives the process a folder of its own for temporary files. Returns what is in it, and a function that removes it. */
export function ownTempFolder(): { readonly names: () => string[]; readonly remove: () => void } {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), "uploads-"));
  process.env.TMPDIR = folder;
  return {
    names: () => readdirSync(folder),
    remove: () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(folder, { recursive: true });
    },
  };
}
