// A whole API, as a user writes one. The types of its client are tested beside it, and so are the compiler's messages.
import {
  type ApiOf,
  apiError,
  Conflict,
  Forbidden,
  json,
  NotFound,
  numberPage,
  offsetPage,
  respond,
  toMany,
  toOne,
  trestle,
  Unauthorized,
} from "trestle";
import { z } from "zod";

interface User {
  readonly name: string;
}

class TitleTaken extends apiError({ status: 409, code: "title_taken", title: "Title taken" }) {}
class Archived extends apiError({ status: 410, code: "archived", title: "Archived" }) {}

export const t = trestle<{ user: User | null }>();
const withUser = t.middleware({ errors: [Unauthorized] }, async ({ ctx, next }) => {
  if (!ctx.user) throw new Unauthorized();
  return next({ user: ctx.user });
});

const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: z.string().min(1),
    content: z.string(),
    published: z.boolean().default(false),
    subtitle: z.string().optional(),
    created_at: z.date(),
    views: z.bigint(),
    token: z.string(),
  },
  relationships: {
    author: toOne("users").nullable(),
    owner: toOne("users"),
    cover: toOne("files", { id: z.uuid() }).optional(),
    categories: toMany("categories", { linkage: true }),
    comments: toMany("comments"),
  },
  createFields: ["title", "content", "published", "subtitle", "created_at", "token", "author", "owner", "categories"],
  editFields: ["title", "subtitle", "author", "comments"],
  writeOnly: ["token"],
});

const users = t.resource("users", {
  id: z.int(),
  attributes: { username: z.string(), email: z.string().nullable() },
  relationships: { articles: toMany("articles") },
});

const categories = t.resource("categories", { id: z.int(), attributes: { name: z.string() } });

const comments = t.resource("comments", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { article: toOne("articles"), author: toOne("users").optional() },
  createFields: ["text", "article"],
});

const files = t.resource("files", {
  id: z.uuid(),
  attributes: { size: z.int() },
  createFields: ["id", "size"],
});

const article = {
  id: 1,
  title: "Zod",
  content: "",
  published: true,
  created_at: new Date(),
  views: 1n,
  author: null,
  owner: 1,
  categories: [1],
};
const user = { id: 1, username: "ann", email: null };

export const api = t.router({
  articles: articles.routes(
    articles.getOne(
      { include: ["author", "categories", "comments__author", "author__articles__categories"], errors: [NotFound] },
      () => article,
    ),
    articles.getMany(
      {
        filter: {
          title__contains: z.string().optional(),
          author: articles.ref("author").nullable().optional(),
          since: z.date().optional(),
          status: z.enum(["draft", "live"]).optional(),
          ids: z.array(z.int()).optional(),
        },
        sort: ["title", "created_at"],
        page: offsetPage({ limit: 20 }),
        include: ["author", "owner", "categories", "author__articles"],
        extra: { locale: z.enum(["en", "de"]).optional() },
      },
      () => respond([article], { total: 1 }),
    ),
    articles.createOne({ include: ["author"], errors: [Conflict, TitleTaken] }, () => article),
    articles.editOne({ errors: [NotFound], middleware: [withUser] }, () => article),
    articles.deleteOne({ errors: [Forbidden, Archived] }, () => {}),
    articles.getRelated("author", { include: ["articles"], errors: [NotFound] }, () => user),
    articles.getRelated("owner", () => user),
    articles.getRelated("cover", () => undefined),
    articles.getRelated("categories", { sort: ["name"], page: numberPage() }, () => respond([], { hasMore: false })),
    articles.getRelationship("comments", () => [1]),
    articles.editRelationship("author", { errors: [NotFound] }, () => {}),
    articles.addToRelationship("categories", () => {}),
    articles.removeFromRelationship("categories", () => {}),
    articles.resetRelationship("comments", () => {}),
    articles.rpc("publish", { method: "PUT" }, () => json({ published: true })),
    articles.rpc("notify", () => new Response()),
    articles.rpc("preview", { method: "GET" }, () => json(["a", "b"])),
  ),
  users: users.routes(
    users.getMany({ sort: z.string(), page: z.int(), sparse: false, errors: [Unauthorized] }, () => [user]),
    users.getOne(() => user),
    users.getRelated(
      "articles",
      { filter: { q: z.string().optional() }, sort: { title: "asc", views: "desc" }, include: ["author"] },
      () => [article],
    ),
  ),
  categories: categories.routes(
    categories.getMany(
      {
        filter: { name: z.string(), kind: z.string().optional() },
        page: { after: z.string().optional(), size: z.int() },
      },
      () => [],
    ),
  ),
  comments: comments.routes(
    comments.getOne({ include: ["article__owner"] }, () => ({ id: 1, text: "", article: 1 })),
    comments.createOne(() => ({ id: 1, text: "", article: 1 })),
  ),
  files: files.routes(
    files.getOne(({ id }) => ({ id, size: 1 })),
    files.createOne(({ input }) => input),
  ),
});

export interface Api extends ApiOf<typeof api> {}
