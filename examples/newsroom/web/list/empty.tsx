import type { ReactNode } from "react";
import { Link } from "../router/link.js";
import { isNarrowed, type ListState, PAGE_SIZE, toListUrl } from "../router/list-state.js";
import { paths } from "../router/route.js";

interface EmptyProps {
  readonly state: ListState;
  /** How many articles fit, on all pages. */
  readonly total: number;
}

/** What stands in place of a list that has nothing in it, and the way on. */
export function Empty({ state, total }: EmptyProps) {
  const last = Math.ceil(total / PAGE_SIZE);
  if (state.page > last && last > 0) {
    return (
      <Nothing title={`Page ${state.page} does not exist`} text={`The last one is page ${last}.`}>
        <Link className="button" href={toListUrl({ ...state, page: last })}>
          Go to page {last}
        </Link>
      </Nothing>
    );
  }
  if (isNarrowed(state) || total > 0) {
    return (
      <Nothing title="No article fits" text="Try other words, or fewer filters.">
        <Link className="button" href="/">
          Clear all filters
        </Link>
      </Nothing>
    );
  }
  return (
    <Nothing title="No articles yet" text="The first one is yours to write.">
      <Link className="button primary" href={paths.create}>
        New article
      </Link>
    </Nothing>
  );
}

interface NothingProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Nothing({ title, text, children }: NothingProps) {
  return (
    <div className="empty">
      <p className="empty-what">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
