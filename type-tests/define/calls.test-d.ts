import { type Envelope, NotFound, offsetPage, type PagedEnvelope, respond, type RowOf, trestle, UNSET } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, type Context, files, row, t, users } from "./blog.js";

declare const ctx: Context;

type ArticleRow = RowOf<typeof articles>;

const getArticle = articles.getOne({ include: ["author__articles"], errors: [NotFound] }, ({ id }) => ({ ...row, id }));
const listArticles = articles.getMany(
  {
    filter: { title: z.string().optional(), author: z.int() },
    sort: { title: true, created_at: "desc" },
    page: offsetPage(),
    include: ["author"],
    extra: { locale: z.string().optional() },
  },
  () => respond([row], { total: 1 }),
);
const allArticles = articles.getMany(() => [row]);
const createArticle = articles.createOne(({ input }) => ({ ...row, ...input }));
const editArticle = articles.editOne(() => row);
const deleteArticle = articles.deleteOne(() => {});
const authorOf = articles.getRelated("author", () => ({ id: 7, username: "ann" }));
const articlesOf = users.getRelated("articles", { sort: ["title"], page: offsetPage() }, ({ id, ctx, page, include }) =>
  listArticles({ ctx, page, include, filter: { author: id } }),
);
const setAuthor = articles.editRelationship("author", () => {});
const addCategories = articles.addToRelationship("categories", () => {});

test("an operation is a function of the context and its arguments, and gives the envelope", () => {
  expectTypeOf(getArticle({ ctx, id: 1 })).toEqualTypeOf<Promise<Envelope<ArticleRow>>>();
  expectTypeOf(allArticles({ ctx })).toEqualTypeOf<Promise<Envelope<readonly ArticleRow[]>>>();
  expectTypeOf(listArticles({ ctx, filter: { author: 7 } })).toEqualTypeOf<
    Promise<PagedEnvelope<readonly ArticleRow[]>>
  >();
  expectTypeOf(createArticle({ ctx, input: { title: "", author: null } })).toEqualTypeOf<
    Promise<Envelope<ArticleRow>>
  >();
  expectTypeOf(editArticle({ ctx, id: 1, input: { title: "" } })).toEqualTypeOf<Promise<Envelope<ArticleRow>>>();
  expectTypeOf(deleteArticle({ ctx, id: 1 })).toEqualTypeOf<Promise<void>>();
  expectTypeOf(setAuthor({ ctx, id: 1, related: null })).toEqualTypeOf<Promise<void>>();
  expectTypeOf(addCategories({ ctx, id: 1, related: [1, 2] })).toEqualTypeOf<Promise<void>>();
  expectTypeOf(authorOf({ ctx, id: 1 }))
    .resolves.toHaveProperty("data")
    .toEqualTypeOf<{ readonly id: number } | null>();
  expectTypeOf(articlesOf({ ctx, id: 1 }))
    .resolves.toHaveProperty("data")
    .toEqualTypeOf<readonly { readonly id: number }[]>();
});

test("arguments are typed values; all but the context and what identifies may be left out", () => {
  const signal = new AbortController().signal;
  getArticle({ ctx, id: 1, signal, include: { author: true }, fields: { articles: new Set(["title"]) } });
  listArticles({
    ctx,
    filter: { author: 7, title: "Zod" },
    sort: [
      { field: "title", order: "asc" },
      { field: "created_at", order: "desc" },
    ],
    page: { limit: 5 },
    include: { author: true },
    extra: { locale: "en" },
  });
  editArticle({ ctx, id: 1, input: { author: null, title: UNSET } });

  // @ts-expect-error without its context
  getArticle({ id: 1 });
  // @ts-expect-error without its id
  getArticle({ ctx });
  // @ts-expect-error an id is typed, not parsed
  getArticle({ ctx, id: "1" });
  // @ts-expect-error not declared
  getArticle({ ctx, id: 1, include: { categories: true } });
  // @ts-expect-error not declared
  listArticles({ ctx, filter: { author: 7, content: "" } });
  // @ts-expect-error wrong value
  listArticles({ ctx, filter: { author: "7" } });
  // @ts-expect-error not in this direction
  listArticles({ ctx, filter: { author: 7 }, sort: [{ field: "created_at", order: "asc" }] });
  // @ts-expect-error no such field
  listArticles({ ctx, filter: { author: 7 }, sort: [{ field: "content", order: "asc" }] });
  // @ts-expect-error no such member
  listArticles({ ctx, filter: { author: 7 }, page: { number: 1 } });
  // @ts-expect-error missing create field
  createArticle({ ctx, input: { title: "" } });
  // @ts-expect-error not among the edit fields
  editArticle({ ctx, id: 1, input: { published: true } });
  // @ts-expect-error to-many
  addCategories({ ctx, id: 1, related: 1 });
});

