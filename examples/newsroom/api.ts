import { articleRoutes } from "./articles.js";
import { categoryRoutes } from "./categories.js";
import { t } from "./trestle.js";
import { userRoutes } from "./users.js";

export const api = t.router({
  articles: articleRoutes,
  users: userRoutes,
  categories: categoryRoutes,
});

type ApiType = typeof api;

/** What a client is made from. The interface gives the type a name, which editors print in place of the whole router. */
export interface Api extends ApiType {}
