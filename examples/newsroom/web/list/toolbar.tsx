import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { queryOptions } from "trestle/query";
import { desks, staff } from "../data/queries.js";
import type { ListState } from "../router/list-state.js";
import { Choice } from "../ui/choice.js";
import { SearchField } from "./search-field.js";
import type { ChangeList } from "./use-list-state.js";

const statuses = [
  ["", "All"],
  ["published", "Published"],
  ["draft", "Drafts"],
] as const;

const views = [
  ["pages", "Pages"],
  ["endless", "Endless"],
] as const;

interface ToolbarProps {
  readonly state: ListState;
  readonly change: ChangeList;
}

/** What narrows the list, and how it is shown. In a narrow page, all but the search is behind a button. */
export function Toolbar({ state, change }: ToolbarProps) {
  const { data: people = [] } = useQuery(queryOptions(staff));
  const { data: categories = [] } = useQuery(queryOptions(desks));
  const [open, setOpen] = useState(false);
  const narrowing = [state.status, state.author, state.category].filter(Boolean).length;
  return (
    <div className="toolbar">
      <SearchField value={state.search} onSearch={(search) => change({ search }, "replace")} />
      <button
        type="button"
        className={narrowing > 0 ? "filters-toggle filters-on" : "filters-toggle"}
        aria-expanded={open}
        aria-controls="filters"
        onClick={() => setOpen(!open)}
      >
        Filters{narrowing > 0 && ` (${narrowing})`}
      </button>
      <div id="filters" className={open ? "filters filters-open" : "filters"}>
        <Choice label="Status" options={statuses} value={state.status} onChoose={(status) => change({ status })} />
        <select aria-label="Author" value={state.author} onChange={(event) => change({ author: event.target.value })}>
          <option value="">All authors</option>
          <option value="null">No author</option>
          {people.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </select>
        <select
          aria-label="Category"
          value={state.category}
          onChange={(event) => change({ category: event.target.value })}
        >
          <option value="">All categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Choice label="View" options={views} value={state.view} onChoose={(view) => change({ view })} />
      </div>
    </div>
  );
}
