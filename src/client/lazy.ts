import { type Document, readDocument } from "./document.js";
import type { ResourceIdentifier } from "./fetched.js";
import type { CallOptions } from "./options.js";
import { Page } from "./page.js";
import { type QueryState, queryString } from "./query-string.js";
import { type Expected, readResult } from "./read-result.js";
import type { ResponseError } from "./response-error.js";
import { type Safe, safe } from "./safe.js";
import type { Outgoing, Transport } from "./transport.js";
import { unexpected } from "./unexpected.js";
import { unfetched } from "./unfetched.js";

/** All that a read is, before it is sent. */
export interface ReadPlan {
  readonly transport: Transport;
  /** What is read: `["articles", 1, "author"]`. */
  readonly segments: readonly unknown[];
  /** The link that was followed, if one was: it says the whole query. */
  readonly link?: string;
  /** Where the query is sent; it throws where no URL can be made. A link that is followed has a query of its own. */
  readonly target: (query: string) => Pick<Outgoing, "path" | "query">;
  readonly query: QueryState;
  readonly expected?: Expected;
  readonly options?: CallOptions;
  /** Picks from what was read, as `find` does. */
  // biome-ignore lint/suspicious/noExplicitAny: at run time the client knows no types; the declared ones are in types/
  readonly pick?: (result: any, url: string) => unknown;
}

/** What stands behind a read, for what caches documents itself. */
export interface ReadSource<T> extends Pick<ReadPlan, "segments" | "query" | "link" | "pick"> {
  /** What stands for the API among others. */
  readonly api: string;
  /** The request's whole URL. It throws where no URL can be made. */
  readonly url: string;
  /** Sends the request and gives the document as it came. */
  readonly load: (options?: CallOptions) => Promise<Document | undefined>;
  /** Joins a document that `load` gave, now or earlier. Pure. */
  readonly read: (document: Document | undefined) => T;
  /** The same read, of the page that a link of its answer leads to. */
  readonly at: (link: string) => ReadSource<T>;
}

/**
 * A read that is sent when it is awaited, or by `fetch()`. It is immutable: every chaining method gives another.
 * One class for one and for many: which it is, only the answer shows.
 *
 * Awaiting it again gives the same result, unless it failed; `fetch()` always sends again.
 */
export class Lazy<T> implements PromiseLike<T> {
  readonly #plan: ReadPlan;
  #result: Promise<T> | undefined;

  constructor(plan: ReadPlan) {
    this.#plan = plan;
  }

  get [Symbol.toStringTag]() {
    return "Lazy";
  }

  get "~"(): ReadSource<T> {
    const { transport, segments, target, query, link, expected, pick, options } = this.#plan;
    const request = () => ({ method: "GET", ...target(queryString(query)) });
    const urlOf = () => transport.urlOf(request()).href;
    return {
      api: transport.name,
      segments,
      query,
      link,
      pick,
      get url() {
        return urlOf();
      },
      load: (call) => transport.send(request, { ...options, ...call }, readDocument),
      read: (document) => {
        const url = urlOf();
        const joined = document && readResult(document, query.include ?? [], expected, `GET ${url}`);
        const follow = (link: string) => this.#follow(link, url);
        const result = document && Array.isArray(joined) ? new Page(joined, document, url, follow) : joined;
        return (pick ? pick(result, url) : result) as T; // which call gives what is said by types/
      },
      at: (link) => this.#follow(link, urlOf())["~"] as ReadSource<unknown> as ReadSource<T>, // as the first page, so the others
    };
  }

  filter(filter: object) {
    return this.#with({ filter: { ...this.#plan.query.filter, ...filter } });
  }

  sort(...sort: string[]) {
    return this.#with({ sort });
  }

  page(page: unknown) {
    return this.#with({ page });
  }

  include(...paths: string[]) {
    return this.#with({ include: [...(this.#plan.query.include ?? []), ...paths] });
  }

  fields(fields: QueryState["fields"]) {
    return this.#with({ fields });
  }

  extra(extra: object) {
    return this.#with({ extra: { ...this.#plan.query.extra, ...extra } });
  }

  fetch(options?: CallOptions): Promise<T> {
    this.#result = this.#fetch(options);
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

  async *allPages(): AsyncGenerator<unknown, void, undefined> {
    yield* (await this.#page()).allPages();
  }

  async *all(): AsyncGenerator<unknown, void, undefined> {
    yield* (await this.#page()).all();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    yield* await this.#page();
  }

  async #fetch(options: CallOptions | undefined): Promise<T> {
    try {
      const source = this["~"];
      return source.read(await source.load(options));
    } catch (error) {
      this.#result = undefined; // a failure is not kept: awaiting again tries again
      throw error;
    }
  }

  #page(): Promise<Page<unknown>> {
    return this.then() as Promise<unknown> as Promise<Page<unknown>>; // iterating one resource does not compile
  }

  #with(query: QueryState) {
    return new Lazy<T>({ ...this.#plan, query: { ...this.#plan.query, ...query } });
  }

  #follow(link: string, from: string): Lazy<Page<ResourceIdentifier>> {
    const target = () => {
      if (!URL.canParse(link, from)) throw unexpected("malformed", `The link "${link}" of ${from} is no URL.`);
      const { protocol, host, pathname, search } = new URL(link, from); // not its origin, which "javascript:" has none of
      return { path: `${protocol}//${host}${pathname}`, query: search.slice(1) };
    };
    return new Lazy({ ...this.#plan, target, link, expected: "many" });
  }
}

Object.setPrototypeOf(Lazy.prototype, unfetched);
