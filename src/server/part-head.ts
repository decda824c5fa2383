import { mediaTypeOf } from "../protocol/negotiation/media-type.js";
import { quoteShort } from "../protocol/text/json-text.js";
import { CONTENT_TRANSFER_ENCODING, CONTENT_TYPE } from "../wire/headers.js";
import { BINARY, TEXT } from "../wire/media-types.js";
import { malformedForm, type PartHead } from "./form.js";

/** The maximum number of headers of one part. */
const HEADERS = 100;

/** Names begin like words, because a line that begins with a boundary is not a header. */
const HEADER = /^(\w[^\s:]*):\s*([^\r\n\0]*)$/;

/** RFC 7578, 4.7: forms must not use encodings that change the bytes. */
const AS_IT_IS = /^(?:binary|8bit|7bit)$/i;

/** Reads the headers of a part (RFC 7578, 4.2). What two readers could understand in different ways is an error. */
export function readPartHead(head: string): PartHead {
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
