import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { infiniteQueryOptions } from "trestle/query";
import { articleList } from "../data/queries.js";
import type { ListState } from "../router/list-state.js";
import { Articles } from "./articles.js";
import { More } from "./more.js";
import type { ChangeList } from "./use-list-state.js";

interface EndlessListProps {
  readonly search: string;
  readonly state: ListState;
  readonly change: ChangeList;
}

/** The list without end: what follows is fetched as its end comes into sight. */
export function EndlessList({ search, state, change }: EndlessListProps) {
  const { data, error, isPlaceholderData, isFetching, refetch, fetchNextPage, hasNextPage, isFetchNextPageError } =
    useInfiniteQuery(infiniteQueryOptions(articleList(search), { placeholderData: keepPreviousData }));
  const articles = data?.pages.flatMap((page) => [...page]);
  const total = data?.pages[0]?.meta.total ?? 0;
  const shown = articles?.length ?? 0;
  return (
    <Articles
      state={state}
      change={change}
      articles={articles}
      total={total}
      summary={shown < total ? `${shown} of ${total}` : `${total}`}
      stale={isPlaceholderData}
      fetching={isFetching}
      error={isFetchNextPageError ? null : error}
      onRetry={() => void refetch()}
    >
      {hasNextPage && (
        <More busy={isFetching} error={isFetchNextPageError ? error : null} onMore={() => void fetchNextPage()} />
      )}
    </Articles>
  );
}
