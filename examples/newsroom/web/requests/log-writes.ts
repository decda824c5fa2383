import type { Mutation, QueryClient } from "@tanstack/react-query";
import type { ReadKey } from "trestle/query";
import { begin, change, find } from "./log.js";
import { queryName } from "./query-name.js";
import { type Said, say } from "./said.js";

/** Groups by what the person did: each mutation begins a group, with its words in `meta`. Only what the server accepted is called done. */
export function logWrites(queries: QueryClient): void {
  const groups = new WeakMap<object, { readonly id: number; readonly start: number; readonly said: Said }>();

  queries.getMutationCache().subscribe(({ mutation, type, ...event }) => {
    if (type !== "updated" || !mutation || !("action" in event)) return;
    const { action } = event;
    if (action.type === "pending" && !groups.has(mutation)) {
      // Kept, because a form that was sent is emptied, and then its words are about nothing.
      const said = saidOf(mutation);
      groups.set(mutation, { id: begin(said.doing, true), start: performance.now(), said });
    }
    const group = groups.get(mutation);
    if (!group || (action.type !== "success" && action.type !== "error")) return;
    const isDone = action.type === "success";
    const { did, tried } = group.said;
    const outcome = { isDone, milliseconds: performance.now() - group.start };
    change(group.id, ({ write }) => ({ title: isDone ? did : tried, write: { shownAtOnce: [], ...write, outcome } }));
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

function saidOf({ meta }: Mutation<unknown, unknown, unknown, unknown>): Said {
  return { ...say("change", "something"), ...(meta as Partial<Said>) }; // the page gives mutations nothing else
}
