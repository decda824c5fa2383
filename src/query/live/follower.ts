import type { Query, QueryClient } from "@tanstack/query-core";
import type { EarlierReads, Position } from "../../client/live/event-stream.js";
import { noticesOf } from "../../client/live/live.js";
import type { Transport } from "../../client/send/transport.js";
import type { LiveReset } from "../../client/types/client.js";
import { CLIENT_MARK } from "../../wire/headers.js";
import { LIVE, type Notice } from "../../wire/live.js";
import { type ConnectOptions, queriesOf, reportRefetch, UNKNOWN } from "../invalidate/refetch.js";
import { callerOf, scopeOf, textOf } from "../cache/scope.js";
import type { Stale, staleBy } from "../invalidate/stale-keys.js";
import { Arrivals } from "./arrivals.js";
import { FirstReads } from "./first-reads.js";
import { Pace, Refetching } from "./pace.js";

// Loaded by `connectQueries` with `live: true`.

type StaleBy = typeof staleBy;

/** Follows the live notices of an API while the page is visible, and refetches the queries that they make stale. */
export class Follower implements Position {
  lastId: string | undefined;
  readonly #queryClient: QueryClient;
  readonly #transport: Transport;
  readonly #options: ConnectOptions;
  readonly #refetching: Refetching;
  readonly #staleBy: StaleBy;
  readonly #pace = new Pace(() => this.#flush());
  readonly #release: () => void;
  /** Notices that wait, each once. */
  readonly #waiting = new Map<string, Notice>();
  /** Queries that are stale after a `reset`. One that begins later reads what is true then. */
  #reset: ReadonlySet<Query> = new Set();
  readonly #arrivals = new Arrivals();
  /** The user of the connection, and the headers that change what they read. */
  #scope: string | undefined;
  /** Until the first connection. */
  #reads: FirstReads | undefined;
  #connection = new AbortController();
  #wake = () => {};
  #isStopped = false;

  /** @param staleBy Finds the queries that notices made stale. Handed over, because other code loads it, too. */
  constructor(
    queryClient: QueryClient,
    transport: Transport,
    options: ConnectOptions,
    reads: FirstReads,
    staleBy: StaleBy,
  ) {
    this.#queryClient = queryClient;
    this.#transport = transport;
    this.#options = options;
    this.#reads = reads;
    this.#staleBy = staleBy;
    this.#refetching = new Refetching(queryClient);
    transport.mark ??= newMark();
    this.#release = this.#watch();
    void this.#run();
  }

  /**
   * Connects again with another mark, after a write whose outcome is unknown. Its notice is then not hidden from this client, whether
   * the write was done before its connection broke, or is done later.
   *
   * @param before The position when the write began.
   */
  renew(before: string | undefined): void {
    this.#transport.mark = newMark();
    this.lastId = before;
    this.#restart();
  }

