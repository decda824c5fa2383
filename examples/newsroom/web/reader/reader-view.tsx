import { useQuery } from "@tanstack/react-query";
import { queryOptions } from "trestle/query";
import { article as articleQuery, desks } from "../data/queries.js";
import { lastList } from "../router/last-list.js";
import { Link } from "../router/link.js";
import { Failure } from "../ui/failure.js";
import { BackIcon } from "../ui/icons.js";
import { useTitle } from "../ui/use-title.js";
import { Waiting } from "../ui/waiting.js";
import { ArticleAside } from "./article-aside.js";
import { ArticleText } from "./article-text.js";
import { ReaderActions } from "./reader-actions.js";

/** One article, to be read. */
export function ReaderView({ id }: { readonly id: string }) {
  useQuery(queryOptions(desks)); // asked for along with the article, not after it
  const { data: article, error, isFetching, refetch } = useQuery(queryOptions(articleQuery(id)));
  return (
    <>
      <div className="view-bar">
        <Link className="button quiet back" href={lastList()}>
          <BackIcon />
          <span>All articles</span>
        </Link>
        {article && <ReaderActions article={article} />}
      </div>
      {error?.status === 404 && <NoArticle />}
      {error && error.status !== 404 && (
        <Failure what="The article could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {(article || !error) && (
        <div className="reader">
          <ArticleText article={article} />
          <ArticleAside article={article} />
        </div>
      )}
      <Waiting waiting={isFetching} />
    </>
  );
}

function NoArticle() {
  useTitle("Not found");
  return (
    <div className="empty" role="alert">
      <h1 className="empty-what" tabIndex={-1}>
        No article has this address
      </h1>
      <p>It may have been deleted.</p>
    </div>
  );
}
