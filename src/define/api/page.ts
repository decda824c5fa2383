import type { NumberPage, OffsetPage } from "../types/page.js";

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
  const maxLimit = options.maxLimit ?? Math.max(100, options.limit ?? 0);
  const limit = options.limit ?? Math.min(20, maxLimit);
  requirePositive("offsetPage", "limit", limit);
  requirePositive("offsetPage", "maxLimit", maxLimit);
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
  const size = options.size ?? 20;
  requirePositive("numberPage", "size", size);
  return { "~page": "number", size };
}

function requirePositive(maker: string, name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new TypeError(`${maker}: ${name} must be a positive integer, not ${value}.`);
  }
}
