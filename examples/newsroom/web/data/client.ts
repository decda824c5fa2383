import { createClient, type Item } from "trestle/client";
import type { Api } from "../../api.js";
import { loggedFetch } from "../requests/logged-fetch.js";

/** How long to wait for an answer, in milliseconds. */
const PATIENCE = 20_000;

export const client = createClient<Api>({ url: "/api", fetch: loggedFetch, timeout: PATIENCE });

/** An article as the views show it. */
export type Article = Item<Api, "articles", "author" | "categories">;

/** An article in a list, which does without the text. */
export type ListedArticle = Omit<Article, "content" | "version">;
