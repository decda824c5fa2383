import type { Query, QueryClient } from "@tanstack/query-core";
import type { Document } from "../../client/send/document.js";
import { isObject } from "../../wire/notes/members.js";
import { once, bases, readMeanwhile } from "../cache/remembered.js";
import { isSameScope, type Scope } from "../cache/scope.js";
import { CachedQuery } from "../cache/cached-query.js";

/** Whether the document contains a newer value already, by the names in `covers`. */
export type IsCovered = (name: string) => boolean;

/** Returns the document with a change. If the change does not concern it, returns the same object. */
export interface Patch {
  (document: Document, shown: CachedQuery, isCovered: IsCovered): Document;
  /** What it replaces: `articles 1 title`, or `articles 1` for a delete. */
  readonly covers: readonly string[];
}

/** A change, with the API and the scope of the queries that show it. */
interface Shift {
  readonly api: string;
  readonly scope: Scope;
  readonly patch: Patch;
}

interface Layer extends Shift {
  /** When its mutation succeeded. */
  settledAt: number | undefined;
}

export function joinedPatch(patches: readonly Patch[]): Patch {
  const patch = (document: Document, shown: CachedQuery, isCovered: IsCovered) =>
    patches.reduce((next, each) => each(next, shown, isCovered), document);
  return Object.assign(patch, { covers: patches.flatMap(({ covers }) => covers) });
}

const overlays = new WeakMap<QueryClient, Overlay>();

/** The changes of running mutations, shown over the server's data in the order in which they began. */
export class Overlay {
  readonly #client: QueryClient;
  #layers: Layer[] = [];
  /** When the running read of each query began, and the one that its data is from. Without an entry, it was before all successes. */
  readonly #begun = new WeakMap<Query, number>();
  readonly #readAt = new WeakMap<Query, number>();
  /** Counts reads and successes. */
  #now = 0;

  static of(client: QueryClient): Overlay {
    const overlay = overlays.get(client) ?? new Overlay(client);
    overlays.set(client, overlay);
    return overlay;
  }

  private constructor(client: QueryClient) {
    this.#client = client;
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.query.queryKey[0] !== "trestle") return;
      const { query } = event;
      const { type, manual, meta, state } = event.action as {
        readonly type: string;
        readonly manual?: boolean;
        readonly meta?: { readonly fetchMore?: unknown };
        readonly state?: Partial<Query["state"]>;
      }; // of one of many types
      if (type === "fetch") {
        const old = meta?.fetchMore ? (this.#readAt.get(query) ?? 0) : undefined; // the other pages stay as old as they are
        this.#begun.set(query, query.options.queryFn ? (old ?? ++this.#now) : 0); // without a function, a server streams the data
      }
      const data = query.state.data as object; // or undefined, before a read
      const isRead = type === "success" && !manual;
      if (isRead) {
        this.#readAt.set(query, this.#begun.get(query) ?? 0);
        bases.delete(data); // the data is the server's now, even if structural sharing returned the object that was shown
      }
      // A change that is shown has no time, and a cancelled read also brings back how the query was fetched.
      const isHydrated = data && state?.dataUpdatedAt !== undefined && state.fetchStatus === undefined;
      if (isRead || isHydrated) {
        if (this.#layers.length > 0) readMeanwhile.set(query, data);
        else readMeanwhile.delete(query);
      }
      this.#show(query);
    });
  }

  /**
   * Shows a change. When its mutation succeeds, the change stays until the next response; when it fails, it is taken back.
   *
   * @returns Ends the change. Only the first call has an effect.
   */
  add(shift: Shift): (isDone: boolean) => void {
    const layer: Layer = { ...shift, settledAt: undefined };
    this.#layers.push(layer);
    this.#showAll();
    return (isDone) => {
      if (layer.settledAt || !this.#layers.includes(layer)) return;
      if (isDone) layer.settledAt = ++this.#now;
      else this.#layers = this.#layers.filter((each) => each !== layer);
      // A change that began later stays above those that began before it.
      while (this.#layers[0]?.settledAt) this.#showAll(this.#layers.shift());
      this.#showAll();
    };
  }

  #showAll(settled?: Layer): void {
    for (const query of this.#client.getQueryCache().findAll({ queryKey: ["trestle"] })) this.#show(query, settled);
  }

  /**
   * Never throws, because it runs inside other reads and writes.
   *
   * @param settled A layer that becomes part of the data under the others.
   */
  #show(query: Query, settled?: Layer): void {
    const { data } = query.state as { readonly data?: object }; // checked next
    if (!isObject(data) || !(settled || this.#layers.length > 0 || bases.has(data))) return;
    const readAt = this.#readAt.get(query) ?? 0;
    // The server's data contains the change, and perhaps newer ones.
    const isOver = ({ settledAt }: Layer) => settledAt !== undefined && readAt > settledAt;
    const apply = (over: object, layer: Layer, later: readonly Layer[]): object => {
      const { api, scope, patch } = layer;
      if (isOver(layer)) return over;
      if (query.queryKey[1] !== api) return over;
      try {
        const shown = new CachedQuery(query);
        if (!isSameScope(shown.state, scope)) return over;
        // An older change must not come back over a newer one.
        const covered = later.filter(isOver).flatMap((each) => each.patch.covers);
        const results = once(over, patch, () => ({}));
        return once(results, `${covered}`, () => patched(over, patch, shown, (name) => covered.includes(name)));
      } catch {
        return over; // the data is not a document, so it contains nothing to change
      }
    };
    const original = bases.get(data) ?? data;
    const base = settled ? apply(original, settled, this.#layers) : original;
    const next = this.#layers.reduce((over, layer, index) => apply(over, layer, this.#layers.slice(index + 1)), base);
    if (next !== base) bases.set(next, base);
    else bases.delete(next);
    // Not as fetched data: a stale query stays stale.
    if (next === data) return;
    try {
      query.setState({ data: next });
    } catch {} // a listener threw; the entry is set anyway
  }
}

function patched(data: object, patch: Patch, shown: CachedQuery, isCovered: IsCovered): object {
  if (!("pages" in data)) return patch(data, shown, isCovered);
  const { pages } = data as { readonly pages: readonly Document[] }; // of an infinite query
  const next = pages.map((page) => patch(page, shown, isCovered));
  return next.some((page, index) => page !== pages[index]) ? { ...data, pages: next } : data;
}
