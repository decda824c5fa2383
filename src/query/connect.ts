import type { QueryClient } from "@tanstack/query-core";
import { withLoaded } from "../client/send/call.js";
import type { Document } from "../client/send/document.js";
import type { ClientOptions } from "../client/send/options.js";
import type { Transport, SentWrite } from "../client/send/transport.js";
import type { ResponseError } from "../client/errors/response-error.js";
import type { Follower } from "./live/follower.js";
import { FirstReads } from "./live/first-reads.js";
import { rememberApi } from "./cache/remembered.js";
import { type ConnectOptions, keepStale, queriesOf, refetch, reportRefetch, UNKNOWN } from "./invalidate/refetch.js";
import { callerOf, isSameScope, type Scope, scopeOf } from "./cache/scope.js";
import type { Stale } from "./invalidate/stale-keys.js";

/**
 * Keeps the cached queries of an API up to date. After each write of the client, with or without `mutationOptions`, it refetches
 * the queries that the write may have changed. With `live`, it does so after changes by others, too. A query without observers is
 * refetched when it is next used.
 *
 * @param queryClient The cache of queries made by `queryOptions` and `infiniteQueryOptions`.
 * @param client The client that they were made with.
 * @param options.onRefetch Called for each such query, with the reason.
 * @param options.live Whether to follow what others change.
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
  const { name: api, options: clientOptions } = transport;
  rememberApi(queryClient, { api, options: clientOptions }, callerOf(clientOptions));
  const later = import("./later.js"); // a browser loads it together with the first responses, before any write
  let following: Follower | undefined;
  const live = options.live && typeof window !== "undefined" ? follow() : undefined;

  async function follow() {
    const reads = new FirstReads(queryClient);
    try {
      following = await withLoaded(
        () => Promise.all([import("./live/follower.js"), later]),
        ([{ Follower }, { staleBy }]) => new Follower(queryClient, transport, options, reads, staleBy),
      );
      return following;
    } catch (error) {
      reads.stop();
      (options.onLiveError ?? console.error)(error);
      return undefined;
    }
  }
  const listener = async (write: SentWrite, call: Promise<unknown>) => {
    const scope = scopeOfWrite(write, clientOptions);
    const before = following?.lastId;
    const outcome = await outcomeOf(write, call);
    const { settle, isResumed } = write.options ?? {};
    if (outcome === "none" && !isResumed) return;
    const isDone = outcome === "done";
    if (isDone) settle?.(); // before a query is read again, so that what is read then is shown
    if (outcome === "unknown") (await live)?.renew(before); // before the queries are refetched, so that nothing is between both
    if (write.place && write.document?.data) await show(write, write.document, scope);
    const queries = () => queriesOf(queryClient, api);
    const affected = await later
      .then(({ changesIn, staleAfter }) => staleAfter(changesIn(write), queries(), isDone && settle !== undefined))
      .catch(() => queries().map((query): Stale => [query, UNKNOWN]));
    for (const [query] of affected) void refetch(queryClient, query);
    const cause = `${write.method} ${write.segments.join("/")}`;
    for (const [query, reason] of affected) reportRefetch(options.onRefetch, query, { reason, cause });
  };
  const show = async (write: SentWrite, document: Document, scope: Scope | undefined) => {
    try {
      const { showRows } = await later;
      const now = scopeOfWrite(write, clientOptions);
      if (scope && now && isSameScope(scope, now)) showRows(queryClient, api, scope, document);
    } catch {} // the queries are refetched
  };
  transport.listeners.add(listener);
  const release = keepStale(queryClient, api);
  return () => {
    release();
    transport.listeners.delete(listener);
    live?.then((follower) => follower?.stop());
  };
}

/** The scope whose queries may show the response to a write. Undefined if that is unknown. */
function scopeOfWrite({ options }: SentWrite, clientOptions: ClientOptions): Scope | undefined {
  try {
    return scopeOf(clientOptions, options?.headers);
  } catch {
    return undefined;
  }
}

/** Whether a write changed something. Unknown, and possibly later, if its failure does not say so. */
async function outcomeOf(write: SentWrite, call: Promise<unknown>): Promise<"done" | "unknown" | "none"> {
  try {
    await call;
    return write.response?.ok !== false ? "done" : write.response.status >= 500 ? "unknown" : "none";
  } catch (error) {
    const { status, code } = error as ResponseError; // what every call rejects with
    return code !== "not_sent" && (status === 0 || status >= 500) ? "unknown" : "none";
  }
}
