import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { mutationOptions, queryOptions } from "trestle/query";
import { type Article, type ArticleRow, client } from "./client.js";
import { useProblem } from "./setup/server-state.js";

/** Creates an article. In a dialog, it edits one. */
export function ArticleForm({ article }: { article?: Article }) {
  // The version that this edit is based on.
  const [seen, setSeen] = useState<ArticleRow | undefined>(article);
  const first = {
    title: seen?.title ?? "",
    author: seen?.author?.id ?? null,
  };
  const [changes, setChanges] = useState<Partial<typeof first>>({});
  const fields = { ...first, ...changes };
  const { data: users } = useQuery(queryOptions(client.users.list().sort("name")));
  const create = useMutation(mutationOptions(client.articles, "create"));
  const update = useMutation(mutationOptions(client.articles, "update"));
  const { error, isPending, reset } = article ? update : create;
  const problem = useProblem(error);
  const problemId = useId();

  // The server says which field is wrong: an empty title, or one that is taken.
  const titleProblem = error?.fields.title?.[0];
  const isGone = update.error?.status === 404 && "Somebody else has deleted this article.";
  const conflict =
    update.error?.status === 412 &&
    `Somebody else has just saved “${update.error.current.title}”. Save again to write your changes into it, or cancel to keep it.`;

  function save(dialog: HTMLDialogElement | null) {
    if (!seen) return create.mutate(fields, { onSuccess: () => setChanges({}) });
    // The item says which version was seen. If there is a newer one, the server changes nothing.
    update.mutate(
      { id: seen, ...changes },
      { onSuccess: () => dialog?.close(), onError: (failure) => failure.status === 412 && setSeen(failure.current) },
    );
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) save(event.currentTarget.closest("dialog"));
      }}
      onBlur={({ currentTarget, relatedTarget: next }) => next && !currentTarget.contains(next) && reset()}
    >
      <label>
        Title
        <input
          value={fields.title}
          aria-invalid={titleProblem !== undefined}
          aria-describedby={problemId}
          onChange={({ target }) => {
            setChanges({ ...changes, title: target.value });
            reset();
          }}
        />
      </label>
      <p id={problemId} role="alert" className="problem">
        {isGone || conflict || titleProblem || problem}
      </p>
      <label>
        Author
        <select
          value={fields.author ?? ""}
          onChange={({ target }) => setChanges({ ...changes, author: target.value || null })}
        >
          <option value="">No author</option>
          {users?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" aria-disabled={isPending}>
        {article ? "Save" : "Add"}
      </button>
      {article && (
        <button type="button" onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}>
          Cancel
        </button>
      )}
    </form>
  );
}
