import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mutationOptions, queryOptions } from "trestle/query";
import { client } from "./client.js";
import { problemOf } from "./server-state.js";

export function NewArticle() {
  const [title, setTitle] = useState("");
  const [author, setAuthor] = useState("");
  const { data: users } = useQuery(queryOptions(client.users.list().sort("name")));
  const { mutate, error, isPending, reset } = useMutation(
    mutationOptions(client.articles, "create", { onSuccess: () => setTitle("") }),
  );
  // The server says which field is wrong: an empty title, or one that is taken.
  const problem = error && (error.fields.title?.[0] ?? problemOf(error));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ title, author: author || null });
      }}
    >
      <label>
        Title
        <input
          value={title}
          aria-invalid={problem !== null}
          aria-describedby="title-problem"
          onChange={({ target }) => {
            setTitle(target.value);
            reset();
          }}
        />
      </label>
      <label>
        Author
        <select value={author} onChange={({ target }) => setAuthor(target.value)}>
          <option value="">No author</option>
          {users?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={isPending}>
        Add
      </button>
      <p id="title-problem" role="alert" className="problem">
        {problem}
      </p>
    </form>
  );
}
