import type { QueryKind, QueryValue } from "../../schema/query-value.js";
import { parseBigint, parseDate, parseInteger } from "../../schema/text.js";
import { quoteShort } from "../text/json-text.js";

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
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    parameters.push({ name: decode(rawName), value: equals === -1 ? "" : decode(part.slice(equals + 1)), rawName });
  }
  return parameters;
}

/**
 * Joins a list that a client sent in parts, as most generated clients do: `include=a&include=b` becomes `include=a,b`.
 *
 * @param lists The decoded names of the parameters that are comma-separated lists.
 */
export function joinLists(query: string, lists: ReadonlySet<string>): string {
  const joined = new Map<string | RawParameter, string>();
  for (const part of query.split("&")) {
    for (const raw of parseQueryString(part)) {
      const { name = "", value = "", rawName } = raw;
      if (!lists.has(name)) {
        joined.set(raw, part);
        continue;
      }
      const before = joined.get(name) ?? `${rawName}=`;
      // A backslash at the end must not escape the comma that follows.
      const end = splitEscaped(`${value},`).at(-1) === "" ? "" : "%5C";
      joined.set(name, `${before}${joined.has(name) ? "," : ""}${part.slice(rawName.length + 1)}${end}`);
    }
  }
  return [...joined.values()].join("&");
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
  let text = "";
  for (const { name = "", value = "" } of parseQueryString(query))
    text += `${text === "" ? "" : "&"}${encode(name)}=${encode(value)}`;
  return text;
}

export function encode(text: string): string {
  try {
    const encoded = encodeURIComponent(text);
    return text.includes(",") ? encoded.replaceAll("%2C", ",") : encoded;
  } catch (cause) {
    const message = `A link cannot contain the text ${JSON.stringify(text)}: it has half of a surrogate pair.`;
    throw new TypeError(message, { cause });
  }
}

export class ParseFailure {
  constructor(readonly expected: string) {}
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a text as the kind of value that a parameter declares. */
export function parseValue(text: string, value: QueryValue): unknown {
  if (value.list) return parseList(text, value);
  if (value.nullable && text === "null") return null;
  return parseOne(text, value);
}

function parseList(text: string, value: QueryValue): unknown {
  const values: unknown[] = [];
  for (const item of text === "" ? [] : splitEscaped(text)) {
    const parsed = parseOne(item, value);
    if (parsed instanceof ParseFailure) return new ParseFailure(`a comma-separated list, each item ${parsed.expected}`);
    values.push(parsed);
  }
  return values;
}

/** Splits at commas. `\,` and `\\` are escapes for a comma and a backslash. */
export function splitEscaped(text: string): string[] {
  if (!text.includes("\\")) return text.split(",");
  const items: string[] = [];
  let item = "";
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === ",") {
      items.push(item);
      item = "";
    } else {
      item += character === "\\" && index + 1 < text.length ? text.charAt(++index) : character;
    }
  }
  return [...items, item];
}

function parseOne(text: string, value: QueryValue): unknown {
  switch (value.kind) {
    case "string":
      return text;
    case "int":
      return text === "-0" ? -0 : (parseInteger(text) ?? new ParseFailure(expected(value)));
    case "number": {
      const number = NUMBER.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(number) ? number : new ParseFailure(expected(value));
    }
    case "boolean":
      if (text === "true") return true;
      return text === "false" ? false : new ParseFailure(expected(value));
    case "date":
      return parseDate(text) ?? new ParseFailure(expected(value));
    case "bigint":
      return parseBigint(text) ?? new ParseFailure(expected(value));
    case "literal":
      return value.literals.has(text) ? value.literals.get(text) : new ParseFailure(expected(value));
  }
}

const NOUNS: Readonly<Record<Exclude<QueryKind, "literal">, string>> = {
  string: "a string",
  int: "an integer",
  number: "a number",
  boolean: "true or false",
  date: "a date such as 2026-01-31 or 2026-01-31T12:00:00Z",
  bigint: "an integer",
};

function expected({ kind, literals, nullable }: QueryValue): string {
  const noun = kind === "literal" ? `one of ${[...literals.keys()].join(", ")}` : NOUNS[kind];
  return nullable ? `${noun}, or null` : noun;
}

export function parseFailure(name: string, text: string, { expected }: ParseFailure): string {
  return `${name} must be ${expected}, not ${quoteShort(text)}.`;
}
