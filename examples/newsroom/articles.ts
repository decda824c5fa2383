import { Conflict, json, NotFound, offsetPage, respond, toMany, toOne, UnprocessableContent } from "trestle";
import { z } from "zod";
import { data } from "./data.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

export const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: text.min(1, "An article needs a title.").max(200, "A title has at most 200 characters."),
    content: text,
    published: z.boolean().default(false),
    created_at: z.date(),
    /** Counts the changes, so that nobody overwrites what they have not seen. */
    version: z.int(),
  },
  relationships: {
    author: toOne("users").nullable(),
    categories: toMany("categories", { linkage: true }),
  },
  createFields: ["title", "content", "published", "author", "categories"],
  editFields: ["title", "content", "published", "author", "categories"],
  version: "version",
});

const source = data.source(articles, {
  filters: { category: "categories" },
  violations: { articles_title_unique: "Another article has this title." },
});

const include = ["author", "categories", "author__articles"] as const;
const errors = [NotFound];
const writeErrors = [Conflict, NotFound, UnprocessableContent];

/** How articles are filtered, sorted, paged and included: in the list of all, of one user, and of one category. */
export const articleQuery = {
  filter: {
    title__contains: text.optional(),
    author: articles.ref("author").nullable().optional(), // null: those without an author
    published: z.boolean().optional(),
    category: articles.ref("categories").optional(),
  },
  sort: ["title", "created_at"],
  page: offsetPage({ limit: 20, maxLimit: 100 }),
  include,
} as const;

export const listArticles = articles.getMany(
  { ...articleQuery, extra: { custom_thing: z.string().optional() } },
  async (args) => respond(await source.getMany(args), { meta: { ...args.extra } }),
);

export const getArticle = articles.getOne({ include, errors }, source.getOne);
export const createArticle = articles.createOne({ include, errors: writeErrors, idempotent: true }, source.createOne);
export const editArticle = articles.editOne({ include, errors: writeErrors }, source.editOne);
export const removeArticle = articles.deleteOne({ errors }, source.deleteOne);

export const getArticleAuthor = articles.getRelated("author", { errors }, source.getRelated("author"));
export const listArticleCategories = articles.getRelated(
  "categories",
  { sort: ["name"], errors },
  source.getRelated("categories"),
);

export const setAuthor = articles.editRelationship("author", { errors }, source.editRelationship("author"));
export const fileArticle = articles.addToRelationship("categories", { errors }, source.addToRelationship("categories"));
export const unfileArticle = articles.removeFromRelationship(
  "categories",
  { errors },
  source.removeFromRelationship("categories"),
);
export const refileArticle = articles.resetRelationship(
  "categories",
  { errors },
  source.resetRelationship("categories"),
);

export const publishArticle = articles.rpc(
  "publish",
  {
    method: "PUT",
    pathOperation: {
      summary: "Publish an article",
      description: "A second time it changes nothing, and the response is the same.",
      responses: {
        "200": { description: "It is published." },
        "404": { description: "No such article." },
      },
    },
  },
  async ({ id, ctx }) => {
    const { data } = await editArticle({ ctx, id, input: { published: true } });
    return json({ ok: true, published: data.published });
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
