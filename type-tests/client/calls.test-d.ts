import { expectTypeOf, test } from "vitest";
import {
  type Collection,
  createClient,
  type Identifier,
  type Item,
  type Page,
  type RpcResponse,
} from "../../src/client/index.js";
import type { Api } from "./api.js";

const client = createClient<Api>({
  url: "https://example.org/api",
  headers: async () => ({ authorization: undefined }),
});

test("a method exists where its operation is registered", () => {
  expectTypeOf<keyof typeof client>().toEqualTypeOf<"articles" | "users" | "categories" | "comments" | "live">();
  expectTypeOf<keyof typeof client.users>().toEqualTypeOf<
    "list" | "find" | "get" | "related" | "more" | "relationship"
  >();
  expectTypeOf<keyof typeof client.comments>().toEqualTypeOf<"get" | "create" | "update">();
  // @ts-expect-error not registered
  client.users.create;
  // @ts-expect-error no such type
  client.nope;
});

test("ids are what the path takes, and the strings that documents have", () => {
  client.articles.get(1);
  client.articles.get("1");
  client.comments.get("7a1c");
  // @ts-expect-error a uuid is not a number
  client.comments.get(1);
  // @ts-expect-error no id
  client.articles.get(null);
});

test("filters, sort keys, pages and extras are the declared ones", () => {
  const list = client.articles.list();
  list.filter({ title__contains: "zod", author: null, since: new Date(), ids: [1, 2] });
  list.filter({ author: "7", since: "2026-01-01T00:00:00.000Z" });
  list.sort("-created_at", "title").page({ offset: 0 }).extra({ custom_thing: "q" });
  // @ts-expect-error no such filter
  list.filter({ nope: 1 });
  // @ts-expect-error wrong value
  list.filter({ title__contains: 1 });
  // @ts-expect-error no such key
  list.sort("content");
  // @ts-expect-error no such member
  list.page({ number: 1 });
  // @ts-expect-error pages by offset
  list.page(2);
  // @ts-expect-error no such parameter
  list.extra({ nope: "q" });

  client.users.list().sort("anything").page(2);
  client.users.related(1, "articles").filter({ q: "x" }).sort("-title").page({ limit: 5 });
  client.articles.related(1, "categories").sort("name").page(2);
  client.categories
    .list({ filter: { name: "a" } })
    .page({ size: 5 })
    .page({ size: 5, after: "x" });
  // @ts-expect-error size is required
  client.categories.list({ filter: { name: "a" } }).page({ after: "x" });
  // @ts-expect-error registered without filter
  client.users.list().filter({ username: "ann" });
  // @ts-expect-error registered without extra
  client.users.list().extra({ custom_thing: "q" });
  // @ts-expect-error a get has no extra
  client.articles.get(1).extra({ custom_thing: "q" });
  // @ts-expect-error registered without page
  client.articles.related(1, "author").page;
  // @ts-expect-error registered without sort
  client.categories.list({ filter: { name: "a" } }).sort("name");
});

test("a list goes to a URL and comes back as the same list", () => {
  const list = client.articles
    .list()
    .include("author")
    .fields({ articles: ["title", "author"] });
  expectTypeOf(list.toSearch()).toEqualTypeOf<string>();
  expectTypeOf(list.fromSearch("?sort=title")).toEqualTypeOf(list);
  expectTypeOf(list.fromSearch(new URLSearchParams()).sort("title")).toEqualTypeOf(list);
  client.users.related(1, "articles").fromSearch("sort=-title").page({ limit: 5 });
  // @ts-expect-error a URL as a whole has no parameters of its own
  list.fromSearch(new URL("https://example.org/?sort=title"));
  // @ts-expect-error one resource has no filters, order and page
  client.articles.get(1).fromSearch("");
  // @ts-expect-error nor has its link
  client.articles.get(1).toSearch();
});

test("find takes the filters that are required", async () => {
  expectTypeOf(await client.articles.find({ title__contains: "zod" }, { include: ["owner"] })).toEqualTypeOf<
    Item<Api, "articles", "owner">
  >();
  client.categories.find({ name: "news" });
  client.users.find({});
  // @ts-expect-error registered without filter
  client.users.find({ username: "ann" });
  // @ts-expect-error name is required
  client.categories.find({ kind: "x" });
});

test("an unfetched collection is not read", async () => {
  const list = client.articles.list();
  // @ts-expect-error not fetched
  list[0];
  // @ts-expect-error not fetched
  list.length;
  // @ts-expect-error not fetched
  list.map;
  // @ts-expect-error not fetched
  for (const article of list) article;
  // @ts-expect-error not fetched
  [...list];
  for await (const article of list) expectTypeOf(article).toEqualTypeOf<Item<Api, "articles">>();
  for await (const article of list.all()) expectTypeOf(article).toEqualTypeOf<Item<Api, "articles">>();
});

test("awaiting gives a page, which is an array that knows its neighbours", async () => {
  const page = await client.articles.list().include("author").page({ offset: 0, limit: 10 });
  expectTypeOf(page).toEqualTypeOf<Page<Api, "articles", "author">>();
  expectTypeOf(page).toExtend<Item<Api, "articles", "author">[]>();
  expectTypeOf(page.map((article) => article.title)).toEqualTypeOf<string[]>();
  expectTypeOf(page.meta.total).toEqualTypeOf<number | undefined>();
  expectTypeOf(await page.getNext()).toEqualTypeOf(page);
  expectTypeOf(await client.articles.list().fetch()).toEqualTypeOf<Page<Api, "articles">>();
  for await (const next of page.allPages()) expectTypeOf(next).toEqualTypeOf(page);
  for await (const article of page.all()) expectTypeOf(article).toEqualTypeOf(page[0]!);
  // @ts-expect-error fetched
  page.then;
  // @ts-expect-error a link has its own query
  page.getNext().filter({});
});

