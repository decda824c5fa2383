import { lastList } from "../router/last-list.js";
import { Link } from "../router/link.js";
import { useTitle } from "../ui/use-title.js";
import { ArticleForm } from "./article-form.js";
import { NewCategory } from "./new-category.js";
import { SaveButton } from "./save-button.js";
import { useCreate } from "./use-create.js";
import { useDraft } from "./use-draft.js";
import { EMPTY } from "./values.js";

/** A new article. It begins as a draft. */
export function CreateView() {
  useTitle("New article");
  const { values, dirty, change, discard } = useDraft("new", EMPTY);
  const { create, mutation } = useCreate(values, discard);
  return (
    <>
      <h1 tabIndex={-1}>New article</h1>
      <ArticleForm
        values={values}
        dirty={dirty}
        onChange={change}
        onSubmit={create}
        error={mutation.error}
        actions={
          <>
            <SaveButton mutation={mutation}>Create draft</SaveButton>
            <Link className="button quiet" href={lastList()} onClick={discard}>
              Discard
            </Link>
          </>
        }
      >
        <NewCategory value={values.category} onChange={(category) => change({ category })} error={mutation.error} />
      </ArticleForm>
    </>
  );
}
