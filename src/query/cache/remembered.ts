import type { Query } from "@tanstack/query-core";
import type { ReadSource } from "../../client/read/lazy.js";
import type { Scope } from "./scope.js";

/** The results for each object, by purpose. */
const results = new WeakMap<object, Map<unknown, unknown>>();

/** Makes a result from an object only once. It stays the same as long as the object exists. */
export function once<T>(object: object, purpose: unknown, make: () => T): T {
  const made = results.get(object) ?? new Map<unknown, unknown>();
  results.set(object, made);
  if (!made.has(purpose)) made.set(purpose, make());
  return made.get(purpose) as T; // one purpose makes one type
}

// What is under the changes that are shown. Written where they are shown, and read by the rules, which load without that code.

/** The server's data, by the changed data that is shown instead. */
export const bases = new WeakMap<object, object>();

/** Data that arrived while a change was shown over it. It may be newer than the response to that change. */
export const readMeanwhile = new WeakMap<Query, object>();

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
