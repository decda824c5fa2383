import { useEffect, useState } from "react";
import type { ArticleValues } from "./values.js";

const drafts = new Map<string, Partial<ArticleValues>>();

/**
 * The form's values: those that are saved, and over them what was typed. That outlives leaving the view, so a wrong
 * click costs nothing; closing the tab asks first. A field that nobody touched goes on following the server.
 */
export function useDraft(key: string, saved: ArticleValues) {
  const [typed, setTyped] = useState(drafts.get(key) ?? {});
  const dirty = Object.keys(typed).length > 0;

  function change(changes: Partial<ArticleValues>) {
    const next = { ...typed, ...changes };
    drafts.set(key, next);
    setTyped(next);
  }

  function discard() {
    drafts.delete(key);
    setTyped({});
  }

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);

  return { values: { ...saved, ...typed }, dirty, change, discard };
}
