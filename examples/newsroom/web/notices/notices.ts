import { createStore } from "../ui/store.js";

/** A message at the edge of the page. It goes by itself, but not while somebody points at it or is in it, and not if it asks what to do. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** What it says the state of. A later one about the same takes its place. */
  readonly about?: string;
  readonly tone: "plain" | "bad";
  /** Whether it says no more than that the server was away: then its time begins when the server is back. */
  readonly isAway?: boolean;
  /** Undefined: until somebody answers or dismisses it. */
  readonly milliseconds?: number | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What happens when it goes, unless the action was taken. */
  readonly onGone?: () => void;
}

/** In milliseconds. What only says something stays in the panel, too, so it can go sooner. */
const SHOWN_FOR = { plain: { action: 6000, text: 4000 }, bad: { action: undefined, text: 12_000 } };

const notices = createStore<readonly Notice[]>([]);
let lastId = 0;

export const useNotices = notices.use;

export function notify(text: string, options: Partial<Omit<Notice, "id" | "text">> = {}): void {
  lastId += 1;
  const { tone = "plain", about, action, isAway } = options;
  // A new message takes the place of those that only say something.
  const kept = notices.get().filter((each) => each.action && !(about && each.about === about));
  const milliseconds = SHOWN_FOR[tone][action && !isAway ? "action" : "text"];
  notices.set([...kept, { id: lastId, text, tone, milliseconds, ...options }]);
}

/** Takes the notice away, and has done what was to follow it. */
export function dismiss({ id, onGone }: Notice): void {
  if (remove(id)) onGone?.();
}

/** Takes the notice away, and does its action in place of what was to follow. */
export function act({ id, action }: Notice): void {
  if (remove(id)) action?.run();
}

/** Takes a failure away that is none any more, because the page has read that it was done. */
export function forget(about: string): void {
  const failure = notices.get().find((each) => each.about === about);
  if (failure) remove(failure.id);
}

/** Whether Ctrl Z takes the notice's action. It must not try again what has failed. */
export const isUndo = ({ action }: Notice): boolean => action?.label === "Undo";

/** Takes back what the newest notice says, of those that can be taken back. Says whether there was any. */
export function undoNewest(): boolean {
  const newest = notices.get().findLast(isUndo);
  if (newest) act(newest);
  return newest !== undefined;
}

function remove(id: number): boolean {
  const before = notices.get();
  notices.set(before.filter((notice) => notice.id !== id));
  return notices.get().length < before.length;
}
