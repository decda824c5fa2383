import { NotFound, toMany } from "trestle";
import { manyToMany } from "trestle/drizzle";
import { z } from "zod";
import { articleQuery } from "./articles.js";
import { data } from "./data.js";
import { articleCategories } from "./db/schema.js";
import { t } from "./trestle.js";

export const categories = t.resource("categories", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { articles: toMany("articles") },
});

const source = data.source(categories, { relationships: { articles: manyToMany(articleCategories) } });

/** A category has only a name, so `fields` has nothing to omit. */
export const listCategories = categories.getMany({ sort: ["name"], sparse: false }, source.getMany);

export const getCategory = categories.getOne({ errors: [NotFound] }, source.getOne);

export const listCategoryArticles = categories.getRelated(
  "articles",
  { ...articleQuery, errors: [NotFound] },
  source.getRelated("articles"),
);

export const categoryRoutes = categories.routes(listCategories, getCategory, listCategoryArticles);
