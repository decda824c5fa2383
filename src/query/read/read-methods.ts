import { unexpected } from "../../client/errors/response-error.js";
import { isObject } from "../../wire/notes/members.js";
import type { Document } from "../../client/send/document.js";
import type { ReadSource } from "../../client/read/lazy.js";
import type { Safe } from "../../client/send/call.js";
import type { ReadKey } from "../cache/key.js";
import { rememberApi } from "../cache/remember-api.js";
import { once } from "../cache/once.js";
import { callerCheck, type Scope } from "../cache/scope.js";

/** Any lazy read of a client: `get`, `find`, `list`, `related`, `relationship(…).get()`, or the next page. */
export interface Readable<TData, TError> {
  safe(): Promise<Safe<TData, TError>>;
  readonly "~": ReadSource<TData>;
}

/** The result of a document, which is joined only once for all reads with the same query. */
export function joined<T>(source: ReadSource<T>, document: Document, key: ReadKey): T {
  if (!isObject(document)) throw unexpected("malformed", `The cached document of ${key.slice(2)} is not an object.`);
  // `find` and `list` share documents, but have different results.
  const results = once(document, source.pick, () => ({}));
  return once(results, JSON.stringify([key, source.link]), () => source.read(document));
}

/** Loads a document for the cache, which cannot contain undefined. */
export async function load(source: ReadSource<unknown>, { signal, client }: Loading, scope: Scope): Promise<Document> {
  rememberApi(client, source, scope);
  return (await source.load({ signal, check: callerCheck(scope, source.options) })) ?? { data: null };
}

/** The argument that TanStack Query passes to a query function. */
export interface Loading {
  readonly signal: AbortSignal;
  readonly client: object;
}
