import { BadRequest, Conflict, json, NotFound, offsetPage, respond, toMany, toOne, UNSET } from "trestle";
import { z } from "zod";
import { articleRow, authorRow, find } from "./rows.js";
import type { ArticleColumns, Store } from "./store.js";
import { onlyEditors, t } from "./trestle.js";

export const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: z.string().min(1).max(200),
    content: z.string(),
    published: z.boolean().default(false),
    created_at: z.date(),
  },
  relationships: { author: toOne("users").nullable(), categories: toMany("categories", { linkage: true }) },
  createFields: ["title", "content", "published", "author", "categories"],
  editFields: ["title", "content", "published", "author"],
});

const include = ["author", "categories", "author__articles"] as const;

export const articleQuery = {
  sort: ["title", "created_at"],
  page: offsetPage({ limit: 20, maxLimit: 100 }),
  include,
} as const;

export const listArticles = articles.getMany(
  {
    ...articleQuery,
    filter: {
      title__contains: z.string().optional(),
      author: z.int().nullable().optional(),
      published: z.boolean().optional(),
      category: articles.ref("categories").optional(),
    },
    extra: { custom_thing: z.string().optional() },
  },
  async (args) => {
    const { filter, sort, page, include, ctx } = args;
    ctx.store.record("articles.getMany", args);
    const rows = [...ctx.store.articles.values()]
      .filter(({ title }) => title.includes(filter.title__contains ?? ""))
      .filter(({ author }) => filter.author === undefined || author === filter.author)
      .filter(({ published }) => filter.published === undefined || published === filter.published)
      .filter(({ categories }) => filter.category === undefined || categories.includes(filter.category))
      .sort((a, b) => {
        for (const { field, order } of sort) {
          const difference = a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0;
          if (difference !== 0) return order === "asc" ? difference : -difference;
        }
        return a.id - b.id;
      });
    const shown = rows.slice(page.offset, page.offset + page.limit);
    return respond(
      shown.map((row) => articleRow(ctx.store, row, include)),
      { total: rows.length },
    );
  },
);

export const getArticle = articles.getOne({ include, errors: [NotFound] }, (args) => {
  const { id, include, ctx } = args;
  ctx.store.record("articles.getOne", args);
  return articleRow(ctx.store, find(ctx.store.articles, id, "article"), include);
});

function requireFreeTitle(store: Store, title: string): void {
  for (const article of store.articles.values()) {
    if (article.title === title) throw new Conflict("Another article has this title.", { field: "title" });
  }
}

const createArticle = articles.createOne({ include, errors: [Conflict, NotFound] }, async (args) => {
  const { input, include, ctx } = args;
  ctx.store.record("articles.createOne", args);
  requireFreeTitle(ctx.store, input.title);
  if (input.author !== null) find(ctx.store.users, input.author, "user");
  for (const id of input.categories) find(ctx.store.categories, id, "category");
  const row = { ...input, id: 1000 + ctx.store.articles.size, created_at: new Date("2026-03-01T00:00:00Z") };
  ctx.store.articles.set(row.id, row);
  return articleRow(ctx.store, row, include);
});

const editArticle = articles.editOne({ include, errors: [Conflict, NotFound] }, async (args) => {
  const { id, input, include, ctx } = args;
  ctx.store.record("articles.editOne", args);
  const before = find(ctx.store.articles, id, "article");
  if (input.title !== UNSET && input.title !== before.title) requireFreeTitle(ctx.store, input.title);
  if (input.author !== UNSET && input.author !== null) find(ctx.store.users, input.author, "user");
  const row: ArticleColumns = {
    ...before,
    title: input.title === UNSET ? before.title : input.title,
    content: input.content === UNSET ? before.content : input.content,
    published: input.published === UNSET ? before.published : input.published,
    author: input.author === UNSET ? before.author : input.author,
  };
  ctx.store.articles.set(id, row);
  return articleRow(ctx.store, row, include);
});

