import type { ClientOptions, SendOptions } from "../send/options.js";
import type { Document } from "../send/document.js";
import type { QueryState } from "../send/url.js";

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
