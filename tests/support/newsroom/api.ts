import { articleRoutes } from "./articles.js";
import { categoryRoutes } from "./categories.js";
import { constructorRoutes } from "./constructors.js";
import { faultRoutes } from "./faults.js";
import { fileRoutes } from "./files.js";
import { tagRoutes } from "./tags.js";
import { t } from "./trestle.js";
import { userRoutes } from "./users.js";

export const api = t.router({
  articles: articleRoutes,
  users: userRoutes,
  categories: categoryRoutes,
  tags: tagRoutes,
  files: fileRoutes,
  faults: faultRoutes,
  constructor: constructorRoutes,
});

type Routes = (typeof api)["~routes"];

/**
 * What a client is made from: all but the type called `constructor`. TypeScript takes every object's inherited
 * `constructor` for a member of that name, so `fields({ articles: […] })` would not compile beside it.
 */
export interface Api {
  readonly "~routes": Omit<Routes, "constructor">;
  readonly "~actions": {};
  readonly "~members": { readonly [N in Exclude<keyof Routes, "constructor">]: "resource" };
}

/** That type alone. */
export interface ConstructorApi {
  readonly "~routes": Pick<Routes, "constructor">;
  readonly "~actions": {};
  readonly "~members": { readonly constructor: "resource" };
}
