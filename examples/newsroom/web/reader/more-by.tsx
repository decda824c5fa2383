import { useQuery } from "@tanstack/react-query";
import { queryOptions } from "trestle/query";
import type { Article } from "../data/client.js";
import { toDay } from "../data/date.js";
import { useDeleted } from "../data/deleting.js";
import { articlesBy } from "../data/queries.js";
import { Link } from "../router/link.js";
import { toListUrl } from "../router/list-state.js";
import { paths } from "../router/route.js";

interface MoreByProps {
  readonly author: NonNullable<Article["author"]>;
  readonly except: string;
}

const SHOWN = 4;

/** What else the author wrote. */
export function MoreBy({ author: { id, username }, except }: MoreByProps) {
  const { data } = useQuery(queryOptions(articlesBy(id)));
  const deleted = useDeleted();
  if (data === undefined) return null;
  const others = data.filter((article) => article.id !== except && !deleted.has(article.id)).slice(0, SHOWN);
  return (
    <section className="more-by">
      <h2>More by {username}</h2>
      <ul>
        {others.map((article) => (
          <li key={article.id}>
            <Link href={paths.reader(article.id)}>{article.title}</Link>
            <time dateTime={article.created_at.toISOString()}>{toDay(article.created_at)}</time>
          </li>
        ))}
      </ul>
      <Link href={toListUrl({ author: id })}>All by {username}</Link>
    </section>
  );
}
