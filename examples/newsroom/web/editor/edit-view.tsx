import { useQuery } from "@tanstack/react-query";
import { queryOptions } from "trestle/query";
import { article as articleQuery } from "../data/queries.js";
import { Failure } from "../ui/failure.js";
import { useTitle } from "../ui/use-title.js";
import { EditForm } from "./edit-form.js";

/** An article, to be edited. */
export function EditView({ id }: { readonly id: string }) {
  useTitle("Edit article");
  const { data: article, error, refetch } = useQuery(queryOptions(articleQuery(id)));
  return (
    <>
      <h1 tabIndex={-1}>Edit article</h1>
      {error && !article && (
        <Failure what="The article could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {article && <EditForm key={id} article={article} />}
      {!article && !error && <div className="editor editor-bones bone" aria-hidden="true" />}
    </>
  );
}
