import { decodeUtf8 } from "../protocol/body/utf8.js";
import { parametersOf, mediaTypeOf } from "../protocol/negotiation/media-type.js";
import { type BodyReader, bytesOf, joinBytes } from "./body-bytes.js";
import { type FormPart, type FormReceiver, malformedForm, type PartHead } from "./form.js";
import { quoteShort } from "../protocol/text/json-text.js";
import { CONTENT_TRANSFER_ENCODING, CONTENT_TYPE } from "../wire/headers.js";
import { BINARY, TEXT } from "../wire/media-types.js";

/** Makes a file of a content, and reads all of it. */
export type KeepFile = (content: Content, file: NonNullable<FormPart["file"]>) => Promise<File>;

type Content = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

/** The maximum number of bytes of the headers of one part. */
const HEAD = 16_384;

const LINE_BREAK = "\r\n";

/**
 * Reads a form while it arrives (RFC 2046, 5.1.1). It refuses what it would have to skip, because other parsers do not skip the same, and
 * it belongs to all adapters, because the parsers of runtimes differ.
 */
export async function receiveForm(
  body: Pick<BodyReader, "read">,
  contentType: string,
  form: FormReceiver,
  keep: KeepFile,
): Promise<void> {
  const { boundary = "" } = parametersOf(contentType);
  // RFC 2046, 5.1.1: at most 70 characters.
  if (!/^.{1,70}$/.test(boundary)) throw malformedForm("The header Content-Type must name the boundary of the form.");
  const delimiter = `${LINE_BREAK}--${boundary}`;
  const bytes = new FormBytes(body);
  await textOf(bytes.before(delimiter, requireEmpty));
  for (;;) {
    if (await bytes.skip("--")) return bytes.rest(requireEmpty);
    if (!(await bytes.skip(LINE_BREAK))) throw outside();
    let left = HEAD;
    const head = bytes.before(LINE_BREAK + LINE_BREAK, ({ length }) => {
      left -= length;
      if (left < 0) throw malformedForm(`The headers of a part of the form have more than ${HEAD} bytes.`);
    });
    const { file, grow, end } = form.begin(readPartHead(await textOf(head)));
    // To some readers, the line break behind the headers already is the one of this boundary.
    if (await bytes.skip(`--${boundary}`)) throw outside();
    const content = bytes.before(delimiter, ({ length }) => grow(length));
    end(file === undefined ? await textOf(content) : await keep(content, file));
  }
}

/** The bytes of a form that are not read yet. */
class FormBytes {
  readonly #body: Pick<BodyReader, "read">;
  #ahead = bytesOf(LINE_BREAK); // no line precedes the first delimiter

  constructor(body: Pick<BodyReader, "read">) {
    this.#body = body;
  }

