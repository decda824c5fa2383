import type { LinkTarget } from "../define/types/response.js";
import type { PageQueries, PageQuery } from "../protocol/document/page-links.js";
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

/** The URLs of a list's pages: the request's query with other page parameters. */
export function pageUrls(path: string, query: string, pages: PageQueries): Record<string, string | undefined> {
  const kept = keptQuery(query, pages.first);
  const urlOf = (page: PageQuery | undefined) => page && `${path}?${kept}${pageText(page)}`;
  return { first: urlOf(pages.first), prev: urlOf(pages.prev), next: urlOf(pages.next), last: urlOf(pages.last) };
}

/** Returns a query without some parameters, with a trailing `&`. */
function keptQuery(query: string, without: PageQuery): string {
  let kept = "";
  if (query === "") return kept;
  for (const { name, value = "" } of parseQueryString(query)) {
    if (name !== undefined && !Object.hasOwn(without, name)) kept += `${encode(name)}=${encode(value)}&`;
  }
  return kept;
}

/** Writes page parameters, whose values are integers and need no encoding. */
function pageText(page: PageQuery): string {
  let text = "";
  for (const name in page) text += `${text === "" ? "" : "&"}${PAGE_NAMES[name] ?? encode(name)}=${page[name]}`;
  return text;
}

const PAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  ["page", "page[offset]", "page[limit]"].map((name) => [name, encode(name)]),
);

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
