import type { NumberPage, OffsetPage } from "../define/types/page.js";
import { encode, parseQueryString } from "../protocol/query/query-string.js";
import type { LinkTarget } from "../define/types/response.js";

/** The pagination links of a list (JSON:API 1.1, "Pagination"). Undefined ones are omitted. */
type PageUrls = Readonly<Record<"first" | "prev" | "next" | "last", string | undefined>>;

/**
 * The URLs of a list's pages: the request's query with other page parameters.
 *
 * @param page The values of the page parameters.
 */
export function pageUrls(
  path: string,
  query: string,
  declaration: OffsetPage | NumberPage,
  page: unknown,
  total: number | undefined,
  hasMore: boolean | undefined,
): PageUrls {
  const isOffset = declaration["~page"] === "offset";
  const { offset = 0, limit = 0, number = 0 } = page as { offset?: number; limit?: number; number?: number }; // the parameters made it
  const [at, first, step, size] = isOffset ? [offset, 0, limit, limit] : [number, 1, 1, declaration.size];
  const end = isOffset ? offset + limit : number * size;
  const last = total === undefined ? undefined : first + Math.max(0, Math.ceil(total / size) - 1) * step;
  const begin = `${path}?${queryWithout(isOffset ? OFFSET_NAMES : NUMBER_NAMES, query)}`;
  const urlOf = (value: number) =>
    isOffset ? `${begin}page%5Boffset%5D=${value}&page%5Blimit%5D=${limit}` : `${begin}page=${value}`;
  return {
    first: urlOf(first),
    prev: at > first ? urlOf(Math.min(Math.max(first, at - step), last ?? at)) : undefined,
    next: (hasMore ?? (total !== undefined && end < total)) ? urlOf(at + step) : undefined,
    last: last === undefined ? undefined : urlOf(last),
  };
}

const OFFSET_NAMES = ["page[offset]", "page[limit]"];
const NUMBER_NAMES = ["page"];

/** Returns a query without some parameters, with a trailing `&`. */
function queryWithout(names: readonly string[], query: string): string {
  let rest = "";
  for (const { name, value = "" } of query === "" ? [] : parseQueryString(query)) {
    if (name !== undefined && !names.includes(name)) rest += `${encode(name)}=${encode(value)}&`;
  }
  return rest;
}

/** The URL of a handler's link. An object is merged into the request's query. */
export function linkUrl(path: string, query: string, target: LinkTarget): string | null {
  if (target === null || typeof target === "string") return target;
  const replaced = new Map(flatten(target));
  let parameters = queryWithout([...replaced.keys()], query);
  for (const [name, value] of replaced) if (value !== undefined) parameters += `${encode(name)}=${encode(value)}&`;
  return parameters === "" ? path : `${path}?${parameters.slice(0, -1)}`;
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
