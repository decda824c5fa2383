/** A percent-decoded parameter. The name or value is undefined if it cannot be decoded. */
export interface RawParameter {
  readonly name: string | undefined;
  readonly value: string | undefined;
  /** The name in the URL, not decoded. */
  readonly rawName: string;
}

/** Splits a query string, without its `?`. Brackets may be percent-encoded or not. `+` is a space, as in forms. */
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

// A query that needs no change in a link. Others are encoded again, so that a link never reflects unescaped input.
const CLEAN = /^[A-Za-z0-9\-._~!*',=&%+]*$/;

/** The query of a request, for links: reserved characters are percent-encoded, except commas. */
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
