import { type ArticleFields, type ArticleValues, toValues } from "./values.js";

/** What an edit began with. */
export interface Base {
  readonly version: number;
  readonly values: ArticleValues;
}

export function toBase({ version, ...article }: ArticleFields & { readonly version: number }): Base {
  return { version, values: toValues(article) };
}

/** What was typed and not saved. An edit also keeps what it began with, to find out what others have changed since. */
export interface Draft {
  readonly typed: Partial<ArticleValues>;
  readonly base?: Base;
}

// The two windows of /two have names, so that each has drafts of its own.
const nameOf = (key: string) => `draft ${window.name} ${key}`;

/** Reads the draft that this browser keeps, also from before a reload. */
export function readDraft(key: string): Draft {
  try {
    return JSON.parse(localStorage.getItem(nameOf(key)) ?? '{"typed":{}}');
  } catch {
    return { typed: {} };
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(draft));
  } catch {} // full or forbidden: the form still has it
}

export function removeDraft(key: string): void {
  localStorage.removeItem(nameOf(key));
}
