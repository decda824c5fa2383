import { useEffect } from "react";
import { rememberList } from "../router/last-list.js";
import { EndlessList } from "./endless-list.js";
import { PagedList } from "./paged-list.js";
import { Toolbar } from "./toolbar.js";
import { useListState } from "./use-list-state.js";

/** All articles, narrowed, sorted, in pages or without end. */
export function ListView() {
  const { url, state, change } = useListState();
  useEffect(() => rememberList(url), [url]);
  const List = state.view === "pages" ? PagedList : EndlessList;
  return (
    <>
      <h1 className="list-heading" tabIndex={-1}>
        Articles
      </h1>
      <Toolbar state={state} change={change} />
      <List search={new URL(url, location.origin).search} state={state} change={change} />
    </>
  );
}
