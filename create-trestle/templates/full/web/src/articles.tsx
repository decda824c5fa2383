import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mutationOptions, queryOptions } from "trestle/query";
import { client } from "./client.js";
import { problemOf } from "./server-state.js";

export function Articles() {
  const [search, setSearch] = useState("");
  const { data: articles, error } = useQuery(
    queryOptions(client.articles.list().filter({ title__contains: search }).include("author").sort("-created_at")),
  );
  const { mutate: remove } = useMutation(mutationOptions(client.articles, "delete", { optimistic: true }));

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
        <p role="status">{articles && `${articles.length} of ${articles.meta.total}`}</p>
      </div>
      {error && (
        <p role="alert" className="problem">
          {problemOf(error)}
        </p>
      )}
      {articles?.length === 0 && (
        <p className="empty">{search ? "No title contains this." : "There is no article yet."}</p>
      )}
      <ul>
        {articles?.map(({ id, title, author, created_at }) => (
          <li key={id}>
            <div>
              <strong>{title}</strong>
              <small>
                {author?.name ?? "No author"} · {created_at.toLocaleDateString()}
              </small>
            </div>
            <button type="button" aria-label={`Delete ${title}`} onClick={() => remove(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
