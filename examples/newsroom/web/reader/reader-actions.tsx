import type { Article } from "../data/client.js";
import { deleteArticle } from "../data/deleting.js";
import { usePublished } from "../data/use-published.js";
import { navigate } from "../router/history.js";
import { lastList } from "../router/last-list.js";
import { Link } from "../router/link.js";
import { paths } from "../router/route.js";

/** What can be done with the article that is open. */
export function ReaderActions({ article }: { readonly article: Article }) {
  const { id, title, published } = article;
  const { publish, withdraw } = usePublished(article);
  function remove() {
    deleteArticle(id, title);
    navigate(lastList());
  }
  return (
    <div className="view-actions">
      <button type="button" className="quiet danger" onClick={remove}>
        Delete
      </button>
      <Link className="button" href={paths.editor(id)} data-edit aria-keyshortcuts="e">
        Edit
      </Link>
      <button
        type="button"
        className={published ? "" : "primary"}
        data-publish
        onClick={published ? withdraw : publish}
      >
        {published ? "Unpublish" : "Publish"}
      </button>
    </div>
  );
}
