import { createStore } from "../ui/store.js";

const open = createStore(localStorage.getItem("requests") === "open");

export const usePanelOpen = open.use;

/** Opens or closes the panel, and remembers it. */
export function setPanelOpen(next: boolean): void {
  localStorage.setItem("requests", next ? "open" : "");
  open.set(next);
}
