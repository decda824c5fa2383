import { deleteArticle } from "../data/deleting.js";
import type { ListedArticle } from "../data/client.js";
import { usePublished } from "../data/use-published.js";
import { Link } from "../router/link.js";
import { paths } from "../router/route.js";
import { BinIcon, PencilIcon } from "../ui/icons.js";
import { focusNeighbour } from "./focus-neighbour.js";

/** What can be done with an article without opening it. */
export function RowActions({ article }: { readonly article: ListedArticle }) {
  const { id, title, published } = article;
  const { publish } = usePublished(article);
  return (
    <div className="row-actions">
      {!published && (
        <button
          type="button"
          className="small"
          aria-label={`Publish ${title}`}
          onClick={(event) => {
            focusNeighbour(event.currentTarget, "same");
            publish();
          }}
        >
          Publish
        </button>
      )}
      <Link className="button quiet icon-button" aria-label={`Edit ${title}`} title="Edit" href={paths.editor(id)}>
        <PencilIcon />
      </Link>
      <button
        type="button"
        className="quiet icon-button"
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={(event) => {
          focusNeighbour(event.currentTarget, "next");
          deleteArticle(id, title);
        }}
      >
        <BinIcon />
      </button>
    </div>
  );
}
