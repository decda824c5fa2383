import {
  type ApiOf,
  apiError,
  changesOf,
  Conflict,
  cursorPage,
  json,
  memoryStore,
  NotFound,
  numberPage,
  offload,
  offsetPage,
  readRich,
  respond,
  toMany,
  toOne,
  trestle,
  Unauthorized,
  VersionMismatch,
  withMore,
} from "trestle";
import { z } from "zod";

export interface Context {
  readonly user: { readonly id: number } | undefined;
}

export const t = trestle<Context>();
export const withTexts = trestle<Context>({ id: z.string() });
export const withIntegers = trestle({ id: z.int32() });
export const { toOne: toOneText, toMany: toTexts } = withTexts;
export const places = withTexts.resource("places", { attributes: {}, relationships: { city: toOneText("places") } });

export class Locked extends apiError({ status: 423, code: "locked", title: "Locked" }) {}
export const LockedToo = apiError({ status: 423, code: "locked_too", title: "Locked" });
export const errors = [Locked, Conflict] as const;
export const someErrors = [NotFound, LockedToo];
export const locked = () => new LockedToo("Somebody works on it.");

export const signedIn = t.middleware({ errors: [Unauthorized] }, ({ ctx, next }) => {
  if (ctx.user === undefined) throw new Unauthorized();
  return next({ user: ctx.user });
});
export const timed = t.middleware(async ({ next, operation }) => {
  const result = await next();
  console.log(operation);
  return result;
});
export const shared = { signedIn, timed };
export const signed = t.use(signedIn, timed);
export const requireUser = t.wrapper(({ ctx }) => ({ userId: ctx.user?.id ?? 0 }));
export const checkUser = t.wrapper(() => undefined);
export const context = t.context((request: Request) => ({ user: request.url ? { id: 1 } : undefined }));

export const offsets = offsetPage();
export const numbers = numberPage({ size: 10 });
export const cursors = cursorPage();
export const toAuthor = toOne("users").nullable();
export const toEditor = toOne("users").optional();
export const toComments = toMany("articles", { linkage: true, id: z.int() });
export const toOthers = toMany("articles");

export const users = signed.resource("users", {
  id: z.int(),
  attributes: { name: z.string(), email: z.email(), password: z.string() },
  relationships: { articles: toMany("articles", { id: z.uuid() }) },
  createFields: ["name", "email", "password"],
  editFields: ["name"],
  writeOnly: ["password"],
  visible: { email: ({ ctx }) => ctx.user !== undefined },
});
export const articles = t.resource("articles", {
  id: z.uuid(),
  attributes: {
    title: z.string(),
    state: z.enum(["draft", "published"]),
    at: z.date(),
    words: z.bigint().nullable(),
    tags: z.set(z.string()),
    parts: z.array(z.object({ name: z.string(), size: z.int().optional() })),
    places: z.map(z.string(), z.tuple([z.number(), z.number()])),
    version: z.int(),
    json: z.json(),
  },
  relationships: { author: toAuthor, editor: toEditor, others: toMany("articles", { id: z.uuid(), linkage: true }) },
  createFields: ["title", "author"],
  editFields: ["title", "author"],
  version: { field: "version", required: true },
});
export const authorId = articles.ref("author");

export const row = {
  id: "8b1cbd0e-7a4a-4d5b-9e0b-1f0a4c4f1b11",
  title: "Zod",
  state: "draft" as const,
  at: new Date(),
  words: 1n,
  tags: new Set<string>(),
  parts: [],
  places: new Map<string, [number, number]>(),
  version: 1,
  json: {},
  author: null,
  others: [],
};
export const user = { id: 1, name: "Ann", email: "ann@example.com" };

export const responses = {
  one: respond(row, { headers: { "x-a": "1" } }),
  list: respond([row], { total: 1 }),
  sparse: respond.sparse([{ id: 1 }]),
  cut: withMore([row], { cursor: "a" }),
  json: json({ ok: true }),
  changes: changesOf({ title: "a" }),
};
export const readUpload = readRich;
export const render = offload<{ handler(args: { id: number }): Promise<typeof user> }>(
  new URL("./render.js", import.meta.url),
);

