import type { ReactNode } from "react";
import type { SortKey } from "../router/list-state.js";
import { ColumnHeader } from "./column-header.js";

interface ArticlesTableProps {
  readonly sort: string;
  readonly onSort: (key: SortKey) => void;
  /** What is shown answers an earlier question, and the answer to this one is under way. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

/** The table around the rows. In a narrow window the title's cell says what the left out columns would. */
export function ArticlesTable({ sort, onSort, stale = false, children }: ArticlesTableProps) {
  return (
    <table className="articles" aria-busy={stale}>
      <caption className="unseen">Articles</caption>
      <thead>
        <tr>
          <ColumnHeader name="title" text="Title" first="title" sort={sort} onSort={onSort} />
          <th scope="col" className="column-author">
            Author
          </th>
          <th scope="col" className="column-categories">
            Categories
          </th>
          <th scope="col" className="column-status">
            Status
          </th>
          <ColumnHeader name="created_at" text="Created" first="-created_at" sort={sort} onSort={onSort} />
          <th scope="col" className="column-actions">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
