import { requireInteger } from "../model/limit.js";
import { checkOptionNames } from "../model/names.js";
import type { CursorPage, NumberPage, OffsetPage } from "../types/page.js";

/**
 * Divides a list into pages by `page[offset]` and `page[limit]`. Trestle makes the links `first`, `prev`, `next` and `last`
 * from the `total` or `hasMore` that the handler returns.
 *
 * @param options.limit Rows per page if the request has no `page[limit]`; default 20.
 * @param options.maxLimit The largest `page[limit]` of a request; default 100. The client gets a 400 if it is exceeded.
 * @throws {TypeError} When a limit is not a positive integer, or `limit` is greater than `maxLimit`.
 *
 * @example
 * ```ts
 * import { offsetPage } from "trestle";
 *
 * const page = offsetPage({ limit: 20, maxLimit: 100 });
 * ```
 */
export function offsetPage(options: { readonly limit?: number; readonly maxLimit?: number } = {}): OffsetPage {
  checkOptionNames("offsetPage", options, { limit: true, maxLimit: true });
  const maxLimit = options.maxLimit ?? Math.max(100, options.limit ?? 0);
  const limit = options.limit ?? Math.min(20, maxLimit);
  requireInteger("offsetPage: limit", limit);
  requireInteger("offsetPage: maxLimit", maxLimit);
  if (limit > maxLimit) throw new TypeError(`offsetPage: limit ${limit} is greater than maxLimit ${maxLimit}.`);
  return { "~page": "offset", limit, maxLimit };
}

/**
 * Divides a list into pages of a fixed size by `page=2`, counted from 1. Trestle makes the same links as for {@link offsetPage}.
 *
 * @param options.size Rows per page; default 20.
 * @throws {TypeError} When the size is not a positive integer.
 *
 * @example
 * ```ts
 * import { numberPage } from "trestle";
 *
 * const page = numberPage({ size: 50 });
 * ```
 */
export function numberPage(options: { readonly size?: number } = {}): NumberPage {
  checkOptionNames("numberPage", options, { size: true });
  const size = options.size ?? 20;
  requireInteger("numberPage: size", size);
  return { "~page": "number", size };
}

/**
 * Pages by `page[after]`, `page[before]` and `page[size]`, as the cursor pagination profile of JSON:API describes them. A page
 * begins where another ended, so rows that others insert or delete do not shift it.
 *
 * Sources serve these pages. A handler of your own returns `respond(rows, { cursors: { next, prev } })`.
 *
 * @param options.size Rows on a page when the request does not say; default 20.
 * @param options.maxSize The most that a request may ask for, beyond it is a 400; default 100.
 * @throws {TypeError} When a size is not a positive integer, or `size` is over `maxSize`.
 * @see https://jsonapi.org/profiles/ethanresnick/cursor-pagination/
 *
 * @example
 * ```ts
 * import { cursorPage, respond, trestle } from "trestle";
 * import { z } from "zod";
 *
 * const notes = trestle().resource("notes", { id: z.int(), attributes: { text: z.string() } });
 * const listNotes = notes.getMany({ page: cursorPage({ size: 2 }) }, ({ page }) => {
 *   const rows = [1, 2, 3].filter((id) => id > Number(page.after ?? 0)).map((id) => ({ id, text: `Note ${id}` }));
 *   const data = rows.slice(0, page.size);
 *   const next = rows.length > data.length ? String(data.at(-1)?.id) : null;
 *   return respond(data, { cursors: { next, prev: null } });
 * });
 * ```
 */
export function cursorPage(options: { readonly size?: number; readonly maxSize?: number } = {}): CursorPage {
  checkOptionNames("cursorPage", options, { size: true, maxSize: true });
  const maxSize = options.maxSize ?? Math.max(100, options.size ?? 0);
  const size = options.size ?? Math.min(20, maxSize);
  requireInteger("cursorPage: size", size);
  requireInteger("cursorPage: maxSize", maxSize);
  if (size > maxSize) throw new TypeError(`cursorPage: size ${size} is over maxSize ${maxSize}.`);
  return { "~page": "cursor", size, maxSize };
}
