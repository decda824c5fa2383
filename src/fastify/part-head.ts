import { decodeUtf8 } from "../protocol/body/utf8.js";
import { mediaTypeOf } from "../protocol/negotiation/media-type.js";
import { malformedForm, type PartHead } from "../server/form.js";
import { CONTENT_TYPE } from "../wire/headers.js";
import { BINARY, TEXT } from "../wire/media-types.js";

/** The headers of a part as the parser reads them: names in lower case, and a character for each byte. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** Reads the headers of a part (RFC 7578, 4.2). What two readers could understand in different ways is an error. */
export function readPartHead(headers: PartHeaders): PartHead {
  const disposition = one(headers, "content-disposition");
  const type = one(headers, CONTENT_TYPE);
  const { name, filename, "filename*": extended } = readDisposition(disposition ?? "");
  return {
    name: unescaped(name),
    filename: extended === undefined ? unescaped(filename) : decoded(extended),
    type: type === undefined ? TEXT : mediaTypeOf(type) || BINARY,
  };
}

function one(headers: PartHeaders, name: string): string | undefined {
  const [value, other] = headers[name] ?? [];
  if (other !== undefined) throw malformedForm(`A part of the form has two headers ${name}.`);
  return value === undefined ? undefined : decodeUtf8(Buffer.from(value, "latin1"));
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

const ESCAPED: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/** Browsers escape three characters in names: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function unescaped(name: string | undefined): string | undefined {
  return name?.replace(/%(?:22|0D|0A)/gi, (text) => ESCAPED[text.toUpperCase()] ?? text);
}

/** Decodes `utf-8''%E2%82%AC` (RFC 8187), which some clients send in addition to `filename`. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(/^utf-8'[^']*'(.*)$/i.exec(value)?.[1] ?? "%");
  } catch {
    throw malformedForm("A file of the form has a name that cannot be read.");
  }
}