test("what a request must give, a caller must give", () => {
  const page = articles.getMany({ page: z.int() }, () => [row]);
  const cursor = articles.getMany({ page: { after: z.string().optional(), size: z.int() } }, () => [row]);
  const localized = articles.getMany({ extra: { locale: z.string() } }, () => [row]);
  const defaulted = articles.getMany({ filter: { n: z.int().default(1) }, page: z.int().default(1) }, () => [row]);
  page({ ctx, page: 2 });
  cursor({ ctx, page: { size: 5 } });
  localized({ ctx, extra: { locale: "en" } });
  defaulted({ ctx });
  defaulted({ ctx, filter: {}, page: 2 });
  // @ts-expect-error author is required
  listArticles({ ctx });
  // @ts-expect-error author is required
  listArticles({ ctx, filter: { title: "" } });
  // @ts-expect-error page is required
  page({ ctx });
  // @ts-expect-error size is required
  cursor({ ctx, page: { after: "x" } });
  // @ts-expect-error locale is required
  localized({ ctx });
});

test("the context is the one that requests bring: the operation's middleware adds the rest", () => {
  const withTenant = t.middleware(async ({ next }) => next({ tenant: "t" }));
  const tenants = t.use(withTenant).resource("tenants", { id: z.int(), attributes: { name: z.string() } });
  const getTenant = tenants.getOne(({ id, ctx }) => ({ id, name: ctx.tenant }));
  const getOther = tenants.getOne({ middleware: [] }, ({ id }) => ({ id, name: "" }));
  getTenant({ ctx, id: 1 });
  getOther({ ctx, id: 1 });
  tenants.getMany(async ({ ctx }) => [(await getTenant({ ctx, id: 1 })).data]);
  // @ts-expect-error less than a request's context
  getTenant({ ctx: { tenant: "t" }, id: 1 });
  // @ts-expect-error user is a required member
  getTenant({ ctx: { db: ctx.db }, id: 1 });
});

test("without a context type, any object will do", () => {
  const notes = trestle().resource("notes", { id: z.int(), attributes: { text: z.string() } });
  const getNote = notes.getOne(({ id }) => ({ id, text: "" }));
  getNote({ ctx: {}, id: 1 });
});

test("a called list serves as what another operation returns", () => {
  users.getRelated("articles", { page: offsetPage() }, ({ ctx, id }) => listArticles({ ctx, filter: { author: id } }));
  articles.getMany({ page: offsetPage() }, ({ ctx }) => listArticles({ ctx, filter: { author: 1 } }));
  users.getRelated("articles", { page: offsetPage() }, ({ ctx, id }) => articlesOf({ ctx, id }));
  articles.editOne(({ ctx, id }) => getArticle({ ctx, id }));
  articles.getRelated("author", async ({ ctx }) => (await authorOf({ ctx, id: 1 })).data);
  files.getRelated("parent", ({ id }) => ({ id }));
  // @ts-expect-error not paged: it says no total
  articles.getMany({ page: offsetPage() }, ({ ctx }) => allArticles({ ctx }));
});

test("an rpc is not a function", () => {
  const publish = articles.rpc("publish", () => new Response());
  // @ts-expect-error it takes a raw request and answers one
  publish({ ctx, id: 1 });
});
