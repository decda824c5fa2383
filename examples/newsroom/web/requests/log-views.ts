import { focusManager, onlineManager } from "@tanstack/react-query";
import { askServer } from "../notices/server-state.js";
import { entryStore } from "../router/history.js";
import { toRoute } from "../router/route.js";
import { begin, change, find, goOn, hasContent } from "./log.js";

const TITLES = {
  list: "You opened the list",
  create: "You began an article",
  reader: "You opened an article",
  editor: "You began to edit an article",
  two: "You opened two windows",
  lost: "You opened an address that leads nowhere",
} as const;

export const OPENED = "The page opened";

const FOCUSED = "You came back to the page";
const MAYBE = "You may be online again";
const ONLINE = "You are online again";

/** Each view that is opened begins a group, but an article that its save opens belongs to the save. */
export function logViews(): void {
  begin(OPENED);
  // TanStack Query then reads what it finds old, which what was done before did not cause.
  focusManager.subscribe((focused) => focused && comeBack(FOCUSED));
  onlineManager.subscribe((online) => online && void comeOnline());
  let last = toRoute(entryStore.get().url).view;
  entryStore.subscribe(() => {
    const { url, by } = entryStore.get();
    const { view } = toRoute(url);
    const done = find(({ title }) => ![FOCUSED, MAYBE, ONLINE].includes(title));
    const isSaved = done?.write !== undefined && done.write.outcome?.isDone !== false;
    if (isSaved && view === "reader" && by === "replace") goOn(done);
    else begin(view === "list" && last === "list" ? "You changed what the list shows" : TITLES[view]);
    last = view;
  });
}

/** A browser calls itself online as soon as it has a network. Only a response of the server proves it. */
async function comeOnline(): Promise<void> {
  comeBack(MAYBE);
  const group = find(({ title }) => title === MAYBE);
  if ((await askServer()) && group) change(group.id, () => ({ title: ONLINE }));
}

/** Begins a group, unless the person came back before, and did nothing since. */
function comeBack(title: string): void {
  const newest = find(() => true);
  if (newest?.title !== title || hasContent(newest)) begin(title);
}
