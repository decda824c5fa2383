import { NotFound, toMany } from "trestle";
import { z } from "zod";
import { articleQuery, listArticles } from "./articles.js";
import { findCategories, getCategoryRow } from "./queries/find-categories.js";
import { t } from "./trestle.js";

export const categories = t.resource("categories", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { articles: toMany("articles") },
});

/** A category is its name alone, so there is nothing that `fields` could leave out. */
export const listCategories = categories.getMany({ sort: ["name"], sparse: false }, ({ sort, ctx }) =>
  findCategories(ctx.db, sort),
);

export const getCategory = categories.getOne({ errors: [NotFound] }, ({ id, ctx }) => getCategoryRow(ctx.db, id));

export const listCategoryArticles = categories.getRelated(
  "articles",
  { ...articleQuery, errors: [NotFound] },
  async ({ id, sort, page, include, fields, ctx }) => {
    await getCategory({ ctx, id });
    return listArticles({ ctx, sort, page, include, fields, filter: { category: id } });
  },
);

export const categoryRoutes = categories.routes(listCategories, getCategory, listCategoryArticles);
