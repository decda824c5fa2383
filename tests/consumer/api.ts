import { type ApiOf, NotFound, offsetPage, respond, toMany, toOne, trestle, UNSET } from "trestle";
import { z } from "zod";

export interface Context {
  readonly names: Map<number, string>;
}

export const t = trestle<Context>();

export const users = t.resource("users", {
  id: z.int(),
  attributes: { username: z.string(), joined_at: z.date().nullable() },
  relationships: { articles: toMany("articles") },
  createFields: ["username"],
  editFields: ["username"],
});

export const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string().min(1), content: z.string(), published: z.boolean().default(false) },
  relationships: { author: toOne("users").nullable() },
  createFields: ["title", "content", "author"],
  editFields: ["title", "author"],
});

export const getUser = users.getOne({ errors: [NotFound] }, ({ id, ctx }) => {
  const username = ctx.names.get(id);
  if (username === undefined) throw new NotFound(`no user ${id}`);
  return { id, username, joined_at: null };
});

export const listArticles = articles.getMany(
  {
    filter: { title__contains: z.string().optional(), author: z.int().nullable().optional() },
    sort: ["title"],
    page: offsetPage({ limit: 20, maxLimit: 100 }),
    include: ["author", "author__articles"],
  },
  ({ filter, page }) =>
    respond(
      [{ id: 1, title: filter.title__contains ?? "Zod", content: "", published: true, author: filter.author ?? null }],
      {
        total: page.limit,
      },
    ),
);

export const createArticle = articles.createOne(({ input }) => ({ id: 1, published: false, ...input }));

export const editArticle = articles.editOne(({ id, input }) => ({
  id,
  title: input.title === UNSET ? "as it was" : input.title,
  content: "",
  published: false,
  author: null,
}));

export const userArticles = users.getRelated("articles", ({ id, ctx, page, sort, include, fields }) =>
  listArticles({ ctx, page, sort, include, fields, filter: { author: id } }),
);

const row = { id: 1, title: "Zod", content: "", published: true, author: null };

export const publish = articles.command(
  { input: z.object({ at: z.date() }), returns: articles, include: ["author"], errors: [NotFound], affects: ["users"] },
  ({ id, input, include }) => ({ ...row, id, published: input.at < new Date() && !include.author }),
);
export const importAll = articles.collection.command(
  { input: z.object({ file: z.file() }), returns: [articles] },
  () => [row],
);
export const counts = articles.collection.query({ output: z.object({ all: z.bigint() }) }, () => ({ all: 1n }));
export const similar = articles.query({ returns: [articles] }, () => [row]);
export const edits = articles.stream({ events: { edited: z.object({ at: z.date() }) } }, async function* () {
  yield { event: "edited", data: { at: new Date() } };
});
export const login = t.command({ input: z.object({ name: z.string() }) }, () => undefined);
export const articleRoutes = articles.routes(listArticles, createArticle, editArticle);

export const api = t.router(
  {
    articles: articleRoutes.actions({ publish, import: importAll, counts, similar, edits }),
    users: users.routes(getUser, userArticles),
  },
  { actions: { login } },
);

export interface Api extends ApiOf<typeof api> {}
