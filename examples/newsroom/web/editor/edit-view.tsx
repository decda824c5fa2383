import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptions } from "trestle/query";
import { article as articleQuery } from "../data/queries.js";
import { NoArticle } from "../reader/no-article.js";
import { Failure } from "../ui/failure.js";
import { useTitle } from "../ui/use-title.js";
import { readDraft, toBase } from "./draft-store.js";
import { EditForm } from "./edit-form.js";

/** An article, to be edited. */
export function EditView({ id }: { readonly id: string }) {
  useTitle("Edit article");
  const { data: article, error, refetch } = useQuery(queryOptions(articleQuery(id)));
  const isGone = error?.status === 404;
  // After a reload, the draft is all that is left of an article that somebody deleted.
  const [kept] = useState(() => readDraft(id).base);
  const saved = article ? toBase(article) : isGone ? kept : undefined;
  if (isGone && !saved) return <NoArticle />;
  return (
    <>
      <h1 tabIndex={-1}>Edit article</h1>
      {error && !saved && (
        <Failure what="The article could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {saved && <EditForm key={id} id={id} saved={saved} isGone={isGone} />}
      {!saved && !error && <div className="editor editor-bones bone" aria-hidden="true" />}
    </>
  );
}
