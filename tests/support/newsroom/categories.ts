import { NotFound, respond, toMany } from "trestle";
import { z } from "zod";
import { articleQuery, listArticles } from "./articles.js";
import { find } from "./rows.js";
import { t } from "./trestle.js";

export const categories = t.resource("categories", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { articles: toMany("articles") },
});

const SIZE = 2;

/** Without sparse fields; a bare `page`, whose links the handler gives. */
const listCategories = categories.getMany({ sort: ["name"], page: z.int().default(1), sparse: false }, (args) => {
  const { page, ctx } = args;
  ctx.store.record("categories.getMany", args);
  const rows = [...ctx.store.categories.values()];
  const last = Math.ceil(rows.length / SIZE);
  const next = page < last ? { page: `${page + 1}` } : null;
  return respond(rows.slice((page - 1) * SIZE, page * SIZE), {
    links: { next, last: { page: `${last}` }, describedby: "https://example.com/docs" },
    meta: { last },
  });
});

/** A plain synchronous handler. */
const getCategory = categories.getOne({ errors: [NotFound], middleware: [] }, (args) => {
  args.ctx.store.record("categories.getOne", args);
  return find(args.ctx.store.categories, args.id, "category");
});

const listCategoryArticles = categories.getRelated(
  "articles",
  { ...articleQuery, errors: [NotFound] },
  async ({ id, sort, page, include, fields, ctx }) => {
    await getCategory({ ctx, id });
    return listArticles({ ctx, sort, page, include, fields, filter: { category: id } });
  },
);

export const categoryRoutes = categories.routes(listCategories, getCategory, listCategoryArticles);