export const getUser = users.getOne(
  { errors: [NotFound] },
  render(({ id }) => ({ id })),
);
export const getUserAlone = users.getOne(() => user);
export const listUsers = users.getMany(
  {
    filter: { name__contains: z.string().optional(), q: z.string() },
    sort: ["name"],
    page: offsets,
    include: ["articles"],
  },
  () => respond([user], { total: 1 }),
);
export const createUser = users.createOne(requireUser(({ input }) => ({ ...user, name: input.name })));
export const editUser = users.editOne({ errors: someErrors }, () => user);
export const deleteUser = users.deleteOne({ errors }, () => undefined);
export const userArticles = users.getRelated("articles", { page: numbers, sort: ["title"] }, () =>
  respond([row], { total: 1 }),
);
export const userArticleIds = users.getRelationship("articles", () => [row.id]);
export const addArticles = users.addToRelationship("articles", () => undefined);
export const removeArticles = users.removeFromRelationship("articles", { errors }, () => undefined);
export const resetArticles = users.resetRelationship("articles", () => undefined);

export const getArticle = articles.getOne({ include: ["author", "others"], middleware: [signedIn] }, () => row);
export const listArticles = articles.getMany({ page: cursors, extra: { q: z.string().optional() } }, () =>
  respond([row], { cursors: { next: null, prev: null } }),
);
export const createArticle = articles.createOne({ idempotent: "required" }, () => row);
export const editArticle = articles.editOne({ errors: [VersionMismatch] }, () => row);
export const deleteArticle = articles.deleteOne(() => undefined);
export const articleAuthor = articles.getRelated("author", () => null);
export const setAuthor = articles.editRelationship("author", () => undefined);
export const download = articles.rpc("download", () => json({ url: "…" as string }));
export const upload = articles.rpc("upload", { method: "PUT", affects: ["users"] }, () => new Response("…"));

export const merge = articles.command(
  { input: z.object({ into: z.uuid() }), returns: articles, include: ["author"], errors, affects: ["users"] },
  () => row,
);
export const close = articles.command(() => undefined);
export const remind = articles.command({ output: z.object({ sent: z.int() }), idempotent: true }, () => ({ sent: 1 }));
export const importAll = articles.collection.command(
  { input: z.object({ file: z.file() }), returns: [articles] },
  () => [row],
);
export const stats = articles.collection.query({ output: z.object({ all: z.bigint() }) }, () => ({ all: 1n }));
export const similar = articles.query({ returns: [articles], include: ["author"] }, () => [row]);
export const edits = articles.stream({ events: { edited: z.object({ at: z.date() }) } }, async function* () {
  yield { event: "edited", data: { at: new Date() }, id: "1" };
});
export const allEdits = articles.collection.stream(
  { events: { edited: z.object({ at: z.date() }) } },
  async function* () {
    yield { event: "edited", data: { at: new Date() } };
  },
);
export const login = t.command({ input: z.object({ name: z.string() }), errors: [Unauthorized] }, () => undefined);
export const me = signed.query({ output: z.object({ name: z.string() }) }, () => ({ name: "Ann" }));
export const plainContext = t.context(() => ({ user: { id: 1 } }));
export const progress = t.stream({ events: { done: z.int(), failed: z.string() } }, async function* () {
  yield { event: "done", data: 1 };
});
export const news = t.stream({ events: { news: z.string() } }, async function* () {
  yield { event: "news", data: "" };
});

export const userRoutes = users.routes(
  getUser,
  listUsers,
  createUser,
  editUser,
  deleteUser,
  userArticles,
  userArticleIds,
  addArticles,
  removeArticles,
  resetArticles,
);
export const articleRoutes = articles
  .routes(
    getArticle,
    listArticles,
    createArticle,
    editArticle,
    deleteArticle,
    articleAuthor,
    setAuthor,
    download,
    upload,
  )
  .actions({ merge, close, remind, importAll, stats, similar, edits, allEdits });
export const actions = { login, me, news, progress };
export const routes = { users: userRoutes, articles: articleRoutes };
export const store = memoryStore();
export const api = t.router(routes, {
  actions,
  transaction: (_args, work) => work({ user: undefined }),
  idempotency: { store, caller: () => "" },
  atomic: { max: 10, idempotent: true },
});

export interface Api extends ApiOf<typeof api> {}
export const { collection } = articles;
export const getUserAsMember = requireUser(({ ctx }: { readonly ctx: Context }) => ({ ...user, ctx }));
export const called = getArticle({ ctx: { user: undefined }, id: row.id });
export const list = listUsers({ ctx: { user: { id: 1 } }, filter: { q: "a" } });
export const mergedHere = merge({ ctx: { user: undefined }, id: row.id, input: { into: row.id } });
