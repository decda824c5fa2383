import { documentProblems } from "./document-problems.js";
import { isWithin } from "./json-pointer.js";

/** A request and what came back, as far as the standard speaks of them. */
export interface Exchanged {
  readonly method: string;
  /** With its query string. */
  readonly url: string;
  /** The request's body; undefined where there is none, or where nobody knows. */
  readonly sent?: string | undefined;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, whose schema is checked first
type Parsed = any;

const MEDIA_TYPE = /^application\/vnd\.api\+json((;ext="[^"]*"|;profile="[^"]*")*)$/;

/** Whether an answer says that it is a JSON:API document. Those of an rpc may be anything. */
export function isJsonApi(headers: Exchanged["headers"]): boolean {
  return headers.get("content-type")?.startsWith("application/vnd.api+json") === true;
}

/** What is wrong with an answer, its document and the headers that go with it. Empty where nothing is. */
export function answerProblems(exchanged: Exchanged): string[] {
  const { method, status, headers, text } = exchanged;
  const problems: string[] = [];
  const contentType = headers.get("content-type");
  if (!/\bAccept\b/.test(headers.get("vary") ?? "")) problems.push("Vary does not name Accept");
  if (status === 204 || status === 304) {
    if (text !== "" || contentType !== null) problems.push(`a ${status} has no content`);
    return problems;
  }
  if (!MEDIA_TYPE.test((contentType ?? "").replaceAll("; ", ";"))) problems.push(`the media type is "${contentType}"`);
  if (method === "HEAD") return problems;
  const document = parsed(text);
  if (document === undefined) return [...problems, `no JSON: ${text.slice(0, 80)}`];
  const asked = new URLSearchParams(exchanged.url.replace(/^[^?]*/, ""));
  const isSparse = [...asked.keys()].some((name) => name.startsWith("fields["));
  problems.push(...documentProblems(document, "answer", isSparse));
  return problems.length > 0 ? problems : rules(exchanged, document, asked.has("include"));
}

function rules(exchanged: Exchanged, document: Parsed, included: boolean): string[] {
  const { status, headers } = exchanged;
  const problems: string[] = [];
  if (document.jsonapi?.version !== "1.1") problems.push(`jsonapi is ${JSON.stringify(document.jsonapi)}`);
  if (status >= 400 !== "errors" in document) problems.push(`${status} with ${Object.keys(document)}`);
  if ("errors" in document) return [...problems, ...errorRules(exchanged, document.errors)];
  // JSON:API 1.1, "Inclusion of Related Resources": a compound document, even where nothing is related.
  if (included && !("included" in document)) problems.push("include was asked for; included is missing");
  const self = document.data?.links?.self;
  if (headers.get("location") !== null && self !== undefined && self !== headers.get("location")) {
    problems.push(`Location is "${headers.get("location")}", and self is "${self}"`);
  }
  return problems;
}

function errorRules({ status, sent }: Exchanged, errors: readonly Parsed[]): string[] {
  const problems: string[] = [];
  const statuses = new Set(errors.map((error) => error.status));
  const general = status >= 500 ? "500" : "400";
  const expected = statuses.size === 1 ? [...statuses][0] : general;
  if (`${status}` !== expected) problems.push(`${status} for errors of ${[...statuses].join(", ")}`);
  const document = sent === undefined ? undefined : parsed(sent.replace(/^\ufeff/, ""));
  for (const { source } of errors) {
    // JSON:API 1.1, "Error Objects": a pointer must point to a value that exists. Without JSON, "" is the whole body.
    if (document === undefined || source?.pointer === undefined || isWithin(document, source.pointer)) continue;
    problems.push(`the pointer "${source.pointer}" points to nothing in ${sent?.slice(0, 200)}`);
  }
  return problems;
}

function parsed(text: string): Parsed {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
