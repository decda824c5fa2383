import { type ReactNode, useState } from "react";
import { ResponseError } from "trestle/client";
import type { ListedArticle } from "../data/client.js";
import { useDeleted } from "../data/deleting.js";
import { useServerLost } from "../notices/server-state.js";
import { Link } from "../router/link.js";
import { type ListState, PAGE_SIZE } from "../router/list-state.js";
import { Failure } from "../ui/failure.js";
import { Waiting } from "../ui/waiting.js";
import { ArticleRow } from "./article-row.js";
import { ArticlesTable } from "./articles-table.js";
import { Empty } from "./empty.js";
import { SkeletonRows } from "./skeleton-rows.js";
import type { ChangeList } from "./use-list-state.js";

interface ArticlesProps {
  readonly state: ListState;
  readonly change: ChangeList;
  /** Undefined until the first answer. */
  readonly articles: readonly ListedArticle[] | undefined;
  readonly total: number;
  readonly summary: string;
  readonly stale: boolean;
  readonly fetching: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** What follows the table: how to come to the rest. */
  readonly children: ReactNode;
}

/** The list in each of its states: on its way, there, empty, failed, or there with a failure since. */
export function Articles(props: ArticlesProps) {
  const { state, change, articles, total, summary, stale, fetching, error, onRetry, children } = props;
  // What the articles answer, which is not yet what was asked for last.
  const [answered, setAnswered] = useState(state);
  if (!stale && answered !== state) setAnswered(state);
  const deleted = useDeleted();
  const shown = articles?.filter(({ id }) => !deleted.has(id));
  const lost = useServerLost(); // the bar at the end of the window says it
  const isRefused = error instanceof ResponseError && error.status === 400; // somebody wrote the address by hand
  const failure = error && (
    <Failure what="The articles could not be loaded" error={error} onRetry={onRetry}>
      {isRefused && (
        <Link className="button" href="/">
          Clear all filters
        </Link>
      )}
    </Failure>
  );
  if (!shown && failure) return failure;
  return (
    <>
      <Waiting waiting={fetching}>
        {shown ? `${summary} ${total === 1 ? "article" : "articles"}` : "Loading the articles …"}
      </Waiting>
      {!lost && failure}
      {shown?.length === 0 ? (
        <Empty state={answered} total={total} />
      ) : (
        <ArticlesTable sort={state.sort} onSort={(sort) => change({ sort })} stale={stale}>
          {shown?.map((article) => <ArticleRow key={article.id} article={article} />) ?? (
            <SkeletonRows count={PAGE_SIZE} />
          )}
        </ArticlesTable>
      )}
      {children}
    </>
  );
}
