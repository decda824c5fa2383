import { NotFound, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { z } from "zod";
import { type Article, MAX_LIMIT, store } from "./data.js";

const t = trestle();

const users = t.resource("users", { id: z.int(), attributes: { username: z.string(), email: z.string() } });
const categories = t.resource("categories", { id: z.int(), attributes: { name: z.string() } });

const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: z.string().min(1).max(200),
    content: z.string(),
    published: z.boolean().default(false),
    created_at: z.date(),
  },
  relationships: { author: toOne("users"), categories: toMany("categories", { linkage: true }) },
  createFields: ["title", "content", "published", "author", "categories"],
});

const include = ["author", "categories"] as const;

const listArticles = articles.getMany(
  {
    filter: { title__contains: z.string().optional(), author: z.int().optional() },
    sort: ["title", "created_at"],
    page: offsetPage({ limit: 20, maxLimit: MAX_LIMIT }),
    include,
  },
  async ({ filter, sort: [sort], page }) => {
    const order = sort && (sort.order === "desc" ? `-${sort.field}` : sort.field);
    const query = { titleContains: filter.title__contains, author: filter.author, sort: order, ...page };
    const { rows, total } = store.list(query);
    return respond(rows, { total });
  },
);

const getArticle = articles.getOne({ include, errors: [NotFound] }, async ({ id }) => found(store.find(id)));

const createArticle = articles.createOne({ include, errors: [NotFound] }, async ({ input }) =>
  found(store.create(input)),
);

function found(article: Article | undefined): Article {
  if (article === undefined) throw new NotFound();
  return article;
}

/** The API that every contender serves; its other operations are there for their links. */
export const api = t.router({
  articles: articles.routes(
    listArticles,
    getArticle,
    createArticle,
    articles.getRelated("author", async ({ id }) => found(store.find(id)).author),
    articles.getRelated("categories", async ({ id }) => found(store.find(id)).categories),
  ),
  users: users.routes(users.getOne(({ id }) => ({ id, username: "", email: "" }))),
  categories: categories.routes(categories.getOne(({ id }) => ({ id, name: "" }))),
});
