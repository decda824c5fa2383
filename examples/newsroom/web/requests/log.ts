import { createStore } from "../ui/store.js";

/** A request, from when it is sent. */
export interface RequestEntry {
  readonly kind: "request";
  readonly id: number;
  readonly method: string;
  /** As a person writes it: from the root, decoded. */
  readonly url: string;
  /** Undefined while it is under way. */
  readonly outcome?: { readonly status: number | "cancelled" | "no answer"; readonly milliseconds: number };
}

/** A query that was refetched, and why. */
export interface RefetchEntry {
  readonly kind: "refetch";
  readonly id: number;
  readonly query: string;
  readonly reason: string;
}

export type LogEntry = RequestEntry | RefetchEntry;

const KEPT = 200;

const entries = createStore<readonly LogEntry[]>([]);
let lastId = 0;

/** Newest first. */
export const useLog = entries.use;

/** Writes down a request that is being sent. What it gives is to be called with how it ended. */
export function logRequest(
  method: string,
  url: string,
): (status: NonNullable<RequestEntry["outcome"]>["status"]) => void {
  const id = add({ kind: "request", method, url });
  const start = performance.now();
  return (status) => {
    const outcome = { status, milliseconds: performance.now() - start };
    entries.set(
      entries.get().map((entry) => (entry.id === id && entry.kind === "request" ? { ...entry, outcome } : entry)),
    );
  };
}

export function logRefetch(query: string, reason: string): void {
  add({ kind: "refetch", query, reason });
}

export function clearLog(): void {
  entries.set([]);
}

function add(entry: Omit<RequestEntry, "id"> | Omit<RefetchEntry, "id">): number {
  lastId += 1;
  entries.set([{ ...entry, id: lastId }, ...entries.get()].slice(0, KEPT));
  return lastId;
}