test("a lazy read can stand for a promise", () => {
  const list: Promise<Page<Api, "articles">> = client.articles.list();
  const one: Promise<Item<Api, "users">> = client.users.get(1);
  return Promise.all([list, one]).then(([page, user]) => [page.length, user.username]);
});

test("related is one or many, and null where it may be", async () => {
  expectTypeOf(client.articles.related(1, "categories")).toEqualTypeOf<
    Collection<Api, "categories", never, {}, "articles.categories">
  >();
  expectTypeOf(await client.articles.related(1, "author")).toEqualTypeOf<Item<Api, "users"> | null>();
  expectTypeOf(await client.articles.related(1, "owner")).toEqualTypeOf<Item<Api, "users">>();
  expectTypeOf(await client.articles.related(1, "author").include("articles")).toEqualTypeOf<Item<
    Api,
    "users",
    "articles"
  > | null>();
  // @ts-expect-error not registered
  client.articles.related(1, "comments");
});

test("a relationship has the operations that are registered, and get with related", async () => {
  const categories = client.articles.relationship(1, "categories");
  expectTypeOf<keyof typeof categories>().toEqualTypeOf<"get" | "add" | "remove" | "reset">();
  expectTypeOf(await categories.get()).toEqualTypeOf<Identifier<"categories">[]>();
  expectTypeOf(await client.articles.relationship(1, "author").get()).toEqualTypeOf<Identifier<"users"> | null>();
  expectTypeOf(await client.articles.relationship(1, "owner").get()).toEqualTypeOf<Identifier<"users">>();
  expectTypeOf(await client.articles.relationship(1, "comments").get()).toEqualTypeOf<Identifier<"comments">[]>();

  const user = await client.users.get(1);
  const category = { type: "categories", id: "1" } as const;
  categories.add([1, "2", category]);
  client.articles.relationship(1, "author").set(null);
  client.articles.relationship(1, "author").set(user);
  // @ts-expect-error a list
  categories.add(1);
  // @ts-expect-error another type
  categories.add([user]);
  // @ts-expect-error not registered
  client.articles.relationship(1, "comments").add(["a"]);
  // @ts-expect-error no such relationship
  client.articles.relationship(1, "editor");
});

test("create requires what has no default, and takes related resources in every form", async () => {
  const user = await client.users.get(1);
  const required = { title: "", content: "", created_at: new Date(), views: 1n, secret: "", author: null, owner: 1 };
  expectTypeOf(await client.articles.create(required)).toEqualTypeOf<Item<Api, "articles">>();
  expectTypeOf(await client.articles.create(required, { include: ["author"] })).toEqualTypeOf<
    Item<Api, "articles", "author">
  >();
  client.articles.create({ ...required, published: true, subtitle: "", author: user, owner: "1", editor: user });
  client.articles.create({ ...required, created_at: "2026-01-01", views: "1", categories: [1, "2"] });
  client.comments.create({ id: "7a1c", text: "", article: 1 });
  // @ts-expect-error owner is required
  client.articles.create({ title: "", content: "", created_at: "", views: 1n, secret: "", author: null });
  // @ts-expect-error owner may not be empty
  client.articles.create({ ...required, owner: null });
  // @ts-expect-error an article is not a user
  client.articles.create({ ...required, author: await client.articles.get(1) });
  // @ts-expect-error not among the create fields
  client.articles.create({ ...required, comments: [] });
  // @ts-expect-error id is among the create fields
  client.comments.create({ text: "", article: 1 });
  // @ts-expect-error the server chooses ids
  client.articles.create({ ...required, id: 1 });
});

test("update takes any of the edit fields", async () => {
  expectTypeOf(await client.articles.update(1, { title: "x" })).toEqualTypeOf<Item<Api, "articles">>();
  client.articles.update("1", {});
  client.articles.update(1, { author: null, comments: ["a"], subtitle: undefined });
  // @ts-expect-error not among the edit fields
  client.articles.update(1, { content: "" });
  // @ts-expect-error wrong value
  client.articles.update(1, { title: null });
  expectTypeOf(client.articles.delete(1)).resolves.toEqualTypeOf<void>();
});

test("rpc: actions are literals, the method is given where it is not POST", async () => {
  const published = await client.articles.rpc(1, "publish", { method: "PUT", body: { now: true } });
  expectTypeOf(published).toEqualTypeOf<RpcResponse<{ readonly published: boolean }>>();
  expectTypeOf(await published.json()).toEqualTypeOf<{ readonly published: boolean }>();
  expectTypeOf(await (await client.articles.rpc(1, "notify")).json()).toBeUnknown();
  client.articles.rpc(1, "notify", { body: new FormData() });
  // @ts-expect-error no such action
  client.articles.rpc(1, "nope");
  // @ts-expect-error the method must be given
  client.articles.rpc(1, "publish");
  // @ts-expect-error another method
  client.articles.rpc(1, "publish", { method: "POST" });
});
