import { Link } from "../router/link.js";
import { paths } from "../router/route.js";

/** What stands in place of a list that has nothing in it. */
export function Empty({ narrowed }: { readonly narrowed: boolean }) {
  return (
    <div className="empty">
      <p className="empty-what">{narrowed ? "No article fits" : "No articles yet"}</p>
      <p>{narrowed ? "Try other words, or fewer filters." : "The first one is yours to write."}</p>
      {narrowed ? (
        <Link className="button" href="/">
          Clear all filters
        </Link>
      ) : (
        <Link className="button primary" href={paths.create}>
          New article
        </Link>
      )}
    </div>
  );
}
