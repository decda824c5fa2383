import { methodOf, type OperationSpec } from "../../define/model/operation.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { AUTHORIZATION, FETCH_SITE, ORIGIN } from "../../wire/headers.js";
import type { ServerRequest } from "../http.js";
import type { ServiceOptions } from "../options.js";

/** Schemes whose credentials a browser adds to requests of any page, as it adds cookies. */
const AMBIENT = /^(?:basic|digest|negotiate|ntlm)\b/i;

/** The origins that may always send writes. */
export function allowedOrigins({ baseUrl = "", origins = [] }: ServiceOptions): ReadonlySet<string | undefined> {
  return new Set([baseUrl, ...origins].map(originOf));
}

/**
 * Refuses a write that a page of another site may send with the user's cookies: browsers send forms, texts and empty bodies without
 * asking the server first. JSON:API bodies need no check, because browsers ask first.
 */
export function refuseCrossSite(
  operation: OperationSpec,
  allowed: ReadonlySet<string | undefined>,
  request: ServerRequest,
): void {
  if (methodOf(operation) === "GET") return;
  const site = request.header(FETCH_SITE);
  if (site === "same-origin" || site === "none") return;
  const origin = request.header(ORIGIN);
  if (origin === undefined ? site === undefined : isOwn(origin, request) || allowed.has(origin)) return;
  const authorization = request.header(AUTHORIZATION);
  if (authorization !== undefined && !AMBIENT.test(authorization)) return;
  throw new RequestError([errorObject("cross_site", detailOf(origin), { header: "Origin" })]);
}

/** Whether an origin has the host of the request. A proxy may have ended TLS, so that the server does not know its own scheme. */
export function isOwn(origin: string, { host }: ServerRequest): boolean {
  const { protocol } = URL.canParse(origin) ? new URL(origin) : { protocol: "" };
  return host !== undefined && protocol !== "" && originOf(`${protocol}//${host}`) === origin;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Throws if an origin could never match: with a path, for example. */
export function requireOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (originOf(origin) === origin) continue;
    throw new TypeError(
      `origins: "${origin}" is not an origin. Write its scheme and host only: "https://app.example.com".`,
    );
  }
}

function detailOf(origin: string | undefined): string {
  const page = origin === undefined ? "A page of another site" : `A page of ${quoteShort(origin)}`;
  return `${page} must not send this request. To allow it, list its origin in the server's option "origins".`;
}
