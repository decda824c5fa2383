import type { AnyApi } from "../../define/types/routes.js";
import type { Link, Meta } from "../read/document.js";
import type { Safe } from "../errors/safe.js";
import type { TypeName } from "./access.js";
import type { ReadFailure } from "./failure.js";
import type { Item } from "./item.js";
import type { Awaitable } from "./lazy-read.js";

/**
 * A fetched page: an array of items, plain data to `JSON.stringify` and `structuredClone`, that knows its neighbours by
 * the links of the answer.
 *
 * `TVia` says what was read: `"list"`, or `"users.articles"` for the articles related to a user.
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
  /** The links of the answer. */
  readonly links: Readonly<Record<string, Link>>;
  /** What the answer says beside its items: `meta.total`, where the server counts. */
  readonly meta: Meta;

  hasFirst(): boolean;
  hasPrevious(): boolean;
  hasNext(): boolean;
  hasLast(): boolean;

  /** @throws {Error} When the page has no such link: ask `hasFirst()`. */
  getFirst(): PageRead<TApi, TName, TInclude, TFields, TVia>;
  /** @throws {Error} When the page has no such link: ask `hasPrevious()`. */
  getPrevious(): PageRead<TApi, TName, TInclude, TFields, TVia>;
  /** @throws {Error} When the page has no such link: ask `hasNext()`. */
  getNext(): PageRead<TApi, TName, TInclude, TFields, TVia>;
  /** @throws {Error} When the page has no such link: ask `hasLast()`. */
  getLast(): PageRead<TApi, TName, TInclude, TFields, TVia>;

  /** This page, and every one after it, each fetched when it is its turn. It throws when the links run in a circle. */
  allPages(): AsyncGenerator<Page<TApi, TName, TInclude, TFields, TVia>, void, undefined>;
  /** Every item of this page and of all after it. */
  all(): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
}

/** A read that gives a page: a collection, or the page behind a link, whose query is the link's. */
export interface PageRead<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string,
  TFields,
  TVia extends string,
> extends Awaitable<Page<TApi, TName, TInclude, TFields, TVia>> {
  /** Sends the request unless it was sent, and gives `{ data }` or `{ error }`. It never rejects. */
  safe(): Promise<Safe<Page<TApi, TName, TInclude, TFields, TVia>, ReadFailure<TApi, TName, TVia>>>;

  /** The page and every one after it: fetched first, if it is not yet. */
  allPages(): AsyncGenerator<Page<TApi, TName, TInclude, TFields, TVia>, void, undefined>;
  /** Every item of the page and of all after it. */
  all(): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
  /** The items of the page itself. */
  [Symbol.asyncIterator](): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
}
