import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { mutationOptions, queryOptions } from "trestle/query";
import { client } from "../data/client.js";
import { article as articleQuery } from "../data/queries.js";
import { notify } from "../notices/notices.js";
import { navigate } from "../router/history.js";
import { lastList } from "../router/last-list.js";
import { say } from "../requests/said.js";
import { paths } from "../router/route.js";
import { whoChanges } from "../two/who-changes.js";
import { ArticleForm } from "./article-form.js";
import { Behind } from "./behind.js";
import { type Base, toBase } from "./draft-store.js";
import { SaveButton } from "./save-button.js";
import { useCreate } from "./use-create.js";
import { useDraft } from "./use-draft.js";
import { changesBetween, isSaved } from "./values.js";
import { quote } from "../ui/quote.js";

/** Loaded at the first conflict, because most edits have none. */
const Compare = lazy(() => import("./compare.js").then(({ Compare }) => ({ default: Compare })));

interface EditFormProps {
  readonly id: string;
  readonly saved: Base;
  /** Whether the article was deleted. What was typed can then become a new one. */
  readonly isGone: boolean;
}

/** The form of an article that exists. It states the version that it began with, so it never overwrites what its user has not seen. */
export function EditForm({ id, saved, isGone }: EditFormProps) {
  const { values, typed, dirty, base = saved, change, rebase, discard } = useDraft(id, saved.values, saved);
  const [compared, setCompared] = useState<Base>();
  const update = useUpdate(id, saved, { discard, onConflict: setCompared });
  const { create, mutation: creation } = useCreate(values, discard);

  const refused = update.error?.status === 412 ? toBase(update.error.current) : saved;
  const now = refused.version > saved.version ? refused : saved;
  const isLost = isGone || update.error?.status === 404;
  const isUnsaved = isLost || !isSaved(typed, now.values);
  const isBehind = !isLost && isUnsaved && now.version > base.version;
  const isRefused = update.error?.status === 412;
  // Who made a change is known only when it comes.
  const [heard, setHeard] = useState(() => ({ version: now.version, who: whoChanges() }));
  if (heard.version < now.version) setHeard({ version: now.version, who: whoChanges() });
  // As after a save whose response did not arrive.
  const hasArrived = dirty && !isUnsaved && now.version > base.version;

  const finish = useEffectEvent(() => {
    discard();
    update.reset();
    notify("Your changes are saved: the server had received them.");
  });
  useEffect(() => {
    if (hasArrived) finish();
  }, [hasArrived]);

  function leave() {
    discard();
    navigate(isLost ? lastList() : paths.reader(id), "replace");
  }

  function save() {
    const from = goOn();
    const changes = changesBetween(from.values, { ...from.values, ...typed });
    const seen = { type: "articles", id, version: from.version } as const;
    if (!isUnsaved) leave();
    else update.mutate({ id: seen, ...changes }, { onSuccess: leave }); // a user who opened another view stays there
  }

  /** Ends the comparison: the next save replaces the version that it showed. */
  function goOn(): Base {
    if (!compared || !isBehind) return base;
    rebase(compared);
    setCompared(undefined);
    return compared;
  }

  function compare() {
    goOn();
    setCompared(now);
  }

  return (
    <>
      <p className="behind" role="status">
        {isLost && "This article was deleted. What you see here can be saved as a new one."}
        {isBehind && now.version !== compared?.version && <Behind who={heard.who} onCompare={compare} />}
      </p>
      {isBehind && compared && (
        <Suspense>
          <Compare
            key={compared.version}
            who={heard.who}
            base={base.values}
            mine={{ ...compared.values, ...typed }}
            theirs={compared.values}
            onChoose={change}
            onDone={() => {
              goOn();
              update.reset();
            }}
          />
        </Suspense>
      )}
      <ArticleForm
        values={values}
        dirty={dirty && isUnsaved}
        onChange={change}
        onSubmit={isLost ? create : save}
        error={isLost ? creation.error : isRefused ? null : update.error}
        note={isBehind && isRefused && "Not saved: the article has changed. See above."}
        actions={
          <>
            <SaveButton mutation={isLost ? creation : update}>
              {isLost ? "Save as a new article" : "Save changes"}
            </SaveButton>
            <button type="button" className="quiet" onClick={leave}>
              {dirty && isUnsaved ? "Discard changes" : "Cancel"}
            </button>
          </>
        }
      />
    </>
  );
}

/** Saves an edit. A conflict (412) has the article as it is now in its error. */
function useUpdate(
  id: string,
  { values }: Base,
  on: { readonly discard: () => void; readonly onConflict: (now: Base) => void },
) {
  const queries = useQueryClient();
  return useMutation(
    mutationOptions(client.articles, "update", {
      meta: { ...say("change", quote(values.title)) },
      onSuccess() {
        on.discard();
        notify("Your changes are saved.");
      },
      onError(error) {
        if (error.status !== 412) return;
        on.onConflict(toBase(error.current));
        void queries.invalidateQueries({ queryKey: queryOptions(articleQuery(id)).queryKey });
      },
    }),
  );
}
