/** What the form holds, as text fields and checkboxes hold it. */
export interface ArticleValues {
  readonly title: string;
  readonly content: string;
  /** A user's id, or "" for nobody. */
  readonly author: string;
  readonly categories: readonly string[];
  /** The name of a category that is created together with the article, or "". */
  readonly category: string;
}

/** An article as far as a form shows it. */
export interface ArticleFields {
  readonly title: string;
  readonly content: string;
  readonly author: { readonly id: string } | null;
  readonly categories: readonly { readonly id: string }[];
}

export const EMPTY: ArticleValues = { title: "", content: "", author: "", categories: [], category: "" };

export function toValues({ title, content, author, categories }: ArticleFields): ArticleValues {
  const ids = categories.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
  return { title, content, author: author?.id ?? "", categories: ids, category: "" };
}

export function isSame(one: ArticleValues, other: ArticleValues, field: keyof ArticleValues): boolean {
  return String(one[field]) === String(other[field]);
}

/** Whether what was typed is saved, be it by a request whose response did not arrive. */
export function isSaved(typed: Partial<ArticleValues>, saved: ArticleValues): boolean {
  return Object.keys(changesBetween(saved, { ...saved, ...typed })).length === 0;
}

/** The fields that an edit sends: only those that differ. */
export function changesBetween(before: ArticleValues, after: ArticleValues) {
  return {
    ...(!isSame(before, after, "title") && { title: after.title }),
    ...(!isSame(before, after, "content") && { content: after.content }),
    ...(!isSame(before, after, "author") && { author: after.author || null }),
    ...(!isSame(before, after, "categories") && { categories: after.categories }),
  };
}
