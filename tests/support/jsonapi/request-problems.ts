import { type DocumentKind, documentProblems } from "./document-problems.js";

/** A request that a client made. */
export interface Requested {
  readonly method: string;
  /** Below the mount point, as it was sent: `/articles/1?include=author`. */
  readonly path: string;
  readonly contentType: string | null;
  readonly text: string;
}

/** What is wrong with a request of our client's. Empty where nothing is; an rpc sends what its handler likes. */
export function requestProblems({ method, path, contentType, text }: Requested): string[] {
  const [url = "", query = ""] = path.split("?");
  const segments = url.split("/").slice(1);
  const kind = kindOf(method, segments);
  const problems = queryProblems(query);
  if (text === "")
    return contentType === null ? problems : [...problems, `no body, and the Content-Type ${contentType}`];
  if (kind === undefined) return segments.length === 3 ? [] : [...problems, `a body with ${method} ${url}`];
  const document = JSON.parse(text);
  const [type, ...parameters] = (contentType ?? "").split("; ");
  if (type !== "application/vnd.api+json") problems.push(`the media type is "${contentType}"`);
  // JSON:API 1.1, "Universal Responsibilities": the extensions that are applied are named, and no others.
  const extended = /"trestle:(fields|related)":/.test(text) ? 'ext="urn:trestle:fields"' : "";
  if (parameters.join("; ") !== extended)
    problems.push(`the media type is "${contentType}", for ${text.slice(0, 200)}`);
  return [...problems, ...documentProblems(document, kind)];
}

function kindOf(method: string, [, second, third]: readonly string[]): DocumentKind | undefined {
  if (method === "GET") return undefined;
  if (second === undefined) return method === "POST" ? "create" : undefined;
  if (third === undefined) return method === "PATCH" ? "edit" : undefined;
  return third === "relationship" ? "relationship" : undefined;
}

/** JSON:API 1.1, "Query Parameters Details": names are percent-encoded, brackets among them. */
function queryProblems(query: string): string[] {
  const raw = query.split("&").filter((part) => /[[\]\s"<>\\^`{|}]/.test(part));
  return raw.map((part) => `the parameter ${part} is not encoded`);
}
