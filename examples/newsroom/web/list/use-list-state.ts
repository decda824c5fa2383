import { navigate, useEntry } from "../router/history.js";
import { type ListState, readListState, toListUrl } from "../router/list-state.js";

/** The list's state, from the address, and how to change it. A new filter or sort begins at the first page. */
export function useListState() {
  const state = readListState(useEntry().url);
  function change(changes: Partial<ListState>, by: "push" | "replace" = "push") {
    navigate(toListUrl({ ...state, page: 1, ...changes }), by);
  }
  return [state, change] as const;
}

export type ChangeList = ReturnType<typeof useListState>[1];
