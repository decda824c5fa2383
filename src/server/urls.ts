import type { LinkTarget } from "../define/types/response.js";
import { encode, parseQueryString } from "../protocol/query/query-string.js";

/** The URL of a handler's link. An object is merged into the request's query. */
export function linkUrl(path: string, query: string, target: LinkTarget): string | null {
  if (target === null || typeof target === "string") return target;
  const replaced = new Map(flatten(target));
  const kept = parseQueryString(query).filter(({ name }) => name !== undefined && !replaced.has(name));
  const parameters = [
    ...kept.map(({ name = "", value = "" }) => [name, value] as const),
    ...[...replaced].filter((entry): entry is [string, string] => entry[1] !== undefined),
  ];
  if (parameters.length === 0) return path;
  return `${path}?${parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
}

/** `{ page: { offset: 3 } }` is `page[offset]=3`; null or undefined removes a parameter. */
function flatten(parameters: object, prefix = ""): [string, string | undefined][] {
  return Object.entries(parameters).flatMap(([key, value]): [string, string | undefined][] => {
    const name = prefix === "" ? key : `${prefix}[${key}]`;
    if (value === null || value === undefined) return [[name, undefined]];
    if (value instanceof Date) return [[name, value.toISOString()]];
    if (Array.isArray(value)) return [[name, value.map(String).join(",")]];
    return typeof value === "object" ? flatten(value, name) : [[name, String(value)]];
  });
}
