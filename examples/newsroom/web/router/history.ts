import { createStore, type Store } from "../ui/store.js";

/** One entry of the browser's history: where it is, and a key to remember things of it by. */
export interface Entry {
  readonly url: string;
  readonly key: string;
  /** How it came to be shown. Going back puts scroll and focus where they were; `replace` leaves both alone. */
  readonly by: "load" | "push" | "replace" | "pop";
}

interface Position {
  readonly scroll: number;
  readonly focus: string;
}

// Ours, since the browser restores before the view is there.
history.scrollRestoration = "manual";

const positions = new Map<string, Position>();
const entry = createStore<Entry>(read("load"));

/** The entry that is shown, outside of components. */
export const entryStore: Pick<Store<Entry>, "get" | "subscribe"> = entry;

addEventListener("popstate", () => {
  remember();
  entry.set(read("pop"));
});

/** The entry that is shown. */
export const useEntry = entry.use;

/** Goes to an address of this page. `replace` is for what is not worth a step back, such as each letter of a search. */
export function navigate(url: string, by: "push" | "replace" = "push"): void {
  remember();
  const key = by === "push" ? crypto.randomUUID() : entry.get().key;
  if (by === "push") history.pushState({ key }, "", url);
  else history.replaceState({ key }, "", url);
  entry.set({ url, key, by });
}

/** Where the reader was when this entry was last left. */
export function positionOf({ key }: Entry): Position | undefined {
  return positions.get(key);
}

function remember(): void {
  positions.set(entry.get().key, { scroll: scrollY, focus: document.activeElement?.id ?? "" });
}

function read(by: Entry["by"]): Entry {
  return { url: location.pathname + location.search, key: history.state?.key ?? "first", by };
}
