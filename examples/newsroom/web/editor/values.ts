/** What the form holds, as text fields and checkboxes hold it. */
export interface ArticleValues {
  readonly title: string;
  readonly content: string;
  /** A user's id, or "" for nobody. */
  readonly author: string;
  readonly categories: readonly string[];
}

export const EMPTY: ArticleValues = { title: "", content: "", author: "", categories: [] };

/** What is to be sent of an edit: only what is another than before. */
export function changesBetween(before: ArticleValues, after: ArticleValues) {
  return {
    ...(after.title !== before.title && { title: after.title }),
    ...(after.content !== before.content && { content: after.content }),
    ...(after.author !== before.author && { author: after.author || null }),
  };
}
