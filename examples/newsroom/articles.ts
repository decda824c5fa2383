import { Conflict, json, NotFound, offsetPage, respond, toMany, toOne } from "trestle";
import { z } from "zod";
import { deleteArticle, insertArticle, updateArticle } from "./queries/change-articles.js";
import { addCategories, removeCategories, resetCategories } from "./queries/change-categories.js";
import { findArticles, getArticleColumns } from "./queries/find-articles.js";
import { findCategoriesOf } from "./queries/find-categories.js";
import { getUserRow } from "./queries/find-users.js";
import { loadArticle, loadArticles } from "./queries/load-articles.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

export const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: text.min(1, "An article needs a title.").max(200, "A title has at most 200 characters."),
    content: text,
    published: z.boolean().default(false),
    created_at: z.date(),
  },
  relationships: {
    author: toOne("users").nullable(),
    categories: toMany("categories", { linkage: true }),
  },
  createFields: ["title", "content", "published", "author", "categories"],
  editFields: ["title", "content", "published", "author"],
});

const include = ["author", "categories", "author__articles"] as const;

/** How lists of articles are sorted, paged and included, also those of one user or of one category. */
export const articleQuery = {
  sort: ["title", "created_at"],
  page: offsetPage({ limit: 20, maxLimit: 100 }),
  include,
} as const;

export const listArticles = articles.getMany(
  {
    ...articleQuery,
    filter: {
      title__contains: text.optional(),
      author: articles.ref("author").nullable().optional(), // null: those without an author
      published: z.boolean().optional(),
      category: articles.ref("categories").optional(),
    },
    extra: { custom_thing: z.string().optional() },
  },
  async ({ filter, sort, page, include, extra, ctx }) => {
    const { rows, total } = await findArticles(ctx.db, { filter, sort, page });
    return respond(await loadArticles(ctx.db, rows, include), { total, meta: { ...extra } });
  },
);

export const getArticle = articles.getOne({ include, errors: [NotFound] }, async ({ id, include, ctx }) =>
  loadArticle(ctx.db, await getArticleColumns(ctx.db, id), include),
);

export const createArticle = articles.createOne(
  { include, errors: [Conflict, NotFound] },
  async ({ input, include, ctx }) => loadArticle(ctx.db, await insertArticle(ctx.db, input), include),
);

export const editArticle = articles.editOne(
  { include, errors: [Conflict, NotFound] },
  async ({ id, input, include, ctx }) => loadArticle(ctx.db, await updateArticle(ctx.db, id, input), include),
);

export const removeArticle = articles.deleteOne({ errors: [NotFound] }, ({ id, ctx }) => deleteArticle(ctx.db, id));

export const getArticleAuthor = articles.getRelated("author", { errors: [NotFound] }, async ({ id, ctx }) => {
  const { author } = await getArticleColumns(ctx.db, id);
  return author === null ? null : getUserRow(ctx.db, author);
});

export const listArticleCategories = articles.getRelated(
  "categories",
  { sort: ["name"], errors: [NotFound] },
  async ({ id, sort, ctx }) => {
    const article = await getArticleColumns(ctx.db, id);
    return findCategoriesOf(ctx.db, article.id, sort);
  },
);

export const setAuthor = articles.editRelationship("author", { errors: [NotFound] }, async ({ id, related, ctx }) => {
  await updateArticle(ctx.db, id, { author: related });
});

export const fileArticle = articles.addToRelationship("categories", { errors: [NotFound] }, ({ id, related, ctx }) =>
  addCategories(ctx.db, id, related),
);

export const unfileArticle = articles.removeFromRelationship(
  "categories",
  { errors: [NotFound] },
  ({ id, related, ctx }) => removeCategories(ctx.db, id, related),
);

export const refileArticle = articles.resetRelationship("categories", { errors: [NotFound] }, ({ id, related, ctx }) =>
  resetCategories(ctx.db, id, related),
);

export const publishArticle = articles.rpc(
  "publish",
  {
    method: "PUT",
    pathOperation: {
      summary: "Publish an article",
      description: "A second time it changes nothing, and answers the same.",
      responses: {
        "200": { description: "It is published." },
        "404": { description: "No such article." },
      },
    },
  },
  async ({ id, ctx }) => {
    const { published } = await updateArticle(ctx.db, id, { published: true });
    return json({ ok: true, published });
  },
);

export const articleRoutes = articles.routes(
  listArticles,
  getArticle,
  createArticle,
  editArticle,
  removeArticle,
  getArticleAuthor,
  listArticleCategories,
  setAuthor,
  fileArticle,
  unfileArticle,
  refileArticle,
  publishArticle,
);
