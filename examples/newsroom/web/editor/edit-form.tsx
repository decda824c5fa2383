import { useMutation } from "@tanstack/react-query";
import { mutationOptions } from "trestle/query";
import { type Article, client } from "../data/client.js";
import { notify } from "../notices/notices.js";
import { Categories } from "../reader/categories.js";
import { navigate } from "../router/history.js";
import { paths } from "../router/route.js";
import { ArticleForm } from "./article-form.js";
import { SaveButton } from "./save-button.js";
import { useDraft } from "./use-draft.js";
import { type ArticleValues, changesBetween } from "./values.js";

/** The form of an article that exists. Its categories are a relationship, and change by requests of their own. */
export function EditForm({ article }: { readonly article: Article }) {
  const { id } = article;
  const saved = toValues(article);
  const { values, dirty, change, discard } = useDraft(id, saved);

  function leave() {
    discard();
    navigate(paths.reader(id), "replace");
  }

  const update = useMutation(
    mutationOptions(client.articles, "update", {
      onSuccess() {
        discard();
        notify("Your changes are saved.");
      },
    }),
  );

  function save() {
    const changes = changesBetween(saved, values);
    if (Object.keys(changes).length === 0) leave();
    else update.mutate({ id, ...changes }, { onSuccess: leave }); // a user who opened another view stays there
  }

  return (
    <div className="editor-columns">
      <ArticleForm
        values={values}
        onChange={change}
        onSubmit={save}
        error={update.error}
        actions={
          <>
            <SaveButton mutation={update}>Save changes</SaveButton>
            <button type="button" className="quiet" onClick={leave}>
              {dirty ? "Discard changes" : "Cancel"}
            </button>
          </>
        }
      />
      <Categories article={article} />
    </div>
  );
}

function toValues({ title, content, author, categories }: Article): ArticleValues {
  return { title, content, author: author?.id ?? "", categories: categories.map(({ id }) => id) };
}
