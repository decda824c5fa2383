import { useQuery } from "@tanstack/react-query";
import { queryOptions } from "trestle/query";
import { article as articleQuery, desks } from "../data/queries.js";
import { useServerLost } from "../notices/server-state.js";
import { lastList } from "../router/last-list.js";
import { Link } from "../router/link.js";
import { Failure } from "../ui/failure.js";
import { BackIcon } from "../ui/icons.js";
import { Waiting } from "../ui/waiting.js";
import { ArticleAside } from "./article-aside.js";
import { ArticleText } from "./article-text.js";
import { NoArticle } from "./no-article.js";
import { ReaderActions } from "./reader-actions.js";

/** One article, to be read. */
export function ReaderView({ id }: { readonly id: string }) {
  useQuery(queryOptions(desks)); // asked for along with the article, not after it
  const { data: article, error, isFetching, refetch } = useQuery(queryOptions(articleQuery(id)));
  const isGone = error?.status === 404;
  const isSaid = useServerLost() && article; // by the bar at the end of the window
  return (
    <>
      <div className="view-bar">
        <Link className="button quiet back" href={lastList()}>
          <BackIcon />
          <span>All articles</span>
        </Link>
        {article && !isGone && <ReaderActions article={article} />}
      </div>
      {isGone && <NoArticle />}
      {error && !isGone && !isSaid && (
        <Failure what="The article could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!isGone && (article || !error) && (
        <div className="reader">
          <ArticleText article={article} />
          <ArticleAside article={article} />
        </div>
      )}
      <Waiting waiting={isFetching} />
    </>
  );
}
