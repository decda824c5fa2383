import { useMutation } from "@tanstack/react-query";
import { mutationOptions } from "trestle/query";
import { client } from "../data/client.js";
import { notify } from "../notices/notices.js";
import { navigate } from "../router/history.js";
import { lastList } from "../router/last-list.js";
import { Link } from "../router/link.js";
import { paths } from "../router/route.js";
import { useTitle } from "../ui/use-title.js";
import { ArticleForm } from "./article-form.js";
import { CategoryFields } from "./category-fields.js";
import { SaveButton } from "./save-button.js";
import { useDraft } from "./use-draft.js";
import { EMPTY } from "./values.js";

/** A new article. It begins as a draft. */
export function CreateView() {
  useTitle("New article");
  const { values, change, discard } = useDraft("new", EMPTY);
  const create = useMutation(
    mutationOptions(client.articles, "create", {
      onSuccess({ title }) {
        discard();
        notify(`“${title}” was created as a draft.`);
      },
    }),
  );
  const save = () =>
    create.mutate(
      { ...values, author: values.author || null },
      { onSuccess: ({ id }) => navigate(paths.reader(id), "replace") }, // a user who opened another view stays there
    );
  return (
    <>
      <h1 tabIndex={-1}>New article</h1>
      <ArticleForm
        values={values}
        onChange={change}
        onSubmit={save}
        error={create.error}
        actions={
          <>
            <SaveButton mutation={create}>Create draft</SaveButton>
            <Link className="button quiet" href={lastList()} onClick={discard}>
              Discard
            </Link>
          </>
        }
      >
        <CategoryFields chosen={values.categories} onChange={(categories) => change({ categories })} />
      </ArticleForm>
    </>
  );
}
