import { parameterError, RequestError } from "../protocol/errors/request-error.js";
import { DOCUMENT_HEADERS, PLAIN_HEADERS } from "../protocol/negotiation/response-headers.js";
import { quoteShort } from "../protocol/text/json-text.js";
import { parseQueryString } from "../protocol/query/query-string.js";
import { ALLOW } from "../wire/headers.js";
import type { ServerRequest, ServerResponse } from "./http.js";
import type { Pages } from "./pages.js";
import { methodNotAllowed, type RouteTable } from "./router.js";

/** The path of the mount point itself, as adapters report it. */
export const ENTRY_POINT = "/";

const METHODS = ["GET", "HEAD"];

/**
 * The response for the mount point: a document with links to the description and to every list that the caller can read.
 * JSON:API allows only its own names in the top-level `links`, so the links to lists are in `meta`.
 *
 * @param plain Whether it is plain JSON, which has only `meta`.
 * @param url The start of every link: the base URL, if any, and the mount point.
 * @throws {RequestError} 405 for other methods, 400 for any query parameter.
 */
export function entryPoint(
  { method, query }: Pick<ServerRequest, "method" | "query">,
  url: string,
  { routes }: RouteTable,
  pages: Pages | undefined,
  plain: boolean,
): ServerResponse {
  if (!METHODS.includes(method)) {
    throw new RequestError([methodNotAllowed(method, ENTRY_POINT, METHODS)], { [ALLOW]: METHODS.join(", ") });
  }
  const parameters = parseQueryString(query).map(({ name, rawName }) => {
    const detail = `The API's entry point has no parameter ${quoteShort(name ?? rawName)}. It takes none.`;
    return parameterError("unknown_parameter", name ?? rawName, detail);
  });
  if (parameters.length > 0) throw new RequestError(parameters);
  const lists = routes.filter(({ operation }) => operation.info.kind === "getMany");
  const links = {
    ...Object.fromEntries(lists.map(({ segments }) => [segments.join("/"), urlOf(url, segments)])),
    ...(pages?.docs !== undefined && { docs: url + pages.docs }),
  };
  if (plain) return { status: 200, headers: PLAIN_HEADERS, body: JSON.stringify({ meta: { links } }) };
  const document = {
    jsonapi: { version: "1.1" },
    links: {
      self: url === "" ? "/" : url,
      ...(pages?.document !== undefined && { describedby: url + pages.document }),
    },
    meta: { links },
  };
  return { status: 200, headers: DOCUMENT_HEADERS, body: JSON.stringify(document) };
}

function urlOf(url: string, segments: readonly string[]): string {
  return `${url}/${segments.map(encodeURIComponent).join("/")}`;
}
