import type { CursorPage, NumberPage, OffsetPage } from "../../define/types/page.js";

/** The query parameters of another page of the same list. */
export type PageQuery = Readonly<Record<string, string>>;

/** The pagination links of a list (JSON:API 1.1, "Pagination"). Undefined links are omitted. */
export interface PageQueries {
  readonly first: PageQuery;
  readonly prev: PageQuery | undefined;
  readonly next: PageQuery | undefined;
  readonly last: PageQuery | undefined;
}

export function pageQueries(
  declaration: OffsetPage | NumberPage | CursorPage,
  page: unknown,
  total: number | undefined,
  hasMore: boolean | undefined,
): PageQueries {
  if (declaration["~page"] === "cursor") return CURSOR_QUERIES;
  return declaration["~page"] === "offset"
    ? offsetQueries(page as { offset: number; limit: number }, total, hasMore) // made by the page parameters
    : numberQueries((page as { number: number }).number, declaration.size, total, hasMore);
}

function offsetQueries(
  { offset, limit }: { offset: number; limit: number },
  total: number | undefined,
  hasMore: boolean | undefined,
): PageQueries {
  const at = (value: number): PageQuery => ({ "page[offset]": `${value}`, "page[limit]": `${limit}` });
  const lastOffset = total === undefined ? undefined : Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const more = hasMore ?? (total !== undefined && offset + limit < total);
  const before = Math.min(Math.max(0, offset - limit), lastOffset ?? offset);
  return {
    first: at(0),
    prev: offset > 0 ? at(before) : undefined,
    next: more ? at(offset + limit) : undefined,
    last: lastOffset === undefined ? undefined : at(lastOffset),
  };
}

function numberQueries(
  number: number,
  size: number,
  total: number | undefined,
  hasMore: boolean | undefined,
): PageQueries {
  const at = (value: number): PageQuery => ({ page: `${value}` });
  const lastNumber = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
  const more = hasMore ?? (lastNumber !== undefined && number < lastNumber);
  return {
    first: at(1),
    prev: number > 1 ? at(Math.min(number - 1, lastNumber ?? number)) : undefined,
    next: more ? at(number + 1) : undefined,
    last: lastNumber === undefined ? undefined : at(lastNumber),
  };
}

/** `respond` makes the other links of a cursor page from the cursors. */
const CURSOR_QUERIES: PageQueries = { first: {}, prev: undefined, next: undefined, last: undefined };
