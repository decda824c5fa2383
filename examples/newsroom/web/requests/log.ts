import { createStore } from "../ui/store.js";

/** A request, from when it is sent. */
export interface RequestEntry {
  readonly id: number;
  /** The client call that it came from. */
  readonly call: string;
  readonly method: string;
  /** As a person writes it: from the root, decoded. */
  readonly url: string;
  /** The headers that make a write safe to send. */
  readonly headers: readonly string[];
  /** Undefined while it is under way. */
  readonly outcome?: Outcome;
}

export interface Outcome {
  readonly status: number | "cancelled" | "no response";
  readonly milliseconds: number;
  readonly bytes?: number;
  /** What is in it: "8 articles, 5 users". */
  readonly content?: string;
  /** Why the server refused it. */
  readonly problem?: string;
}

/** A query that a write made stale. It has a request only if the page shows it now. */
export interface RefetchEntry {
  readonly name: string;
  readonly call: string;
  readonly reason: string;
}

/** What a person did, and everything that followed from it. */
export interface Group {
  readonly id: number;
  readonly title: string;
  readonly at: Date;
  /** Of a write: the queries that showed it before the server had answered, and the answer. */
  readonly write?: {
    readonly shownAtOnce: readonly string[];
    readonly outcome?: { readonly isDone: boolean; readonly milliseconds: number };
    /** The live notice that says that the server did it, if there was no response. */
    readonly notice?: object;
  };
  readonly requests: readonly RequestEntry[];
  readonly refetches: readonly RefetchEntry[];
  /** The other queries that the page holds. */
  readonly leftAlone: readonly string[];
}

/** The request that refetched a stale query, and its retries. Empty if the page does not show the query. */
export function requestsOf({ requests }: Group, { call }: RefetchEntry): readonly RequestEntry[] {
  const same = requests.filter((each) => each.method === "GET" && each.call === call);
  return same.filter((_, at) => at === 0 || typeof same[at - 1]?.outcome?.status === "string");
}

const KEPT = 40;

const groups = createStore<readonly Group[]>([]);
let lastId = 0;

/** Newest first. */
export const useLog = groups.use;

/** Whether there is something to tell. Who only opened a view may have caused nothing. */
export function hasContent({ requests, refetches, write }: Group): boolean {
  return write !== undefined || requests.length + refetches.length > 0;
}

/** Begins a group. Requests join it until the next one begins. */
export function begin(title: string, isWrite = false): number {
  lastId += 1;
  const group = { id: lastId, title, at: new Date(), requests: [], refetches: [], leftAlone: [] };
  groups.set([isWrite ? { ...group, write: { shownAtOnce: [] } } : group, ...groups.get()].slice(0, KEPT));
  return lastId;
}

/** Makes a group the newest again, so that requests join it. */
export function goOn(group: Group): void {
  groups.set([group, ...groups.get().filter((each) => each !== group)]);
}

export function change(id: number, make: (group: Group) => Partial<Group>): void {
  groups.set(groups.get().map((group) => (group.id === id ? { ...group, ...make(group) } : group)));
}

export function find(fits: (group: Group) => boolean): Group | undefined {
  return groups.get().find(fits);
}

/** Writes down a request that is being sent. Call the returned function with how it ended. */
export function logRequest(
  request: Omit<RequestEntry, "id" | "outcome">,
): (outcome: Omit<Outcome, "milliseconds">) => void {
  const id = ++lastId;
  const group = groupOf(request) ?? begin("The page asked");
  change(group, ({ requests }) => ({ requests: [...requests, { id, ...request }] }));
  const start = performance.now();
  return (outcome) => {
    const ended = { ...outcome, milliseconds: performance.now() - start };
    change(group, ({ requests }) => ({
      requests: requests.map((each) => (each.id === id ? { ...each, outcome: ended } : each)),
    }));
  };
}

/** A refetch belongs to the write that caused it, a write to what was last done, and another read to the newest group. */
function groupOf({ method, call }: Omit<RequestEntry, "id" | "outcome">): number | undefined {
  const isWaited = ({ refetches, requests }: Group) =>
    refetches.some((each) => each.call === call) && !requests.some((each) => each.call === call);
  const isOpen = ({ write }: Group) => write !== undefined && write.outcome === undefined;
  return (method === "GET" ? find(isWaited) : find(isOpen))?.id ?? groups.get()[0]?.id;
}

export function clearLog(): void {
  groups.set([]);
}
