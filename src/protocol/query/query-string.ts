/** One parameter as it was sent, percent-decoding done. Undefined is what could not be decoded. */
export interface RawParameter {
  readonly name: string | undefined;
  readonly value: string | undefined;
  /** The name as it stood in the URL. */
  readonly rawName: string;
}

/** Splits a query string, without its `?`. Brackets may stand raw or percent-encoded; `+` is a space, as forms send it. */
export function parseQueryString(query: string): RawParameter[] {
  const parameters: RawParameter[] = [];
  for (let start = 0; start < query.length; ) {
    const ampersand = query.indexOf("&", start);
    const end = ampersand === -1 ? query.length : ampersand;
    if (end > start) parameters.push(parameterOf(query, start, end));
    start = end + 1;
  }
  return parameters;
}

function parameterOf(query: string, start: number, end: number): RawParameter {
  const equals = query.indexOf("=", start);
  if (equals === -1 || equals > end) {
    const rawName = query.slice(start, end);
    return { name: decode(rawName), value: "", rawName };
  }
  const rawName = query.slice(start, equals);
  return { name: decode(rawName), value: decode(query.slice(equals + 1, end)), rawName };
}

function decode(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

// What may stand in a link as it came. Everything else is written anew, so that a link reflects nothing unescaped.
const CLEAN = /^[A-Za-z0-9\-._~!*',=&%+]*$/;

/** The query of a request, for links: brackets and all else that a URL reserves percent-encoded, commas kept readable. */
export function canonicalQuery(query: string): string {
  if (CLEAN.test(query)) return query;
  return parseQueryString(query)
    .map(({ name = "", value = "" }) => `${encode(name)}=${encode(value)}`)
    .join("&");
}

export function encode(text: string): string {
  const encoded = percentEncode(text);
  return text.includes(",") ? encoded.replaceAll("%2C", ",") : encoded;
}

function percentEncode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    const message = `A link cannot contain the text ${JSON.stringify(text)}: it has half of a surrogate pair.`;
    throw new TypeError(message, { cause });
  }
}
