import type { LinkTarget } from "../define/types/response.js";
import type { PageQueries, PageQuery } from "../protocol/document/page-links.js";
import { encode, parseQueryString } from "../protocol/query/query-string.js";

/** A link of a handler's, or one made from a page declaration: an object is merged into the request's own query. */
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

/** The URLs of a list's other pages: the request's own query, of which every one replaces the same parameters. */
export function pageUrls(path: string, query: string, pages: PageQueries): Record<string, string | undefined> {
  const kept = keptQuery(query, pages.first);
  const urlOf = (page: PageQuery | undefined) => page && `${path}?${kept}${pageText(page)}`;
  return { first: urlOf(pages.first), prev: urlOf(pages.prev), next: urlOf(pages.next), last: urlOf(pages.last) };
}

/** What a query says besides some parameters, with its `&` behind. */
function keptQuery(query: string, without: PageQuery): string {
  let kept = "";
  if (query === "") return kept;
  for (const { name, value = "" } of parseQueryString(query)) {
    if (name !== undefined && !Object.hasOwn(without, name)) kept += `${encode(name)}=${encode(value)}&`;
  }
  return kept;
}

/** Integers under names that are always the same. */
function pageText(page: PageQuery): string {
  let text = "";
  for (const name in page) text += `${text === "" ? "" : "&"}${PAGE_NAMES[name] ?? encode(name)}=${page[name]}`;
  return text;
}

const PAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  ["page", "page[offset]", "page[limit]"].map((name) => [name, encode(name)]),
);

/** `{ page: { offset: 3 } }` is `page[offset]=3`; null or undefined takes a parameter out. */
function flatten(parameters: object, prefix = ""): [string, string | undefined][] {
  return Object.entries(parameters).flatMap(([key, value]): [string, string | undefined][] => {
    const name = prefix === "" ? key : `${prefix}[${key}]`;
    if (value === null || value === undefined) return [[name, undefined]];
    if (value instanceof Date) return [[name, value.toISOString()]];
    if (Array.isArray(value)) return [[name, value.map(String).join(",")]];
    return typeof value === "object" ? flatten(value, name) : [[name, String(value)]];
  });
}
