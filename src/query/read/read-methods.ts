import { unexpected } from "../../client/errors/unexpected.js";
import { isObject } from "../../wire/notes/members.js";
import type { Document } from "../../client/read/document.js";
import type { ReadSource } from "../../client/read/read-source.js";
import type { Safe } from "../../client/errors/safe.js";
import type { ReadKey } from "./key.js";
import { meet } from "../meet.js";
import { once } from "../mutate/once.js";
import { onlyIn, type Scope } from "../invalidate/scope.js";

/** Any lazy read of a client's: `get`, `find`, `list`, `related`, `relationship(…).get()`, a page's neighbour. */
export interface Readable<TData, TError> {
  safe(): Promise<Safe<TData, TError>>;
  readonly "~": ReadSource<TData>;
}

/** A read that gives pages. */
export interface PageReadable<TPage extends { hasNext(): boolean }, TError> extends Readable<TPage, TError> {}

/** What a document says, joined once for all who ask the same of it. */
export function joined<T>(source: ReadSource<T>, document: Document, key: ReadKey): T {
  if (!isObject(document)) throw unexpected("malformed", `The cached document of ${key.slice(2)} is not an object.`);
  // `find` and `list` share their documents, and make different things of them.
  const results = once(document, source.pick, () => ({}));
  return once(results, JSON.stringify([key, source.link]), () => source.read(document));
}

/** Loads a document for the cache, which cannot hold nothing. */
export async function load(source: ReadSource<unknown>, { signal, client }: Loading, scope: Scope): Promise<Document> {
  meet(client, source, scope);
  return (await source.load({ signal, check: onlyIn(scope, source.options) })) ?? { data: null };
}

/** What TanStack Query says to a function that loads. */
export interface Loading {
  readonly signal: AbortSignal;
  readonly client: object;
}
