import { Link } from "../router/link.js";
import { type ListState, toListUrl } from "../router/list-state.js";

interface PagerProps {
  readonly state: ListState;
  readonly pages: number;
}

/** Links to the pages of a list. */
export function Pager({ state, pages }: PagerProps) {
  if (pages < 2) return null;
  const to = (page: number) => toListUrl({ ...state, page });
  return (
    <nav className="pager" aria-label="Pages">
      <Step href={state.page > 1 ? to(state.page - 1) : undefined}>Previous</Step>
      <ol>
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <Link href={to(page)} aria-label={`Page ${page}`} aria-current={page === state.page ? "page" : undefined}>
              {page}
            </Link>
          </li>
        ))}
      </ol>
      <Step href={state.page < pages ? to(state.page + 1) : undefined}>Next</Step>
    </nav>
  );
}

function Step({ href, children }: { readonly href: string | undefined; readonly children: string }) {
  if (href === undefined) return <span className="pager-end">{children}</span>;
  return <Link href={href}>{children}</Link>;
}
