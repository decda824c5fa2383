import { Conflict, NotFound, toMany } from "trestle";
import { z } from "zod";
import { articleQuery } from "./articles.js";
import { data } from "./data.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

export const categories = t.resource("categories", {
  id: z.int(),
  attributes: { name: text.min(1, "A category needs a name.").max(40, "A name has at most 40 characters.") },
  relationships: { articles: toMany("articles") },
  createFields: ["name"],
});

const source = data.source(categories, { violations: { categories_name_key: "Another category has this name." } });

/** A category has only a name, so `fields` has nothing to omit. */
export const listCategories = categories.getMany({ sort: ["name"], sparse: false }, source.getMany);

export const getCategory = categories.getOne({ errors: [NotFound] }, source.getOne);

export const createCategory = categories.createOne({ errors: [Conflict] }, source.createOne);

/** A section shows what is published, or an editor's drafts, and never both: the filter is required. */
export const listCategoryArticles = categories.getRelated(
  "articles",
  { ...articleQuery, filter: { ...articleQuery.filter, published: z.boolean() }, errors: [NotFound] },
  source.getRelated("articles"),
);

export const categoryRoutes = categories.routes(listCategories, getCategory, createCategory, listCategoryArticles);
