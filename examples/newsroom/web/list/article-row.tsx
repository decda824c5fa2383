import type { ListedArticle } from "../data/client.js";
import { toDay } from "../data/date.js";
import { Link } from "../router/link.js";
import { toListUrl } from "../router/list-state.js";
import { paths } from "../router/route.js";
import { Status } from "../ui/status.js";
import { RowActions } from "./row-actions.js";

/** One article of the list. */
export function ArticleRow({ article }: { readonly article: ListedArticle }) {
  const { id, title, created_at } = article;
  const author = article.author?.username ?? "No author";
  const categories = article.categories.map(({ name }) => name).join(", ");
  return (
    <tr>
      <th scope="row" className="column-title">
        <Link className="article-link" id={`article-${id}`} href={paths.reader(id)}>
          {title}
        </Link>
        <span className="narrow-only article-aside">{[author, categories].filter(Boolean).join(" · ")}</span>
      </th>
      <td className={article.author ? "column-author" : "column-author nobody"}>{author}</td>
      <td className="column-categories">
        <ul className="chips">
          {article.categories.map((category) => (
            <li key={category.id}>
              <Link className="chip" href={toListUrl({ category: category.id })}>
                {category.name}
              </Link>
            </li>
          ))}
        </ul>
      </td>
      <td className="column-status">
        <Status article={article} />
      </td>
      <td className="column-created_at">
        <time dateTime={created_at.toISOString()}>{toDay(created_at)}</time>
        <span className="narrow-only">
          <Status article={article} />
        </span>
      </td>
      <td className="column-actions">
        <RowActions article={article} />
      </td>
    </tr>
  );
}
