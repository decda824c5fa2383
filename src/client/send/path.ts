import { encoded } from "./values.js";
import { unexpected } from "../errors/unexpected.js";

/**
 * The path of a request below the API's URL: `/articles`, `/articles/1/author`.
 *
 * @throws {Unexpected} `not_sent`, for an id that would lead to another URL: one that is absent or empty, or a dot segment,
 *   which URLs resolve even if it is percent-encoded.
 */
export function pathOf(segments: readonly unknown[]): string {
  let path = "";
  for (const segment of segments) {
    const id = `${segment ?? ""}`;
    if ("..".startsWith(id) || (typeof segment === "object" && /^\[object /.test(id)))
      throw unexpected("not_sent", `"${id}" cannot be an id. Pass a number or a string.`);
    path += `/${encoded(id)}`;
  }
  return path;
}