  stop(): void {
    this.#isStopped = true;
    this.#release();
    this.#pace.stop();
    this.#reads?.stop();
    this.#restart();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const isSignedOut = this.#isSignedOut();
      if (isSignedOut) this.#scope = ""; // unlike that of any query: the first one connects
      if (globalThis.document?.visibilityState === "hidden" || isSignedOut) {
        await this.#restarted();
        continue;
      }
      const scope = this.#currentScope();
      if (scope !== this.#scope) this.lastId = undefined; // notices for another user may have been missed
      this.#scope = scope;
      this.#connection = new AbortController();
      const { signal } = this.#connection;
      try {
        const headers = { [CLIENT_MARK]: this.#transport.mark };
        const options = { signal, headers, after: this.lastId };
        const call = { type: undefined, segments: [LIVE], input: undefined, options };
        const notices = noticesOf(this.#transport, call, this, this.#earlierReads());
        for (let next = await notices.next(); !next.done; next = await notices.next()) this.#hear(next.value);
        // Without an abort, the server ended the stream for good.
        if (!signal.aborted) await this.#restarted();
      } catch (error) {
        if (signal.aborted) continue;
        (this.#options.onLiveError ?? console.error)(error);
        await this.#restarted();
      }
    }
  }

  #hear(notice: Notice | LiveReset): void {
    if (notice.op === "reset") this.#resetQueries();
    else {
      this.#waiting.set(JSON.stringify(notice), notice);
      this.#pace.request();
    }
  }

  #earlierReads(): EarlierReads | undefined {
    const reads = this.#reads;
    return reads && { age: () => reads.age(), covered: () => this.#resetQueries((query) => !reads.has(query)) };
  }

  /** @param isOld Whether a query may have missed changes. Default: all may. */
  #resetQueries(isOld: (query: Query) => boolean = () => true): void {
    this.#reads?.stop();
    this.#reads = undefined;
    this.#reset = new Set(this.#queries().filter(isOld));
    this.#waiting.clear();
    if (this.#reset.size > 0) this.#pace.request();
  }

  #flush(): void {
    const notices = [...this.#waiting.values()];
    const reset = new Set([...this.#reset, ...this.#arrivals.take()]);
    this.#reset = new Set();
    this.#waiting.clear();
    const others = this.#queries().filter((query) => !reset.has(query));
    const stale = [...[...reset].map((query): Stale => [query, RESET]), ...this.#staleAmong(others, notices)];
    for (const [query] of stale) this.#refetching.refetch(query);
    for (const [query, reason, change] of stale) {
      const notice = change?.notice;
      const about = { reason, cause: notice ? "notice" : "reset", ...(notice && { notice }) };
      reportRefetch(this.#options.onRefetch, query, about);
    }
  }

  #staleAmong(queries: readonly Query[], notices: readonly Notice[]): readonly Stale[] {
    try {
      return this.#staleBy(notices, queries);
    } catch {
      return queries.map((query) => [query, UNKNOWN]); // a cached document is not valid
    }
  }

  #queries(): Query[] {
    return queriesOf(this.#queryClient, this.#transport.name);
  }

  /** Restarts when the page is hidden or shown, when the network is back, and when a query of another user appears. */
  #watch(): () => void {
    const restart = () => this.#restart();
    globalThis.document?.addEventListener("visibilitychange", restart);
    globalThis.addEventListener?.("online", restart);
    const unsubscribe = this.#queryClient.getQueryCache().subscribe((event) => {
      const [root, api] = event.query.queryKey;
      if (root !== "trestle" || api !== this.#transport.name) return;
      if (event.type === "added" && this.#currentScope() !== this.#scope) {
        if (this.#scope !== undefined) {
          this.#reads?.stop();
          this.#reads = new FirstReads(this.#queryClient); // nothing was read for the new user yet
        }
        this.#restart();
      }
      if (this.#arrivals.note(event) && this.#reads === undefined) this.#pace.request();
    });
    return () => {
      globalThis.document?.removeEventListener("visibilitychange", restart);
      globalThis.removeEventListener?.("online", restart);
      unsubscribe();
    };
  }

  /** Whether the page has no query of a caller yet, as on a login page. The server may refuse notices there. */
  #isSignedOut(): boolean {
    const { options } = this.#transport;
    try {
      return options.caller !== undefined && !callerOf(options).caller && this.#queries().length === 0;
    } catch {
      return false; // the connection reports the error
    }
  }

  #currentScope(): string {
    try {
      return textOf(scopeOf(this.#transport.options));
    } catch {
      return ""; // the error is reported where a read or the connection is made
    }
  }

  /** Ends the connection, or the wait for the next. */
  #restart(): void {
    this.#connection.abort();
    this.#wake();
  }

  #restarted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#isStopped) resolve();
    });
  }
}

const RESET = "notices may be missing, and anything may have changed";

/** Random text. It needs no secrecy: it only hides a client's own writes from itself. */
function newMark(): string {
  return `${Math.random()}${Math.random()}`.replaceAll("0.", "");
}
