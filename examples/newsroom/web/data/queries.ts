import { NEWEST } from "../router/list-state.js";
import { client } from "./client.js";

// What the views ask for. Each is a read of the client, not yet sent: TanStack Query sends it, under a key made of it.

/** The articles without their text, which a list does not show. */
const listed = client.articles
  .list()
  .include("author", "categories")
  .fields({ articles: ["title", "published", "created_at", "author", "categories"] });

/** The articles of an address, such as `location.search`: its filters, its order and its page. */
export function articleList(search: string) {
  const list = listed.fromSearch(search);
  return new URLSearchParams(search).has("sort") ? list : list.sort(NEWEST);
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
