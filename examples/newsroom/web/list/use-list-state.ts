import { navigate, useEntry } from "../router/history.js";
import { type ListState, readListState, toListUrl } from "../router/list-state.js";

/** The list's address, what the controls show of it, and how to change it. A new filter or sort begins at the first page. */
export function useListState() {
  const { url } = useEntry();
  const state = readListState(url);
  function change(changes: Partial<ListState>, by: "push" | "replace" = "push") {
    navigate(toListUrl({ ...state, page: 1, ...changes }), by);
  }
  return { url, state, change };
}

export type ChangeList = ReturnType<typeof useListState>["change"];
