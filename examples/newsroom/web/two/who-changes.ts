import { isInWindow } from "./in-window.js";

// A live notice says what was changed, and not by whom. So each window of /two tells the other when it sends a change.
const channel = isInWindow ? new BroadcastChannel("changes") : undefined;

/** The change comes within this time, in milliseconds. */
const SOON = 2000;

let last = { name: "", verb: "", at: 0 };
channel?.addEventListener("message", ({ data }) => {
  last = { ...data, at: Date.now() };
});

/** Tells the other window that this one sends a change, and what a command does: "published". */
export function announceChange(verb: string): void {
  channel?.postMessage({ name: window.name, verb });
}

/** Who made a change that the page just heard of: the other window's name, if it is known. */
export function whoChanges(): string {
  return isRecent() ? last.name : "Somebody else";
}

/** What the command did that the page just heard of. */
export function howCalled(): string {
  return isRecent() ? last.verb : "changed";
}

const isRecent = (): boolean => Date.now() - last.at < SOON;
