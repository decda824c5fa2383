import type { QueryClient } from "@tanstack/react-query";
import type { ReadKey } from "trestle/query";
import { begin, change, find } from "./log.js";
import { queryName } from "./query-name.js";

/** Groups by what the person did: each mutation begins a group, with the title in its `meta`. */
export function logWrites(queries: QueryClient): void {
  const groups = new WeakMap<object, { readonly id: number; readonly start: number }>();

  queries.getMutationCache().subscribe(({ mutation, type, ...event }) => {
    if (type !== "updated" || !mutation || !("action" in event)) return;
    const { action } = event;
    if (action.type === "pending" && !groups.has(mutation)) {
      const title = String(mutation.meta?.did ?? "You changed something");
      groups.set(mutation, { id: begin(title, true), start: performance.now() });
    }
    const group = groups.get(mutation);
    if (!group || (action.type !== "success" && action.type !== "error")) return;
    const outcome = { isDone: action.type === "success", milliseconds: performance.now() - group.start };
    change(group.id, ({ write }) => ({ write: { shownAtOnce: [], ...write, outcome } }));
  });

  // What Trestle shows before the server has answered, it sets as the query's data.
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "setState") return;
    const waiting = find(({ write }) => write !== undefined && write.outcome === undefined);
    if (!waiting || event.query.queryKey[0] !== "trestle") return;
    const name = queryName(event.query.queryKey as unknown as ReadKey); // as made by queryOptions
    change(waiting.id, ({ write }) => ({
      write: { ...write, shownAtOnce: [...new Set([...(write?.shownAtOnce ?? []), name])] },
    }));
  });
}
