import { createWriteStream, openAsBlob } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { decodeUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";
import { type FormPart, type FormReceiver, malformedForm, TRUNCATED_FORM } from "../server/form.js";
import { type PartHeaders, readPartHead } from "./part-head.js";
import type { TempFiles } from "./temp-files.js";

/** The maximum number of headers of one part. */
const HEADERS = 100;

/** The most bytes of a file that stays in memory: 16 MB for a form with all its parts. Making a file takes longer than sending a small one. */
const SMALL_FILE = 16_384;

/** RFC 2046, 5.1.1: a boundary has at most 70 characters. The time to search for longer ones would be a client's choice. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

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
  const [, quoted, boundary = quoted] = BOUNDARY.exec(contentType) ?? [];
  if (boundary === undefined) throw malformedForm("The header Content-Type must name the boundary of the form.");
  const { Dicer } = await import("@fastify/busboy"); // most processes receive no form
  const parser = new Dicer({ boundary, maxHeaderPairs: HEADERS });
  const truncated = () => malformedForm(TRUNCATED_FORM);
  const contents: Readable[] = [];
  const received: Promise<void>[] = [];
  let stop = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      let withoutHead = 0;
      parser.on("part", (content: Readable) => {
        withoutHead++;
        contents.push(content.on("error", () => undefined)); // the parser reports it, too
        content.once("header", (headers: PartHeaders) => {
          withoutHead--;
          try {
            const receiving = receive(form.begin(readPartHead(headers)), content, files);
            received.push(receiving);
            receiving.catch(reject);
          } catch (error) {
            reject(error);
          }
        });
      });
      parser.on("error", () => reject(truncated()));
      parser.on("finish", () => {
        if (withoutHead > 0) reject(truncated());
        else Promise.all(received).then(() => resolve(), reject);
      });
      stop = feed(parser, body, form.bodySize, signal, reject);
    });
  } catch (error) {
    stop();
    for (const content of contents) content.destroy();
    await Promise.allSettled(received); // no file is open any more
    throw error;
  }
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
