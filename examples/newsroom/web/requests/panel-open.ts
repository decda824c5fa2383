import { isInWindow } from "../two/in-window.js";
import { createStore } from "../ui/store.js";

// Open at first, where it has a place beside the page or below it. In a smaller window it would cover what it explains.
const key = `requests ${window.name}`;
const kept = localStorage.getItem(key);
// Of two windows, each has the place that the page around them gives it.
const hasPlace = parent.matchMedia(`(min-width: ${isInWindow ? 700 : 1000}px)`).matches;
const open = createStore(kept === null ? hasPlace : kept === "open");

export const usePanelOpen = open.use;

/** Opens or closes the panel, and remembers it. */
export function setPanelOpen(next: boolean): void {
  localStorage.setItem(key, next ? "open" : "closed");
  open.set(next);
}

export function togglePanel(): void {
  setPanelOpen(!open.get());
}
