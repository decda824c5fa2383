import {
  createClient,
  type FilterInput,
  type Identifier,
  type Item,
  type LazyRead,
  type PageInput,
  type RpcResponse,
  type SortInput,
} from "trestle/client";
import { expectTypeOf, test } from "vitest";
import type { Api, api } from "./newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("a client has a member a resource, and of it a method where its operation is registered", () => {
  expectTypeOf<keyof typeof client>().toEqualTypeOf<
    "articles" | "users" | "categories" | "comments" | "files" | "live"
  >();
  expectTypeOf<keyof typeof client.articles>().toEqualTypeOf<
    "get" | "list" | "find" | "create" | "update" | "delete" | "related" | "more" | "relationship" | "rpc"
  >();
  expectTypeOf<keyof typeof client.users>().toEqualTypeOf<
    "get" | "list" | "find" | "related" | "more" | "relationship"
  >();
  expectTypeOf<keyof typeof client.categories>().toEqualTypeOf<"list" | "find">();
  expectTypeOf<keyof typeof client.comments>().toEqualTypeOf<"get" | "create">();
  expectTypeOf<keyof typeof client.files>().toEqualTypeOf<"get" | "create">();
});

test("without a name of its own, the router's type serves as well", async () => {
  const unnamed = createClient<typeof api>({ url: "https://example.org/api" });
  const [article] = await unnamed.articles.list().filter({ title__contains: "x" }).include("author__articles");
  expectTypeOf(article!.author?.articles[0]?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf<keyof typeof unnamed>().toEqualTypeOf<keyof typeof client>();
  expectTypeOf<Item<typeof api, "articles", "author">>().toEqualTypeOf<Item<Api, "articles", "author">>();
  // @ts-expect-error not declared
  unnamed.articles.list().include("comments");
});

test("ids are what the path takes, and the strings that documents have", () => {
  client.articles.get(1);
  client.articles.get("1");
  client.files.get("7a1c");
  client.articles.delete("1");
  // @ts-expect-error a uuid is not a number
  client.files.get(1);
  // @ts-expect-error no id
  client.articles.get(undefined);
});

test("create takes the create fields: what has a default or is optional may be left out", async () => {
  const required = { title: "", content: "", created_at: new Date(), token: "", author: null, owner: 1 };
  expectTypeOf(await client.articles.create(required)).toEqualTypeOf<Item<Api, "articles">>();
  expectTypeOf((await client.articles.create(required, { include: ["author"] })).author).toEqualTypeOf<Item<
    Api,
    "users"
  > | null>();
  client.articles.create({ ...required, published: true, subtitle: "x", categories: [1, "2"] });
  client.articles.create({ ...required, created_at: "2026-01-01T00:00:00.000Z", author: await client.users.get(1) });
  client.articles.create({ ...required, author: { type: "users", id: "1" } });
  client.files.create({ id: "7a1c", size: 1 });
  // @ts-expect-error an owner is required
  client.articles.create({ title: "", content: "", created_at: "", token: "", author: null });
  // @ts-expect-error not nullable
  client.articles.create({ ...required, owner: null });
  // @ts-expect-error no create field
  client.articles.create({ ...required, views: 1n });
  // @ts-expect-error wrong value
  client.articles.create({ ...required, title: 1 });
  // @ts-expect-error an identifier of another type
  client.articles.create({ ...required, author: { type: "files", id: "1" } });
  // @ts-expect-error clients choose the ids of files
  client.files.create({ size: 1 });
});

test("update takes any of the edit fields", async () => {
  expectTypeOf(await client.articles.update(1, { title: "x" })).toEqualTypeOf<Item<Api, "articles">>();
  client.articles.update("1", {});
  client.articles.update(1, { author: null, comments: [1, "2"] });
  client.articles.update(1, { author: "7" });
  // @ts-expect-error no edit field
  client.articles.update(1, { content: "" });
  // @ts-expect-error nothing can be included
  client.articles.update(1, {}, { include: ["author"] });
  expectTypeOf(await client.articles.delete(1)).toEqualTypeOf<void>();
});

test("related is one or many, with what the operation declares to chain on", async () => {
  expectTypeOf(await client.articles.related(1, "author")).toEqualTypeOf<Item<Api, "users"> | null>();
  expectTypeOf(await client.articles.related(1, "owner")).toEqualTypeOf<Item<Api, "users">>();
  expectTypeOf(await client.articles.related(1, "cover")).toEqualTypeOf<Item<Api, "files"> | null>();
  expectTypeOf(await client.articles.related(1, "author").include("articles")).toEqualTypeOf<Item<
    Api,
    "users",
    "articles"
  > | null>();
  const categories = await client.articles.related(1, "categories").sort("-name").page(2);
  expectTypeOf(categories[0]!).toEqualTypeOf<Item<Api, "categories">>();
  client.users.related(1, "articles").filter({ q: "x" }).sort("title", "-views").include("author");
  // @ts-expect-error its relationship is registered, reading what is related is not
  client.articles.related(1, "comments");
  // @ts-expect-error sorted by views in one direction alone
  client.users.related(1, "articles").sort("views");
});

test("a relationship has the operations that are registered on it, and get with related", async () => {
  expectTypeOf(client.articles.relationship(1, "author")).toHaveProperty("set");
  const author = client.articles.relationship(1, "author");
  const categories = client.articles.relationship(1, "categories");
  const comments = client.articles.relationship(1, "comments");
  const owner = client.articles.relationship(1, "owner");
  const articles = client.users.relationship(1, "articles");
  expectTypeOf<keyof typeof author>().toEqualTypeOf<"get" | "set">();
  expectTypeOf<keyof typeof categories>().toEqualTypeOf<"get" | "add" | "remove">();
  expectTypeOf<keyof typeof comments>().toEqualTypeOf<"get" | "reset">();
  expectTypeOf<keyof typeof owner>().toEqualTypeOf<"get">();
  expectTypeOf<keyof typeof articles>().toEqualTypeOf<"get">();

  expectTypeOf(await author.get()).toEqualTypeOf<Identifier<"users"> | null>();
  expectTypeOf(await owner.get()).toEqualTypeOf<Identifier<"users">>();
  expectTypeOf(await categories.get()).toEqualTypeOf<Identifier<"categories">[]>();
  expectTypeOf(author.get()).toExtend<LazyRead<unknown, unknown>>();
  author.set(null);
  author.set("7");
  author.set(await client.users.get(7));
  categories.add([1, "2", { type: "categories", id: "3" }]);
  comments.reset([]);
  // @ts-expect-error a list
  categories.remove(1);
  // @ts-expect-error neither an id nor a user
  author.set(await client.files.get("a"));
  // @ts-expect-error nothing is registered on it
  client.articles.relationship(1, "cover").set(null);
});

test("rpc: the action's method must be given where it is not POST, its result is typed where it is json", async () => {
  const published = await client.articles.rpc(1, "publish", { method: "PUT", body: { at: new Date() } });
  expectTypeOf(published).toEqualTypeOf<RpcResponse<{ readonly published: true }>>();
  expectTypeOf(await (await client.articles.rpc(1, "preview", { method: "GET" })).json()).toEqualTypeOf<
    readonly ["a", "b"]
  >();
  expectTypeOf(await (await client.articles.rpc("1", "notify")).json()).toBeUnknown();
  client.articles.rpc(1, "notify", { method: "POST", query: { q: 1 }, body: new FormData() });
  // @ts-expect-error the method must be given
  client.articles.rpc(1, "publish");
  // @ts-expect-error another method
  client.articles.rpc(1, "preview", { method: "PUT" });
  // @ts-expect-error no such action
  client.articles.rpc(1, "publsh");
});

test("the query of related resources has names", () => {
  expectTypeOf<SortInput<Api, "articles", "categories">>().toEqualTypeOf<"name" | "-name">();
  expectTypeOf<PageInput<Api, "articles", "categories">>().toEqualTypeOf<number>();
  client.articles.related(1, "categories").sort("-name" satisfies SortInput<Api, "articles", "categories">);
  // @ts-expect-error not a relationship that can be read
  type Unknown = FilterInput<Api, "articles", "comments">;
  // @ts-expect-error a resource without relationships that can be read
  type None = FilterInput<Api, "files", "articles">;
  expectTypeOf<[Unknown, None]>().toExtend<unknown[]>();
});
