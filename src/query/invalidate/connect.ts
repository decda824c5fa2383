import type { Query, QueryClient } from "@tanstack/query-core";
import type { Document } from "../../client/read/document.js";
import type { ClientOptions } from "../../client/request/options.js";
import type { Transport } from "../../client/request/transport.js";
import type { ResponseError } from "../../client/errors/error-response.js";
import type { SentWrite } from "../../client/write/write-input.js";
import type { ReadKey } from "../read/key.js";
import { rememberApi } from "../remember-api.js";
import { callerOf, isSameScope, type Scope, scopeOf } from "./scope.js";

/** A query that is refetched, or will be when it is next used. */
export interface Refetch {
  readonly queryKey: ReadKey;
  /** In words: `articles 1 was edited, and this query holds it`. */
  readonly reason: string;
  /** The write that caused it: `PATCH articles/1`. */
  readonly cause: string;
}

/** The options of `connectQueries`. */
export interface ConnectOptions {
  /** Called for every query that a write made stale, with the reason. If it throws, the error goes to the console. */
  readonly onRefetch?: (refetch: Refetch) => void;
}

/**
 * Keeps the cached queries of an API up to date. After each write of the client, with or without `mutationOptions`, it refetches
 * the queries that the write may have changed. A query without observers is refetched when it is next used.
 *
 * @param queryClient The cache of queries made by `queryOptions` and `infiniteQueryOptions`.
 * @param client The client that they were made with.
 * @param options.onRefetch Called for each such query, with the reason.
 * @returns A function that ends the connection.
 *
 * @example
 * ```ts
 * import { QueryClient } from "@tanstack/query-core";
 * import { connectQueries } from "trestle/query";
 *
 * const stop = connectQueries(new QueryClient(), client, {
 *   onRefetch: ({ queryKey, reason }) => console.log(queryKey, reason),
 * });
 * await client.articles.update(1, { published: true });
 * stop();
 * ```
 */
export function connectQueries(queryClient: QueryClient, client: object, options: ConnectOptions = {}): () => void {
  const { "~": transport } = client as { readonly "~": Transport }; // every client has one, but its type does not show it
  const { name: api, options: own } = transport;
  rememberApi(queryClient, { api, options: own }, callerOf(own));
  const rules = import("./stale-keys.js"); // a browser loads them together with the first responses, before any write

  const listener = async (write: SentWrite, call: Promise<unknown>) => {
    const scope = scopeOfWrite(write, own);
    if (!(await mayHaveChanged(write, call))) return;
    if (write.place && write.document?.data) await show(write, write.document, scope);
    const queries = () => queryClient.getQueryCache().findAll({ queryKey: ["trestle", transport.name] });
    const affected = await rules
      .then(({ affectedBy }) => affectedBy(write, queries()))
      .catch(() => queries().map((query) => [query, "what it changed is unknown"] as const)); // refetching too much is safer
    for (const [query] of affected) refetch(queryClient, query);
    for (const [query, reason] of affected) {
      const cause = `${write.method} ${write.segments.join("/")}`;
      const refetched: Refetch = { queryKey: query.queryKey as unknown as ReadKey, reason, cause }; // found by such a key
      // Also if this rejects: a write must not fail because a query cannot be refetched.
      (async () => options.onRefetch?.(refetched))().catch((error) => console.error(error));
    }
  };
  const show = async (write: SentWrite, document: Document, scope: Scope | undefined) => {
    try {
      const { showRows } = await import("../optimistic/show-rows.js");
      const now = scopeOfWrite(write, own);
      if (scope && now && isSameScope(scope, now)) showRows(queryClient, api, scope, document);
    } catch {} // the queries are refetched
  };
  transport.listeners.add(listener);
  return () => void transport.listeners.delete(listener);
}

/** The scope whose queries may show the response to a write. Undefined if that is unknown. */
function scopeOfWrite({ options }: SentWrite, own: ClientOptions): Scope | undefined {
  try {
    return scopeOf(own, options?.headers);
  } catch {
    return undefined;
  }
}

/** Whether a write changed something, or may have, because its failure does not say so. */
async function mayHaveChanged(write: SentWrite, call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return write.response?.ok !== false || write.response.status >= 500;
  } catch (error) {
    const { status, code } = error as ResponseError; // what every call rejects with
    return code !== "not_sent" && (status === 0 || status >= 500);
  }
}

function refetch(queryClient: QueryClient, query: Query): void {
  // A response on its way may be older than the write, so the query is refetched, even if it has no observers.
  if (query.state.fetchStatus !== "idle") {
    query.cancel({ silent: true });
    query.fetch().catch(() => {});
  } else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
