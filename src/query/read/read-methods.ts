import { unexpected } from "../../client/errors/response-error.js";
import { isObject } from "../../wire/notes/members.js";
import type { Document } from "../../client/send/document.js";
import type { ReadSource } from "../../client/read/lazy.js";
import type { Safe } from "../../client/send/call.js";
import type { ReadKey, KeyState } from "../cache/key.js";
import { rememberApi, once } from "../cache/remembered.js";
import { callerCheck, type Scope, isSameScope, textOf } from "../cache/scope.js";

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

interface Settings {
  readonly placeholderData?: unknown;
}

type Placeholder = (data: unknown, query: { readonly queryKey: readonly unknown[] } | undefined) => unknown;

/**
 * Settings whose placeholder never shows the data of another user, as `keepPreviousData` would. The placeholder is always set,
 * even to undefined, because a default of the QueryClient cannot be checked.
 */
export function withOwnPlaceholder(settings: Settings | undefined, scope: Scope): Settings {
  const given = settings?.placeholderData;
  if (typeof given !== "function") return { ...settings, placeholderData: given };
  const placeholderData = once(
    given,
    textOf(scope),
    (): Placeholder => (data, query) => {
      const state = query?.queryKey.find((part): part is KeyState => typeof part === "object"); // of a key of ours
      return state && isSameScope(state, scope) ? given(data, query) : given(undefined, undefined);
    },
  );
  return { ...settings, placeholderData };
}
