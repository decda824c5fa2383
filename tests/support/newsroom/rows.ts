import { NotFound } from "trestle";
import type { ArticleColumns, Store } from "./store.js";

interface ArticleIncludes {
  readonly author?: boolean;
  readonly categories?: boolean;
  readonly author__articles?: boolean;
}

/** A stored row, or NotFound. */
export function find<TId, T>(rows: ReadonlyMap<TId, T>, id: TId, noun: string): T {
  const row = rows.get(id);
  if (row === undefined) throw new NotFound(`No ${noun} has the id ${id}.`);
  return row;
}

/** An article with the rows nested that the request asked to include, as an ORM returns them. */
export function articleRow(store: Store, columns: ArticleColumns, include: ArticleIncludes) {
  const { author, categories } = columns;
  return {
    ...columns,
    author: include.author && author !== null ? authorRow(store, author, include.author__articles) : author,
    categories: include.categories ? categories.map((id) => find(store.categories, id, "category")) : categories,
  };
}

/** A user, with the articles that the request asked to include. */
export function authorRow(store: Store, id: number, withArticles: boolean | undefined) {
  const user = find(store.users, id, "user");
  if (!withArticles) return user;
  return { ...user, articles: [...store.articles.values()].filter(({ author }) => author === id) };
}
