import { isInWindow } from "./in-window.js";

// A live notice says what was changed, and not by whom. So each window of /two tells the other when it sends a change.
const channel = isInWindow ? new BroadcastChannel("changes") : undefined;

/** The change comes within this time, in milliseconds. */
const SOON = 2000;

let last = { name: "", at: 0 };
channel?.addEventListener("message", ({ data }) => {
  last = { name: data, at: Date.now() };
});

/** Tells the other window that this one sends a change. */
export function announceChange(): void {
  channel?.postMessage(window.name);
}

/** Who made a change that the page just heard of: the other window's name, if it is known. */
export function whoChanges(): string {
  return Date.now() - last.at < SOON ? last.name : "Somebody else";
}
