import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { mutationOptions, queryOptions } from "trestle/query";
import { type Article, client } from "../data/client.js";
import { article as articleQuery } from "../data/queries.js";
import { notify } from "../notices/notices.js";
import { navigate } from "../router/history.js";
import { say } from "../requests/said.js";
import { paths } from "../router/route.js";
import { ArticleForm } from "./article-form.js";
import type { Base } from "./draft-store.js";
import { SaveButton } from "./save-button.js";
import { useDraft } from "./use-draft.js";
import { changesBetween, toValues } from "./values.js";

/** Loaded at the first conflict, because most edits have none. */
const Compare = lazy(() => import("./compare.js").then(({ Compare }) => ({ default: Compare })));

/** The form of an article that exists. It states the version that it began with, so it never overwrites what its user has not seen. */
export function EditForm({ article }: { readonly article: Article }) {
  const { id, title } = article;
  const queries = useQueryClient();
  const saved = toBase(article);
  const { values, typed, dirty, base = saved, change, rebase, discard } = useDraft(id, saved.values, saved);
  const [comparing, setComparing] = useState(false);

  const update = useMutation(
    mutationOptions(client.articles, "update", {
      meta: { ...say("change", `“${title}”`) },
      onSuccess() {
        discard();
        notify("Your changes are saved.");
      },
      onError(error) {
        if (error.status !== 412) return;
        setComparing(true);
        void queries.invalidateQueries({ queryKey: queryOptions(articleQuery(id)).queryKey });
      },
    }),
  );
  const refused = update.error?.status === 412 ? toBase(update.error.current) : saved;
  const now = refused.version > saved.version ? refused : saved;
  const isBehind = dirty && now.version > base.version;

  function leave() {
    discard();
    navigate(paths.reader(id), "replace");
  }

  function save() {
    const changes = changesBetween(base.values, { ...base.values, ...typed });
    const seen = { type: "articles", id, version: base.version } as const;
    if (Object.keys(changes).length === 0) leave();
    else update.mutate({ id: seen, ...changes }, { onSuccess: leave }); // a user who opened another view stays there
  }

  return (
    <>
      <p className="behind" role="status">
        {isBehind && !comparing && (
          <>
            Somebody just changed this article.{" "}
            <button type="button" className="as-link" onClick={() => setComparing(true)}>
              Compare
            </button>
          </>
        )}
      </p>
      {isBehind && comparing && (
        <Suspense>
          <Compare
            base={base.values}
            mine={{ ...now.values, ...typed }}
            theirs={now.values}
            onChoose={change}
            onDone={() => {
              rebase(now);
              update.reset();
              setComparing(false);
            }}
          />
        </Suspense>
      )}
      <ArticleForm
        values={values}
        dirty={dirty}
        onChange={change}
        onSubmit={save}
        error={update.error?.status === 412 ? null : update.error}
        actions={
          <>
            <SaveButton mutation={update}>Save changes</SaveButton>
            <button type="button" className="quiet" onClick={leave}>
              {dirty ? "Discard changes" : "Cancel"}
            </button>
          </>
        }
      />
    </>
  );
}

function toBase({ version, ...article }: Parameters<typeof toValues>[0] & { readonly version: number }): Base {
  return { version, values: toValues(article) };
}
