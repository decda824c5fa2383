import { unexpected } from "./unexpected.js";

/**
 * The path of a request below the API's URL: `/articles`, `/articles/1/author`.
 *
 * @throws {Unexpected} For an id that would name another URL: absent, empty, or a dot segment, which URLs resolve even
 *   when it is percent-encoded.
 */
export function pathOf(...segments: readonly unknown[]): string {
  return segments.map(segment).join("");
}

function segment(value: unknown): string {
  const text = `${value ?? ""}`;
  if (/^\.{0,2}$/.test(text))
    throw unexpected("not_sent", `"${text}" cannot be the id of a resource: no URL would name it.`);
  return `/${encodeURIComponent(text)}`;
}
