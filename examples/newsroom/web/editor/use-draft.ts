import { useState } from "react";
import { type Base, type Draft, readDraft, removeDraft, writeDraft } from "./draft-store.js";
import type { ArticleValues } from "./values.js";

/**
 * The form's values: the saved ones, and over them what was typed. A field that nobody touched follows the server. The draft survives
 * leaving the view and reloading the page.
 *
 * @param now The article as it is now. A new article has none.
 */
export function useDraft(key: string, saved: ArticleValues, now?: Base) {
  const [draft, setDraft] = useState(() => readDraft(key));

  function keep(next: Draft) {
    writeDraft(key, next);
    setDraft(next);
  }

  return {
    values: { ...saved, ...draft.typed },
    typed: draft.typed,
    dirty: Object.keys(draft.typed).length > 0,
    base: draft.base ?? now,
    change: (changes: Partial<ArticleValues>) => keep({ base: now, ...draft, typed: { ...draft.typed, ...changes } }),
    /** Goes on from what others saved: the next save replaces that version. */
    rebase: (base: Base) => keep({ ...draft, base }),
    discard() {
      removeDraft(key);
      setDraft({ typed: {} });
    },
  };
}
