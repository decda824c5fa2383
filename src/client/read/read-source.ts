import type { ClientOptions, SendOptions } from "../request/options.js";
import type { Document } from "./document.js";
import type { QueryState } from "./query-string.js";

/** What a read asks for, and how it is sent. */
export interface ReadState extends QueryState, SendOptions {}

/** What stands behind a read, for what caches documents itself. */
export interface ReadSource<T> {
  /** What stands for the API among others. */
  readonly api: string;
  /** Those of the client. */
  readonly options: ClientOptions;
  /** What is read: `["articles", 1, "author"]`. */
  readonly segments: readonly unknown[];
  readonly query: ReadState;
  /** The link that was followed, if one was: it says the whole query. */
  readonly link: string | undefined;
  readonly pick: Picker | undefined;
  /** The request's whole URL. It throws where no URL can be made. */
  readonly urlOf: () => string;
  /** Sends the request and gives the document as it came. */
  readonly load: (options?: SendOptions) => Promise<Document | undefined>;
  /** Joins a document that `load` gave, now or earlier. Pure. */
  readonly read: (document: Document | undefined) => T;
  /** The same read, of the page that a link of its answer leads to. */
  readonly at: (link: string) => ReadSource<T>;
}

/** Picks from what was read, as `find` does; by default, many are a page. */
// biome-ignore lint/suspicious/noExplicitAny: at run time the client knows no types; the declared ones are in types/
export type Picker = (result: any, label: () => string, document: Document) => unknown;
