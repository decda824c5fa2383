import { createWriteStream, openAsBlob } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { decodeUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";
import {
  type FormPart,
  type FormReceiver,
  MAX_PARTS,
  malformedForm,
  tooManyParts,
  TRUNCATED_FORM,
} from "../server/form.js";
import { CONTENT_TYPE } from "../wire/headers.js";
import type { TempFiles } from "./temp-files.js";

/** The maximum size of the headers of one part in bytes, and their maximum number. */
const HEADER_SIZE = 16_384;
const HEADERS = 100;

/** The most bytes of a file that stays in memory: 16 MB for a form with all its parts. Making a file takes longer than sending a small one. */
const SMALL_FILE = 16_384;

/** RFC 2046, 5.1.1: a boundary has at most 70 characters. The time to search for longer ones would be a client's choice. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i;

/**
 * Reads a form while it arrives. Large files go to temporary files, so that memory stays bounded; `File` reads them when it is read.
 * Never destroys the body, because that would end the connection before the response.
 *
 * @param signal Aborted when the client disconnects, or the time is over.
 */
export async function receiveForm(
  body: Readable,
  contentType: string,
  form: FormReceiver,
  files: TempFiles,
  signal: AbortSignal,
): Promise<void> {
  if (!BOUNDARY.test(contentType)) throw malformedForm("The header Content-Type must name the boundary of the form.");
  const { Busboy } = await import("@fastify/busboy"); // most processes receive no form
  const parser = new Busboy({
    headers: { [CONTENT_TYPE]: contentType },
    preservePath: true, // the form decides about names
    isPartAFile: () => true, // texts are decoded here, where invalid UTF-8 is an error
    limits: { parts: MAX_PARTS, headerSize: HEADER_SIZE, headerPairs: HEADERS },
  });
  const contents: Readable[] = [];
  const received: Promise<void>[] = [];
  let stop = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on("file", (name: string | undefined, content, filename: string | undefined, _encoding, type) => {
        contents.push(content.on("error", () => undefined)); // the parser reports it, too
        try {
          const part = form.begin({ name: unescaped(name), filename: unescaped(filename), type });
          const receiving = receive(part, content, files);
          received.push(receiving);
          receiving.catch(reject);
        } catch (error) {
          reject(error);
        }
      });
      parser.on("partsLimit", () => reject(tooManyParts()));
      parser.on("error", () => reject(malformedForm(TRUNCATED_FORM)));
      parser.on("finish", () => Promise.all(received).then(() => resolve(), reject));
      stop = feed(parser, body, form.bodySize, signal, reject);
    });
  } catch (error) {
    stop();
    for (const content of contents) content.destroy();
    await Promise.allSettled(received); // no file is open any more
    throw error;
  }
}

const ESCAPED: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/** Browsers escape three characters in names: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function unescaped<T extends string | undefined>(name: T): string | T {
  return name?.replace(/%(?:22|0D|0A)/gi, (text) => ESCAPED[text.toUpperCase()] ?? text) ?? name;
}

async function receive(part: FormPart, content: Readable, files: TempFiles): Promise<void> {
  const { file } = part;
  const chunks = counted(part, content);
  const first: Buffer[] = [];
  for (let size = 0; file === undefined || size <= SMALL_FILE; ) {
    const { done, value } = await chunks.next();
    if (done) {
      const bytes = Buffer.concat(first);
      return part.end(file === undefined ? decodeUtf8(bytes) : new File([bytes], file.name, file));
    }
    first.push(value);
    size += value.length;
  }
  const path = await files.path();
  await pipeline(async function* () {
    yield* first;
    yield* chunks;
  }, createWriteStream(path));
  part.end(new File([await openAsBlob(path, file)], file.name, file));
}

async function* counted(part: FormPart, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  for await (const chunk of content) {
    part.grow(chunk.length);
    yield chunk;
  }
}

/** Writes a body to the parser, as fast as it takes it. Returns a function that stops it. */
function feed(
  parser: NodeJS.WritableStream,
  body: Readable,
  limit: number,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): () => void {
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) return fail(contentTooLarge(limit));
    if (parser.write(chunk)) return;
    body.pause();
    parser.once("drain", resume);
  };
  const resume = () => body.resume();
  const end = () => {
    signal.removeEventListener("abort", breakOff);
    parser.end();
  };
  const breakOff = () => fail(bodyBrokeOff());
  body.on("data", take).on("end", end).on("error", breakOff);
  if (signal.aborted) breakOff();
  else signal.addEventListener("abort", breakOff, { once: true });
  return () => {
    body.off("data", take).off("end", end);
    parser.off("drain", resume);
    signal.removeEventListener("abort", breakOff);
  };
}
