import { articleRoutes } from "../support/newsroom/articles.js";
import { categoryRoutes } from "../support/newsroom/categories.js";
import { constructorRoutes } from "../support/newsroom/constructors.js";
import { fileRoutes } from "../support/newsroom/files.js";
import { tagRoutes } from "../support/newsroom/tags.js";
import { t } from "../support/newsroom/trestle.js";
import { userRoutes } from "../support/newsroom/users.js";

/** The newsroom without the type whose handlers fail on purpose: here a 5xx is a bug. */
export const api = t.router({
  articles: articleRoutes,
  users: userRoutes,
  categories: categoryRoutes,
  tags: tagRoutes,
  files: fileRoutes,
  constructor: constructorRoutes,
});
