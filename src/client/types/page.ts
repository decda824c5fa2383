import type { AnyApi } from "../../define/types/routes.js";
import type { Link, Meta } from "../send/document.js";
import type { Safe } from "../errors/safe.js";
import type { TypeName } from "./access.js";
import type { ReadFailure } from "./failure.js";
import type { Item } from "./item.js";
import type { Awaitable } from "./lazy-read.js";

/**
 * A fetched page: an array of items, with the links of the response. For `JSON.stringify` and `structuredClone` it is plain
 * data.
 *
 * `TVia` is the operation: `"list"`, or `"users.articles"` for the articles related to a user.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export interface Page<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string = never,
  TFields = {},
  TVia extends string = "list",
> extends Array<Item<TApi, TName, TInclude, TFields>> {
  /** The links of the response. */
  readonly links: Readonly<Record<string, Link>>;
  /** The `meta` of the response: `meta.total`, if the server counts. */
  readonly meta: Meta;

  hasFirst(): boolean;
  hasPrevious(): boolean;
  hasNext(): boolean;
  hasLast(): boolean;

  /** @throws {Error} If the page has no such link: check `hasFirst()`. */
  getFirst(): PageRead<TApi, TName, TInclude, TFields, TVia>;
  /** @throws {Error} If the page has no such link: check `hasPrevious()`. */
  getPrevious(): PageRead<TApi, TName, TInclude, TFields, TVia>;
  /** @throws {Error} If the page has no such link: check `hasNext()`. */
  getNext(): PageRead<TApi, TName, TInclude, TFields, TVia>;
  /** @throws {Error} If the page has no such link: check `hasLast()`. */
  getLast(): PageRead<TApi, TName, TInclude, TFields, TVia>;

  /** This page and every one after it. Each is fetched when you reach it. Throws if the links lead in a circle. */
  allPages(): AsyncGenerator<Page<TApi, TName, TInclude, TFields, TVia>, void, undefined>;
  /** Every item of this page and of all after it. */
  all(): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
}

/** A read whose result is a page: a collection, or the page of a link. */
export interface PageRead<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string,
  TFields,
  TVia extends string,
> extends Awaitable<Page<TApi, TName, TInclude, TFields, TVia>> {
  /** Sends the request unless it was sent, and returns `{ data }` or `{ error }`. It never rejects. */
  safe(): Promise<Safe<Page<TApi, TName, TInclude, TFields, TVia>, ReadFailure<TApi, TName, TVia>>>;

  /** The page and every one after it. It fetches the page first, unless it is fetched. */
  allPages(): AsyncGenerator<Page<TApi, TName, TInclude, TFields, TVia>, void, undefined>;
  /** Every item of the page and of all after it. */
  all(): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
  /** The items of the page itself. */
  [Symbol.asyncIterator](): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
}
