import { entryStore } from "../router/history.js";
import { toRoute } from "../router/route.js";
import { begin, find } from "./log.js";

const TITLES = {
  list: "You opened the list",
  create: "You began an article",
  reader: "You opened an article",
  editor: "You began to edit an article",
  two: "You opened two windows",
  lost: "You opened an address that leads nowhere",
} as const;

export const OPENED = "The page opened";

/** Each view that is opened begins a group, but an article that its save opens belongs to the save. */
export function logViews(): void {
  begin(OPENED);
  let last = toRoute(entryStore.get().url).view;
  entryStore.subscribe(() => {
    const { url, by } = entryStore.get();
    const { view } = toRoute(url);
    const write = find(() => true)?.write; // of the newest group
    const isSaved = write !== undefined && write.outcome?.isDone !== false;
    if (!(isSaved && view === "reader" && by === "replace")) {
      begin(view === "list" && last === "list" ? "You changed what the list shows" : TITLES[view]);
    }
    last = view;
  });
}
