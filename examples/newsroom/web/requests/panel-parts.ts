import { createStore } from "../ui/store.js";

export type Part = "call" | "URL";

const hidden = createStore<ReadonlySet<Part>>(new Set());

/** The parts of a request that the panel leaves out. */
export const useHiddenParts = hidden.use;

export function togglePart(part: Part): void {
  const next = new Set(hidden.get());
  if (!next.delete(part)) next.add(part);
  hidden.set(next);
}
