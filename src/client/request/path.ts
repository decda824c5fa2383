import { encoded } from "../read/values.js";
import { unexpected } from "../errors/unexpected.js";

/**
 * The path of a request below the API's URL: `/articles`, `/articles/1/author`.
 *
 * @throws {Unexpected} For an id that would name another URL: absent, empty, or a dot segment, which URLs resolve even
 *   when it is percent-encoded.
 */
export function pathOf(segments: readonly unknown[]): string {
  let path = "";
  for (const segment of segments) {
    const id = `${segment ?? ""}`;
    if ("..".startsWith(id) || (typeof segment === "object" && /^\[object /.test(id)))
      throw unexpected("not_sent", `"${id}" is no id.`);
    path += `/${encoded(id)}`;
  }
  return path;
}
