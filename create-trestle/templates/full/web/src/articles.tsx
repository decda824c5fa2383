import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mutationOptions, queryOptions } from "trestle/query";
import { client } from "./client.js";

export function Articles() {
  const [search, setSearch] = useState("");
  const articles = useQuery(
    queryOptions(client.articles.list().filter({ title__contains: search }).include("author").sort("-created_at")),
  );
  const { mutate: remove } = useMutation(mutationOptions(client.articles, "delete", { optimistic: true }));

  return (
    <>
      <h1>Articles</h1>
      <NewArticle />
      <label>
        Search <input value={search} onChange={({ target }) => setSearch(target.value)} />
      </label>
      {articles.error && <p role="alert">{articles.error.detail ?? "The server cannot be reached."}</p>}
      <ul>
        {articles.data?.map(({ id, title, author, created_at }) => (
          <li key={id}>
            {title}, by {author?.name ?? "nobody"}, {created_at.toLocaleDateString()}{" "}
            <button type="button" onClick={() => remove(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewArticle() {
  const [title, setTitle] = useState("");
  const [author, setAuthor] = useState("");
  const users = useQuery(queryOptions(client.users.list().sort("name")));
  const { mutate, error, isPending } = useMutation(
    mutationOptions(client.articles, "create", { onSuccess: () => setTitle("") }),
  );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ title, author: author || null });
      }}
    >
      <label>
        Title <input value={title} onChange={({ target }) => setTitle(target.value)} />
      </label>
      <label>
        Author{" "}
        <select value={author} onChange={({ target }) => setAuthor(target.value)}>
          <option value="">nobody</option>
          {users.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={isPending}>
        Add
      </button>
      {error && <p role="alert">{error.detail ?? "The server cannot be reached."}</p>}
    </form>
  );
}
