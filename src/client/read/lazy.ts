import type { Document } from "../send/document.js";
import type { CallOptions, ClientOptions, SendOptions } from "../send/options.js";
import { queryString, type QueryState, readSearch } from "../send/url.js";
import type { ResponseError } from "../errors/response-error.js";
import { type Safe, safe } from "../send/call.js";
import { copied } from "../send/input.js";

/** The query of a read, and the options of its request. */
export interface ReadState extends QueryState, SendOptions {}

/** The parts of a read, for `trestle/query`, which caches documents itself. */
export interface ReadSource<T> {
  /** Identifies the API in the keys of `trestle/query`. */
  readonly api: string;
  /** The client's options. */
  readonly options: ClientOptions;
  /** The segments of the path: `["articles", 1, "author"]`. */
  readonly segments: readonly unknown[];
  readonly query: ReadState;
  /** The link that the read follows, if any. It contains the whole query. */
  readonly link: string | undefined;
  /** Whether this is a query, and not the read of a resource or a list. */
  readonly isAction?: boolean;
  readonly pick: Picker | undefined;
  /** Returns the request's whole URL. Throws if the URL cannot be made. */
  readonly urlOf: () => string;
  /** Sends the request, and returns the document as the server sent it. */
  readonly load: (options?: SendOptions) => Promise<Document | undefined>;
  /** Joins a document that `load` returned, now or earlier. Pure. */
  readonly read: (document: Document | undefined) => T;
  /** The same read for another page, by a link of the response. */
  readonly at: (link: string) => ReadSource<T>;
}

/** Makes the result from the resources, as `find` does. By default, a list becomes a page. */
// biome-ignore lint/suspicious/noExplicitAny: at run time the client knows no types; the declared ones are in types/
export type Picker = (result: any, label: () => string, document: Document) => unknown;

/** The part of a page that is iterated. `page.ts` imports this file, so this file cannot import it. */
interface Pages extends Iterable<unknown> {
  allPages(): AsyncGenerator<unknown, void, undefined>;
  all(): AsyncGenerator<unknown, void, undefined>;
}

/**
 * A read that is sent when it is awaited, or by `fetch()`. It is immutable: every chaining method returns another one.
 * One class is for one resource and for lists, because for some paths only the response shows which it is.
 *
 * If it is awaited again, it returns the same result, unless it failed. `fetch()` always sends a request.
 */
export class Lazy<T> implements PromiseLike<T> {
  readonly #state: ReadState;
  readonly #sourceOf: (state: ReadState) => ReadSource<T>;
  #result: Promise<T> | undefined;

  constructor(state: ReadState, sourceOf: (state: ReadState) => ReadSource<T>) {
    this.#state = state;
    this.#sourceOf = sourceOf;
  }

  get [Symbol.toStringTag]() {
    return "Lazy";
  }

  // Stryker disable next-line StringLiteral: a name is not an expression, and Stryker would stop here.
  get "~"(): ReadSource<T> {
    return this.#sourceOf(this.#state);
  }

  filter(filter: object) {
    return this.#with({ filter: { ...this.#state.filter, ...filter } });
  }

  any(...any: NonNullable<QueryState["any"]>) {
    return this.#with({ any });
  }

  sort(...sort: string[]) {
    return this.#with({ sort });
  }

  page(page: unknown) {
    return this.#with({ page });
  }

  include(...paths: string[]) {
    return this.#with({ include: [...(this.#state.include ?? []), ...paths] });
  }

  includeSome(queries: NonNullable<QueryState["includeQueries"]>) {
    const includeQueries = { ...this.#state.includeQueries, ...queries };
    return this.include(...Object.keys(queries)).#with({ includeQueries });
  }

  fields(fields: QueryState["fields"]) {
    return this.#with({ fields });
  }

  extra(extra: object) {
    return this.#with({ extra: { ...this.#state.extra, ...extra } });
  }

  toSearch(): string {
    const { filter, any, sort, page, includeQueries } = this.#state;
    return queryString({ filter, any, sort, page, includeQueries });
  }

  fromSearch(search: string | URLSearchParams) {
    return this.#with(readSearch(search));
  }

  fetch(options?: CallOptions): Promise<T> {
    this.#result = this.#send(options);
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a read is sent by awaiting it
  then<TResult = T, TFailure = never>(
    onResult?: ((value: T) => TResult | PromiseLike<TResult>) | null,
    onFailure?: ((reason: unknown) => TFailure | PromiseLike<TFailure>) | null,
  ): Promise<TResult | TFailure> {
    return (this.#result ?? this.fetch()).then(onResult, onFailure);
  }

  catch<TFailure = never>(onFailure?: ((reason: unknown) => TFailure | PromiseLike<TFailure>) | null) {
    return this.then(undefined, onFailure);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd);
  }

  safe(): PromiseLike<Safe<T, ResponseError>> {
    return safe(this);
  }

  // Iterating one resource does not compile.
  async *allPages(): AsyncGenerator<unknown, void, undefined> {
    yield* ((await this) as unknown as Pages).allPages();
  }

  async *all(): AsyncGenerator<unknown, void, undefined> {
    yield* ((await this) as unknown as Pages).all();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    yield* (await this) as unknown as Pages;
  }

  async #send(options?: CallOptions): Promise<T> {
    try {
      const { load, read } = this["~"];
      return read(await load(options));
    } catch (error) {
      this.#result = undefined; // so that the next `await` sends the request again
      throw error;
    }
  }

  #with(query: QueryState) {
    return new Lazy({ ...this.#state, ...copied(query) }, this.#sourceOf);
  }
}

/**
 * The last prototype of a lazy read. The members of a fetched page (`[0]`, `length`, iteration, `map`) throw here, with advice.
 * Any other unknown member is undefined, as usual.
 */
const unfetched: object = new Proxy<Record<PropertyKey, unknown>>(
  {},
  {
    get(target, name) {
      if (!(name in target) && (name in Array.prototype || /^\d+$/.test(String(name)))) {
        throw new Error(`Data not fetched yet: await it before you use "${String(name)}".`);
      }
      return target[name];
    },
  },
);

Object.setPrototypeOf(Lazy.prototype, unfetched);
