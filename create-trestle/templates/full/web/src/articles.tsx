import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { infiniteQueryOptions, mutationOptions } from "trestle/query";
import { ArticleForm } from "./article-form.js";
import { type Article, client } from "./client.js";
import { useProblem } from "./setup/server-state.js";

const show = (dialog: HTMLDialogElement | null) => dialog?.showModal();

export function Articles() {
  const [search, setSearch] = useState("");
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    infiniteQueryOptions(
      client.articles.list().filter({ title__contains: search }).include("author").sort("-created_at"),
      { placeholderData: keepPreviousData },
    ),
  );
  const articles = data?.pages.flat();
  const [edited, setEdited] = useState<Article>();
  const removal = useMutation(mutationOptions(client.articles, "delete", { optimistic: true }));
  const kept = articles?.find(({ id }) => id === removal.variables);
  const forget = () => removal.isError && removal.reset();
  const removalProblem = useProblem(removal.error);
  const listProblem = useProblem(error);
  const problem = removalProblem && kept ? `“${kept.title}” is not deleted. ${removalProblem}` : listProblem;

  return (
    <section>
      <div className="search">
        <input
          type="search"
          aria-label="Search the titles"
          placeholder="Search the titles"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <p role="status">
          {isPending ? "Loading …" : articles && `${articles.length} of ${data?.pages[0]?.meta.total}`}
        </p>
      </div>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {articles?.length === 0 && (
        <p className="empty">{search ? "No title contains this." : "There is no article yet."}</p>
      )}
      <ul onBlur={({ currentTarget, relatedTarget: next }) => next && !currentTarget.contains(next) && forget()}>
        {articles?.map((article) => (
          <li key={article.id}>
            <div>
              <strong>{article.title}</strong>
              <small>
                {article.author?.name ?? "No author"} · {article.created_at.toLocaleDateString()}
              </small>
            </div>
            <button type="button" aria-label={`Edit ${article.title}`} onClick={() => setEdited(article)}>
              Edit
            </button>
            <button
              type="button"
              aria-label={`Delete ${article.title}`}
              onClick={({ currentTarget: { parentElement: row } }) => {
                (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector("button")?.focus();
                removal.mutate(article.id);
              }}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          aria-disabled={isFetchingNextPage}
          onClick={async ({ currentTarget: { previousElementSibling: list } }) => {
            if (isFetchingNextPage) return;
            const last = list?.lastElementChild;
            const { hasNextPage: hasMore } = await fetchNextPage();
            // The button goes after the last page, and would take the focus along.
            if (!hasMore) last?.querySelector("button")?.focus();
          }}
        >
          More
        </button>
      )}
      {edited && (
        <dialog aria-labelledby="edit-heading" ref={show} onClose={() => setEdited(undefined)}>
          <h2 id="edit-heading">Edit the article</h2>
          <ArticleForm article={edited} />
        </dialog>
      )}
    </section>
  );
}
