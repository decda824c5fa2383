import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptions } from "trestle/query";
import { articleList } from "../data/queries.js";
import { type ListState, PAGE_SIZE } from "../router/list-state.js";
import { Articles } from "./articles.js";
import { Pager } from "./pager.js";
import type { ChangeList } from "./use-list-state.js";

interface PagedListProps {
  readonly search: string;
  readonly state: ListState;
  readonly change: ChangeList;
}

/** One page of the list. The page before stays until the next one is there. */
export function PagedList({ search, state, change }: PagedListProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    queryOptions(articleList(search), { placeholderData: keepPreviousData }),
  );
  const total = data?.meta.total ?? 0;
  // The page whose rows are shown, which is not yet the one that was asked for.
  const [page, setPage] = useState(state.page);
  if (!isPlaceholderData && page !== state.page) setPage(state.page);
  const from = (page - 1) * PAGE_SIZE;
  const summary =
    total > PAGE_SIZE && from < total ? `${from + 1}–${Math.min(from + PAGE_SIZE, total)} of ${total}` : `${total}`;
  return (
    <Articles
      state={state}
      change={change}
      articles={data}
      total={total}
      summary={summary}
      stale={isPlaceholderData}
      fetching={isFetching}
      error={error}
      onRetry={() => void refetch()}
    >
      <Pager state={state} pages={Math.ceil(total / PAGE_SIZE)} />
    </Articles>
  );
}
