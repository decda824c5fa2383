import type { ReadSource } from "../../client/read/lazy.js";
import type { Scope } from "./scope.js";

/** For each query client, the URL of each name and caller. */
const urls = new WeakMap<object, Map<string, string>>();

/**
 * Remembers which API a query client reads.
 *
 * @throws {TypeError} If it reads two APIs that have the same keys.
 */
export function rememberApi(
  queryClient: object,
  { api, options }: Pick<ReadSource<unknown>, "api" | "options">,
  scope: Scope,
): void {
  const known = urls.get(queryClient) ?? new Map<string, string>();
  urls.set(queryClient, known);
  const key = JSON.stringify([api, scope.caller]);
  const url = new URL(options.url.replace(/\/*$/, ""), globalThis.location?.href ?? "x://x").href;
  const other = known.get(key) ?? url;
  if (other !== url) {
    throw new TypeError(
      `trestle/query: two clients have the name "${api}" and the same caller, but read ${other} and ${url}. Give them different names.`,
    );
  }
  known.set(key, url);
}
