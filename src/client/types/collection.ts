import type { AnyApi } from "../../define/types/routes.js";
import type { CallOptions } from "../send/options.js";
import type { ReadSource } from "../read/lazy.js";
import type { Safe } from "../send/call.js";
import type { EndpointVia, TypeName } from "./access.js";
import type { ReadFailure } from "./failure.js";
import type * as input from "./query-input.js";
import type { IncludeSomeInput } from "./include-some-input.js";
import type { InferredPaths, Included, Item } from "./item.js";
import type { Link, Meta } from "../send/document.js";
import type { Awaitable } from "./lazy-read.js";

/**
 * A list that is not fetched yet. Each method returns another collection and does not change this one. The client sends the
 * request when you await the collection, iterate it with `for await`, or call `fetch()`.
 *
 * @example
 * ```ts
 * const page = await client.articles.list().filter({ title__contains: "zod" }).sort("-created_at").include("author");
 * ```
 */
export interface Collection<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string = never,
  TFields = {},
  TVia extends string = "list",
> {
  // These are the members of PageRead and LazyRead. It does not extend them, because TypeScript would resolve the base types
  // again for every call of a chain.

  /**
   * Sends the request, even if it was sent before.
   *
   * @throws {ResponseError} As a rejection, for any failure.
   */
  fetch(options?: CallOptions): Promise<Page<TApi, TName, TInclude, TFields, TVia>>;
  then<TThen = Page<TApi, TName, TInclude, TFields, TVia>, TCatch = never>(
    onResult?: ((result: Page<TApi, TName, TInclude, TFields, TVia>) => TThen | PromiseLike<TThen>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: what a promise's rejection is, everywhere
    onFailure?: ((reason: any) => TCatch | PromiseLike<TCatch>) | null,
  ): Promise<TThen | TCatch>;
  catch<TCatch = never>(
    // biome-ignore lint/suspicious/noExplicitAny: what a promise's rejection is, everywhere
    onFailure?: ((reason: any) => TCatch | PromiseLike<TCatch>) | null,
  ): Promise<Page<TApi, TName, TInclude, TFields, TVia> | TCatch>;
  finally(onEnd?: (() => void) | null): Promise<Page<TApi, TName, TInclude, TFields, TVia>>;
  readonly [Symbol.toStringTag]: string;
  readonly "~": ReadSource<Page<TApi, TName, TInclude, TFields, TVia>>;

  /** Sends the request unless it was sent, and returns `{ data }` or `{ error }`. It never rejects. */
  safe(): Promise<Safe<Page<TApi, TName, TInclude, TFields, TVia>, ReadFailure<TApi, TName, TVia>>>;

  /** The page and every one after it. It fetches the page first, unless it is fetched. */
  allPages(): AsyncGenerator<Page<TApi, TName, TInclude, TFields, TVia>, void, undefined>;
  /** Every item of the page and of all after it. */
  all(): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;
  /** The items of the page itself. */
  [Symbol.asyncIterator](): AsyncGenerator<Item<TApi, TName, TInclude, TFields>, void, undefined>;

  /** Adds filters. A later value replaces an earlier one, and `undefined` removes it. */
  filter(filter: input.EndpointFilter<EndpointVia<TApi, TName, TVia>>): this;

  /**
   * Keeps the items that meet all filters of at least one of these groups, and all filters of `filter`. It replaces earlier groups, and `any()`
   * removes them. The list must be registered with `alternatives`.
   *
   * @param groups As for `filter`, each with at least one filter: the server refuses an empty group.
   * @returns A list of the same type.
   *
   * @example
   * ```ts
   * import { fetchHandler } from "trestle/fetch";
   * import { createClient } from "trestle/client";
   * import { memoryData } from "trestle/memory";
   * import { type ApiOf, trestle } from "trestle";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const tasks = t.resource("tasks", { id: z.int(), attributes: { status: z.string(), author: z.int() } });
   * const rows = [{ id: 1, status: "open", author: 1 }, { id: 2, status: "draft", author: 7 }, { id: 3, status: "draft", author: 1 }];
   * const filter = { status: z.string().optional(), author: z.int().optional() };
   * const api = t.router({ tasks: memoryData().source(tasks, { rows }).routes({ getMany: { filter, alternatives: 2 } }) });
   *
   * const client = createClient<ApiOf<typeof api>>({ url: "http://localhost", fetch: fetchHandler(api) });
   * const found = await client.tasks.list().any({ status: "open" }, { author: 7, status: "draft" });
   * if (found.length !== 2) throw new Error("unreachable");
   * ```
   */
  any(...groups: readonly input.Alternative<EndpointVia<TApi, TName, TVia>>[]): this;

  /** Sets the order. The first key is the most important, and a leading `-` means descending. */
  sort(...keys: input.EndpointSort<EndpointVia<TApi, TName, TVia>>[]): this;

  /** Sets the page, in the form that the list declares. */
  page(page: input.EndpointPage<EndpointVia<TApi, TName, TVia>>): this;

  /** Adds relationships to include, in the items and in their type: `include("author", "author__articles")`. */
  include<TPaths extends readonly EndpointVia<TApi, TName, TVia>["~includePath"][]>(
    ...paths: TPaths
  ): Collection<TApi, TName, TInclude | Included<InferredPaths<TPaths>>, TFields, TVia>;

  /**
   * Includes some members of to-many relationships: those that a filter finds, in an order, up to a limit. Each path is an include, in the items
   * and in their type. A later query of the same path replaces the earlier one. The related list at the end of a path must be registered with
   * `included: true`.
   *
   * @param queries By include path. Filters, sorts and values are those of the related list; `undefined` includes all members, as `include` does.
   * @returns A list whose items have these includes. `client.posts.more(item, "comments")` reads the members that a limit cut.
   *
   * @example
   * ```ts
   * import { fetchHandler } from "trestle/fetch";
   * import { createClient } from "trestle/client";
   * import { memoryData } from "trestle/memory";
   * import { type ApiOf, offsetPage, toMany, toOne, trestle } from "trestle";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const posts = t.resource("posts", { id: z.int(), attributes: {}, relationships: { comments: toMany("comments") } });
   * const comments = t.resource("comments", { id: z.int(), attributes: { open: z.boolean() }, relationships: { post: toOne("posts") } });
   * const data = memoryData();
   * const rows = [1, 2, 3, 4].map((id) => ({ id, open: id < 4, post: 1 }));
   * const commentRoutes = data.source(comments, { rows }).routes({});
   * const filter = { open: z.boolean().optional() };
   * const api = t.router({
   *   comments: commentRoutes,
   *   posts: data.source(posts, { rows: [{ id: 1 }], relationships: { comments: { by: "post" } } }).routes({
   *     getMany: { include: ["comments"] },
   *     getRelated: { comments: { filter, sort: ["id"], page: offsetPage({ limit: 10 }), included: true } },
   *   }),
   * });
   *
   * const client = createClient<ApiOf<typeof api>>({ url: "http://localhost", fetch: fetchHandler(api) });
   * const [post] = await client.posts.list().includeSome({ comments: { filter: { open: true }, sort: ["-id"], limit: 2 } });
   * if (post?.comments.map(({ id }) => id).join() !== "3,2") throw new Error("unreachable");
   * const rest = await client.posts.more(post, "comments");
   * if (rest?.[0]?.id !== "1") throw new Error("unreachable");
   * ```
   */
  includeSome<TPath extends EndpointVia<TApi, TName, TVia>["~includePath"]>(
    queries: IncludeSomeInput<TApi, TName, TPath>,
  ): Collection<TApi, TName, TInclude | TPath, TFields, TVia>;

  /** Sets the only fields to read, by type, in the items and in their type. Types that are not listed have all fields. */
  fields<TChosen extends input.FieldsInput<TApi> | input.Mistyped, TTypes extends string = keyof TChosen & string>(
    fields: TChosen & input.CheckedTypes<TTypes, TApi, TName, TVia>,
  ): Collection<TApi, TName, TInclude, TChosen, TVia>;

  /** Adds other query parameters, by their own names. */
  extra(extra: input.ExtraInput<EndpointVia<TApi, TName, TVia>>): this;

  /**
   * The filters, the order and the page of this list, and the queries of its includes, for the URL of a page:
   * `?filter%5Bstatus%5D=open&sort=-created_at`. Includes, fields and extra parameters are not in it.
   *
   * @returns A query string with its `?`. It is empty if the list has none of these.
   * @throws {Unexpected} `not_sent`, for a value that a query string cannot contain.
   *
   * @example
   * ```ts
   * import { equal } from "node:assert/strict";
   * import { createClient } from "trestle/client";
   * import { type Api, handle } from "./newsroom.js";
   *
   * const client = createClient<Api>({ url: "http://localhost:3000/api", fetch: handle });
   * const list = client.articles.list().filter({ title__contains: "zod" }).sort("-created_at").include("author");
   * equal(list.toSearch(), "?filter%5Btitle%5D%5Bcontains%5D=zod&sort=-created_at");
   * ```
   */
  toSearch(): string;

  /**
   * Replaces the filters, the order, the page and the queries of includes by those of a query string, such as `location.search`. Includes, fields
   * and extra parameters stay those of the code. All other parameters are ignored, so the page can have its own. If the list does not allow a name or a value, the
   * server answers 400.
   *
   * @param search With or without its `?`. Any text is allowed: nothing throws before the request.
   * @returns A list of the same type.
   *
   * @example
   * ```ts
   * import { equal } from "node:assert/strict";
   * import { createClient } from "trestle/client";
   * import { type Api, handle } from "./newsroom.js";
   *
   * const client = createClient<Api>({ url: "http://localhost:3000/api", fetch: handle });
   * const list = client.articles.list().include("author").fromSearch("?filter[title][contains]=zod&sort=-created_at&tab=2");
   * equal(list.toSearch(), "?filter%5Btitle%5D%5Bcontains%5D=zod&sort=-created_at");
   * const [first] = await list;
   * console.log(first?.author?.username); // the type is that of the list
   * ```
   */
  fromSearch(search: string | URLSearchParams): this;
}

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