  /** What precedes a delimiter, in chunks. The delimiter is dropped. */
  async *before(delimiter: string, check: (chunk: Uint8Array) => void): Content {
    const end = bytesOf(delimiter);
    for (;;) {
      const chunk = this.#take(indexOf(this.#ahead, end));
      check(chunk);
      yield chunk;
      if (this.#ahead.length >= end.length) return void this.#take(end.length);
      await this.#need();
    }
  }

  /** Drops a text if it comes next. Returns whether it does. */
  async skip(text: string): Promise<boolean> {
    const wanted = bytesOf(text);
    while (this.#ahead.length < wanted.length) await this.#need();
    const isNext = indexOf(this.#ahead.subarray(0, wanted.length), wanted) === 0;
    if (isNext) this.#take(wanted.length);
    return isNext;
  }

  async rest(check: (chunk: Uint8Array) => void): Promise<void> {
    do check(this.#take(this.#ahead.length));
    while (await this.#more());
  }

  #take(length: number): Uint8Array<ArrayBuffer> {
    const taken = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    return taken;
  }

  async #need(): Promise<void> {
    if (!(await this.#more())) throw malformedForm("The form ends before its last boundary.");
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#body.read();
    if (!done) this.#ahead = this.#ahead.length === 0 ? bytesOf(value) : joinBytes([this.#ahead, value]);
    return !done;
  }
}

/**
 * Where a delimiter begins. If only its first bytes stand at the end, where they begin; without any, the length. Only the first bytes of a
 * delimiter are a line break, or all of it is two of them, so a client cannot make this slow.
 */
function indexOf(bytes: Uint8Array, delimiter: Uint8Array): number {
  const [first = 0] = delimiter;
  // An engine searches one byte many times faster than a loop, but each call of it costs as much as several steps of one.
  for (let at = bytes.indexOf(first); at >= 0; at = bytes[at + 1] === first ? at + 1 : bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < delimiter.length && bytes[at + length] === delimiter[length]) length++;
    if (length === delimiter.length || at + length === bytes.length) return at;
  }
  return bytes.length;
}

function requireEmpty(chunk: Uint8Array): void {
  if (chunk.some((byte) => byte !== 13 && byte !== 10)) throw outside();
}

function outside(): Error {
  return malformedForm(
    "The form has bytes that belong to no part: before its first boundary, behind one, or at its end.",
  );
}

async function textOf(content: Content): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return decodeUtf8(joinBytes(chunks));
}

/** The maximum number of headers of one part. */
const HEADERS = 100;

/** Names begin like words, because a line that begins with a boundary is not a header. */
const HEADER = /^(\w[^\s:]*):\s*([^\r\n\0]*)$/;

/** RFC 7578, 4.7: forms must not use encodings that change the bytes. */
const AS_IT_IS = /^(?:binary|8bit|7bit)$/i;

/** Reads the headers of a part (RFC 7578, 4.2). What two readers could understand in different ways is an error. */
function readPartHead(head: string): PartHead {
  const headers = new Map<string, string>();
  const lines = head.split("\r\n");
  if (lines.length > HEADERS) throw malformedForm(`A part of the form has more than ${HEADERS} headers.`);
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    if (name === "") throw malformedForm(`A part of the form has an invalid header: ${quoteShort(line)}.`);
    const key = name.toLowerCase();
    if (headers.has(key) && key.startsWith("content-"))
      throw malformedForm(`A part of the form has two headers ${name}.`);
    headers.set(key, value.trim());
  }
  const encoding = headers.get(CONTENT_TRANSFER_ENCODING) ?? "binary";
  if (!AS_IT_IS.test(encoding))
    throw malformedForm(`A part of the form is encoded as ${quoteShort(encoding)}. Send its bytes as they are.`);
  const type = headers.get(CONTENT_TYPE);
  const { name, filename, "filename*": extended } = readDisposition(headers.get("content-disposition") ?? "");
  return {
    name: unescaped(name),
    filename: extended === undefined ? unescaped(filename) : decoded(extended),
    type: type === undefined ? TEXT : mediaTypeOf(type) || BINARY,
  };
}

/** A parameter such as `; name="a"`. A backslash escapes a quote or itself, as curl writes them. */
const PARAMETER = /\s*;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))/y;

function readDisposition(header: string): Readonly<Record<string, string | undefined>> {
  const parameters: Record<string, string> = {};
  let at = /^form-data/i.exec(header)?.[0].length ?? header.length;
  PARAMETER.lastIndex = at;
  for (let match = PARAMETER.exec(header); match !== null; match = PARAMETER.exec(header)) {
    const [, name = "", quoted, bare = ""] = match;
    const key = name.toLowerCase();
    if (Object.hasOwn(parameters, key)) throw invalidDisposition();
    parameters[key] = quoted?.replace(/\\(["\\])/g, "$1") ?? bare;
    at = PARAMETER.lastIndex;
  }
  if (!/^[\s;]*$/.test(header.slice(at))) throw invalidDisposition();
  return parameters;
}

function invalidDisposition(): Error {
  return malformedForm("A part of the form has an invalid header Content-Disposition.");
}

/** Browsers escape three characters in names: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function unescaped(name: string | undefined): string | undefined {
  return name?.replace(/%(?:22|0D|0A)/gi, (text) => decodeURIComponent(text));
}

/** Decodes `utf-8''%E2%82%AC` (RFC 8187), which some clients send in addition to `filename`. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(/^utf-8'[^']*'(.*)$/i.exec(value)?.[1] ?? "%");
  } catch {
    throw malformedForm("A file of the form has a name that cannot be read.");
  }
}
