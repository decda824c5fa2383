import type { Query, QueryClient } from "@tanstack/query-core";
import type { Document } from "../../client/read/document.js";
import { isObject } from "../../wire/notes/members.js";
import { once } from "../mutate/once.js";
import { isSameScope, type Scope } from "../invalidate/scope.js";
import { CachedQuery } from "../read/cached-query.js";

/** Returns the document with a change. If the change does not concern it, returns the same object. */
export type Patch = (document: Document, shown: CachedQuery) => Document;

/** A change, with the API and the scope of the queries that show it. */
interface Shift {
  readonly api: string;
  readonly scope: Scope;
  readonly patch: Patch;
}

interface Layer extends Shift {
  isSettled: boolean;
}

interface InfiniteDocuments {
  readonly pages: readonly Document[];
}

const overlays = new WeakMap<QueryClient, Overlay>();

/** The changes of running mutations, shown over the server's data in the order in which they began. */
export class Overlay {
  readonly #client: QueryClient;
  #layers: Layer[] = [];
  /** The server's data, by the changed data that is shown instead. */
  readonly #bases = new WeakMap<object, object>();

  static of(client: QueryClient): Overlay {
    const overlay = overlays.get(client) ?? new Overlay(client);
    overlays.set(client, overlay);
    return overlay;
  }

  private constructor(client: QueryClient) {
    this.#client = client;
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.query.queryKey[0] !== "trestle") return;
      const { type, manual } = event.action as { readonly type: string; readonly manual?: boolean };
      // The data is the server's now, even if structural sharing returned the object that was shown.
      if (type === "success" && !manual) this.#bases.delete(event.query.state.data as object);
      this.#show(event.query);
    });
  }

  /** Shows a change. When its mutation succeeds, the change stays until the next response; when it fails, it is taken back. */
  add(shift: Shift): (isDone: boolean) => void {
    const layer: Layer = { ...shift, isSettled: false };
    this.#layers.push(layer);
    this.#showAll();
    return (isDone) => {
      layer.isSettled = isDone;
      if (!isDone) this.#layers = this.#layers.filter((each) => each !== layer);
      // A change that began later stays above those that began before it.
      while (this.#layers[0]?.isSettled) this.#showAll(this.#layers.shift());
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
    const { data } = query.state as { readonly data?: object };
    if (!isObject(data) || !(settled || this.#layers.length > 0 || this.#bases.has(data))) return;
    const apply = (over: object, { api, scope, patch }: Layer): object => {
      if (query.queryKey[1] !== api) return over;
      try {
        const shown = new CachedQuery(query);
        return isSameScope(shown.state, scope) ? once(over, patch, () => patched(over, patch, shown)) : over;
      } catch {
        return over; // the data is not a document, so it contains nothing to change
      }
    };
    const original = this.#bases.get(data) ?? data;
    const base = settled ? apply(original, settled) : original;
    const next = this.#layers.reduce(apply, base);
    if (next !== base) this.#bases.set(next, base);
    else this.#bases.delete(next);
    // Not as fetched data: a stale query stays stale.
    if (next === data) return;
    try {
      query.setState({ data: next });
    } catch {} // a listener threw; the entry is set anyway
  }
}

function patched(data: object, patch: Patch, shown: CachedQuery): object {
  if (!("pages" in data)) return patch(data, shown);
  const { pages } = data as InfiniteDocuments;
  const next = pages.map((page) => patch(page, shown));
  return next.some((page, index) => page !== pages[index]) ? { ...data, pages: next } : data;
}
