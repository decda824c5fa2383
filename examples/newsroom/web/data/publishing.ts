import { createStore } from "../ui/store.js";

const publishing = createStore<ReadonlySet<string>>(new Set());

/** The articles that are shown as published, or as drafts again, before the server has responded. */
export const usePublishing = publishing.use;

/** Takes note that a change of the article was sent, or that it ended. */
export function notePublishing(id: string, isSent: boolean): void {
  const next = new Set(publishing.get());
  if (isSent) next.add(id);
  else next.delete(id);
  publishing.set(next);
}
