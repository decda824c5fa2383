import { MEDIA_TYPE } from "./media-type.js";

/** On every response: caches keep one per `Accept`, and browsers do not guess another type. */
export const NO_CONTENT_HEADERS: Readonly<Record<string, string>> = {
  vary: "Accept",
  "x-content-type-options": "nosniff",
};

/** On every response that is a JSON:API document. */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = { "content-type": MEDIA_TYPE, ...NO_CONTENT_HEADERS };

/** A `Vary` that lists the headers of both, each once. `*` stays `*`: it already says that every header matters. */
export function mergeVary(existing: string, added: string): string {
  const names = new Map<string, string>();
  for (const name of `${existing},${added}`.split(",")) {
    const trimmed = name.trim();
    if (trimmed === "*") return "*";
    const key = trimmed.toLowerCase();
    if (key !== "" && !names.has(key)) names.set(key, trimmed);
  }
  return [...names.values()].join(", ");
}

/** Headers about one connection: RFC 9110, 7.6.1. HTTP/2 forbids them: RFC 9113, 8.2.2. */
const CONNECTION_HEADERS: readonly string[] = [
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * The headers of a response that are about the connection it came by. A handler that passes on the response of another
 * server passes them on, too.
 */
export function connectionHeaders(headers: Headers): readonly string[] {
  const listed =
    headers
      .get("connection")
      ?.split(",")
      .map((name) => name.trim().toLowerCase()) ?? [];
  return [...CONNECTION_HEADERS, ...listed].filter((name) => name !== "" && headers.has(name));
}
