import type { SortKey } from "../router/list-state.js";

interface ColumnHeaderProps {
  readonly name: "title" | "created_at";
  readonly text: string;
  /** Which way the first click sorts. */
  readonly first: SortKey;
  readonly sort: string;
  readonly onSort: (key: SortKey) => void;
}

/** The head of a column that sorts when it is clicked, and the other way when it is clicked again. */
export function ColumnHeader({ name, text, first, sort, onSort }: ColumnHeaderProps) {
  const order = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
  const next = order === undefined ? first : order === "ascending" ? (`-${name}` as const) : name;
  return (
    <th scope="col" className={`column-${name}`} aria-sort={order}>
      <button type="button" className="sort" onClick={() => onSort(next)}>
        {text}
        <span className="sort-arrow" aria-hidden="true">
          {order === undefined ? "↕" : order === "ascending" ? "↑" : "↓"}
        </span>
      </button>
    </th>
  );
}
