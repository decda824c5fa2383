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
