import { createStore } from "../ui/store.js";

// Open at first, where it has a place beside the page. In a smaller window it would cover what it explains.
const kept = localStorage.getItem("requests");
const open = createStore(kept === null ? matchMedia("(min-width: 1101px)").matches : kept === "open");

export const usePanelOpen = open.use;

/** Opens or closes the panel, and remembers it. */
export function setPanelOpen(next: boolean): void {
  localStorage.setItem("requests", next ? "open" : "closed");
  open.set(next);
}

export function togglePanel(): void {
  setPanelOpen(!open.get());
}