const removeArticle = articles.deleteOne({ errors: [NotFound] }, ({ id, ctx }) => {
  find(ctx.store.articles, id, "article");
  ctx.store.articles.delete(id);
});

const getArticleAuthor = articles.getRelated(
  "author",
  { include: ["articles"], errors: [NotFound] },
  ({ id, include, ctx }) => {
    const { author } = find(ctx.store.articles, id, "article");
    return author === null ? null : authorRow(ctx.store, author, include.articles);
  },
);

const listArticleCategories = articles.getRelated(
  "categories",
  { sort: { name: "asc" }, errors: [NotFound] },
  async (args) => {
    const { id, sort, ctx } = args;
    ctx.store.record("articles.getRelated categories", args);
    const rows = find(ctx.store.articles, id, "article").categories.map((key) =>
      find(ctx.store.categories, key, "category"),
    );
    return sort.length === 0 ? rows : [...rows].sort((a, b) => (a.name < b.name ? -1 : 1));
  },
);

const setAuthor = articles.editRelationship("author", { errors: [NotFound] }, async (args) => {
  const { id, related, ctx } = args;
  ctx.store.record("articles.editRelationship", args);
  const article = find(ctx.store.articles, id, "article");
  if (related !== null) find(ctx.store.users, related, "user");
  ctx.store.articles.set(id, { ...article, author: related });
});

function changeCategories(
  kind: string,
  change: (before: readonly number[], related: readonly number[]) => Iterable<number>,
) {
  return (args: { readonly id: number; readonly related: readonly number[]; readonly ctx: { store: Store } }) => {
    const { id, related, ctx } = args;
    ctx.store.record(`articles.${kind}`, args);
    const article = find(ctx.store.articles, id, "article");
    for (const key of related) find(ctx.store.categories, key, "category");
    ctx.store.articles.set(id, { ...article, categories: [...new Set(change(article.categories, related))] });
  };
}

const fileArticle = articles.addToRelationship(
  "categories",
  { errors: [NotFound] },
  changeCategories("addToRelationship", (before, related) => [...before, ...related]),
);
const unfileArticle = articles.removeFromRelationship(
  "categories",
  changeCategories("removeFromRelationship", (before, related) => before.filter((id) => !related.includes(id))),
);
const refileArticle = articles.resetRelationship(
  "categories",
  changeCategories("resetRelationship", (_before, related) => related),
);

const publishArticle = articles.rpc(
  "publish",
  { method: "PUT", pathOperation: { summary: "Publish an article" } },
  async ({ id, ctx }) => {
    const article = find(ctx.store.articles, id, "article");
    ctx.store.articles.set(id, { ...article, published: true });
    return json({ ok: true, published: true });
  },
);

/** The default method, any body. */
const countArticle = articles.rpc("count", async ({ id, request, ctx }) => {
  ctx.store.record("articles.rpc count", { id });
  const text = await request.text();
  if (text === "refuse") throw new BadRequest("There is nothing to count.");
  return json({ id, length: text.length, type: request.headers.get("content-type") }, { status: 202 });
});

/** One action under every other method. */
const echo = (method: string) => async (args: { readonly id: number; readonly request: Request }) => {
  const { id, request } = args;
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  return new Response(`${method} ${id} ${request.method} ${pathname}${search} ${body}`, {
    headers: { "content-type": "text/plain", "x-echo": "yes" },
  });
};
const echoes = [
  articles.rpc("echo", { method: "GET" }, echo("GET")),
  articles.rpc("echo", { method: "POST" }, echo("POST")),
  articles.rpc("echo", { method: "PUT" }, echo("PUT")),
  articles.rpc("echo", { method: "PATCH" }, echo("PATCH")),
  articles.rpc("echo", { method: "DELETE", middleware: [onlyEditors] }, echo("DELETE")),
] as const;

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
  countArticle,
  ...echoes,
);
