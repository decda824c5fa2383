import type { ListState } from "../router/list-state.js";
import { client } from "./client.js";

// What the views ask for. Each is a read of the client, not yet sent: TanStack Query sends it, under a key made of it.

export const PAGE_SIZE = 20;

/** The articles that the state asks for, without their text, which a list does not show. */
export function articleList({ search, author, category, status, sort }: ListState) {
  return client.articles
    .list()
    .filter({
      title__contains: search || undefined,
      author: author === "none" ? null : author || undefined,
      category: category || undefined,
      published: status === "" ? undefined : status === "published",
    })
    .sort(sort)
    .include("author", "categories")
    .fields({ articles: ["title", "published", "created_at", "author", "categories"] });
}

export function articlePage(state: ListState) {
  return articleList(state).page({ offset: (state.page - 1) * PAGE_SIZE, limit: PAGE_SIZE });
}

export function article(id: string) {
  return client.articles.get(id).include("author", "categories");
}

/** The newest by this author. */
export function articlesBy(author: string) {
  return client.articles
    .list()
    .filter({ author })
    .sort("-created_at")
    .fields({ articles: ["title", "created_at"] })
    .page({ limit: 5 });
}

/** The article of exactly this title, if there is one, among those that contain it. */
export function articlesTitled(title: string) {
  return client.articles
    .list()
    .filter({ title__contains: title })
    .fields({ articles: ["title"] });
}

/** All of the staff. */
export const staff = client.users.list().sort("username").page({ limit: 100 });

export const desks = client.categories.list().sort("name");
