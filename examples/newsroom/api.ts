import type { ApiOf } from "trestle";
import { articleRoutes } from "./articles.js";
import { categoryRoutes } from "./categories.js";
import { t } from "./trestle.js";
import { userRoutes } from "./users.js";

export const api = t.router({
  articles: articleRoutes,
  users: userRoutes,
  categories: categoryRoutes,
});

/** What a client is made from. The interface gives the type a name, which editors print in place of the whole router. */
export interface Api extends ApiOf<typeof api> {}
