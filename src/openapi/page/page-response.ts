import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF } from "../../wire/headers.js";
import { HTML, JAVASCRIPT } from "../../wire/media-types.js";
import type { OpenapiServer } from "../document/document.js";
import { SCRIPT } from "./script.js";
import { STYLE } from "./style.js";

/** The response with the page. Its script may send requests to `servers` and to its own origin. */
export async function pageResponse(page: string, servers: readonly OpenapiServer[]): Promise<Response> {
  const origins = servers.flatMap(({ url }) => (URL.canParse(url) ? new URL(url).origin : []));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${await styleHash()}'`,
    "img-src data:",
    `connect-src ${["'self'", ...new Set(origins)].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return new Response(page, {
    headers: {
      [CONTENT_TYPE]: HTML,
      [CONTENT_TYPE_OPTIONS]: NOSNIFF,
      [CACHE_CONTROL]: "no-cache",
      "content-security-policy": policy,
    },
  });
}

export function scriptResponse(): Response {
  const headers = { [CONTENT_TYPE]: JAVASCRIPT, [CONTENT_TYPE_OPTIONS]: NOSNIFF, [CACHE_CONTROL]: "no-cache" };
  return new Response(SCRIPT, { headers });
}

let hash: Promise<string> | undefined;

function styleHash(): Promise<string> {
  hash ??= crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE)).then((digest) => {
    return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  });
  return hash;
}
