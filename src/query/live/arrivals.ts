import type { Query, QueryCacheNotifyEvent } from "@tanstack/query-core";

/** Data that the page did not read itself, hydrated or initial. It may be older than notices that were already heard. */
export class Arrivals {
  /** Queries that show such data, and are not being read. */
  readonly #due = new Set<Query>();
  /** Queries that show such data. */
  readonly #unread = new WeakSet<Query>();
  /** Queries whose data a server still streams. */
  readonly #streamed = new WeakSet<Query>();

  /** Returns whether there is now a query to refetch. */
  note(event: QueryCacheNotifyEvent): boolean {
    const { query } = event;
    if (isFromElsewhere(event) || this.#hasStreamed(event)) this.#unread.add(query);
    else if (event.type !== "updated" || !this.#unread.has(query)) return false;
    else if (isWholeRead(event.action, query)) {
      if (event.action.type === "success") this.#unread.delete(query);
      this.#due.delete(query);
      return false;
    } else if (event.action.type !== "setState") return false; // a cancelled read brings back what was before
    this.#due.add(query);
    return true;
  }

  /** Whether the data of a streamed query arrives. TanStack Query has no function for that read, until a component uses the query. */
  #hasStreamed(event: QueryCacheNotifyEvent): boolean {
    if (event.type !== "updated") return false;
    const { action, query } = event;
    if (action.type === "fetch") {
      if (query.options.queryFn) this.#streamed.delete(query);
      else this.#streamed.add(query);
    }
    return action.type === "success" && !action.manual && this.#streamed.delete(query);
  }

  /** Takes the queries to refetch. */
  take(): readonly Query[] {
    const due = [...this.#due];
    this.#due.clear();
    return due;
  }
}

function isFromElsewhere(event: QueryCacheNotifyEvent): boolean {
  if (event.type === "added") return event.query.state.data !== undefined;
  if (event.type !== "updated" || event.action.type !== "setState") return false;
  const { state } = event.action;
  // An optimistic change has no time, and a cancelled read also brings back how the query was fetched.
  return state.data !== undefined && state.dataUpdatedAt !== undefined && state.fetchStatus === undefined;
}

type Action = Extract<QueryCacheNotifyEvent, { type: "updated" }>["action"];

/** Whether a read of the whole query begins or succeeds: not only of one more page, and not data that somebody set. */
function isWholeRead(action: Action, query: Query): boolean {
  if (action.type === "fetch") return !action.meta?.fetchMore;
  return action.type === "success" && !action.manual && !query.state.fetchMeta?.fetchMore;
}
