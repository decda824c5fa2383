import { type Collection, createClient, type Item, type LazyRead, type Page } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import type { Api } from "./newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("a list has what every read has, though it writes the members out", () => {
  expectTypeOf(client.articles.list()).toExtend<LazyRead<unknown, unknown>>();
});

test("filters, with their operators, take what the schema takes", () => {
  const list = client.articles.list();
  expectTypeOf(list.filter).parameter(0).toEqualTypeOf<{
    readonly title__contains?: string | undefined;
    readonly author?: string | number | null | undefined;
    readonly since?: string | Date | undefined;
    readonly status?: "draft" | "live" | undefined;
    readonly ids?: readonly number[] | undefined;
  }>();
  list.filter({ title__contains: "zod" }).filter({ author: "7", since: new Date(), status: "draft", ids: [1, 2] });
  list.filter({ author: null, since: "2026-01-01T00:00:00.000Z" });
  // @ts-expect-error not declared
  list.filter({ title: "zod" });
  // @ts-expect-error not declared with this operator
  list.filter({ title__startswith: "zod" });
  // @ts-expect-error not one of the values
  list.filter({ status: "deleted" });
  // @ts-expect-error wrong value
  list.filter({ ids: ["1"] });
});

test("sort keys are the declared ones, in the declared directions", () => {
  expectTypeOf(client.articles.list().sort)
    .parameter(0)
    .toEqualTypeOf<"title" | "-title" | "created_at" | "-created_at">();
  client.articles.list().sort("-created_at", "title");
  client.users.list().sort("anything", "-at_all");
  // @ts-expect-error not declared
  client.articles.list().sort("content");
  // @ts-expect-error registered without sort
  client.categories.list({ filter: { name: "a" } }).sort("name");
});

test("pages are given as the list declares them", () => {
  client.articles.list().page({ offset: 0, limit: 10 }).page({ limit: 5 });
  client.articles.related(1, "categories").page(2);
  client.users.list().page(2);
  client.categories
    .list({ filter: { name: "a" } })
    .page({ size: 5 })
    .page({ size: 5, after: "x" });
  // @ts-expect-error by offset
  client.articles.list().page(2);
  // @ts-expect-error by number
  client.users.list().page({ offset: 1 });
  // @ts-expect-error size is required
  client.categories.list({ filter: { name: "a" } }).page({ after: "x" });
  // @ts-expect-error registered without page
  client.users.related(1, "articles").page(1);
});

test("extra parameters are the declared ones", () => {
  client.articles.list().extra({ locale: "de" });
  // @ts-expect-error not one of the values
  client.articles.list().extra({ locale: "fr" });
  // @ts-expect-error not declared
  client.articles.list().extra({ lang: "de" });
});

test("each link is a collection, awaiting it gives a page", async () => {
  const list = client.articles
    .list()
    .include("author")
    .fields({ articles: ["title", "author"] });
  expectTypeOf(list).toEqualTypeOf<Collection<Api, "articles", "author", { articles: ["title", "author"] }>>();
  const page = await client.articles.list().include("author");
  expectTypeOf(page).toEqualTypeOf<Page<Api, "articles", "author">>();
  expectTypeOf(page.length).toBeNumber();
  expectTypeOf(page[0]).toEqualTypeOf<Item<Api, "articles", "author"> | undefined>();
  expectTypeOf(await page.getNext()).toEqualTypeOf(page);
  expectTypeOf(page.hasPrevious()).toBeBoolean();
  for await (const article of client.articles.list()) expectTypeOf(article).toEqualTypeOf<Item<Api, "articles">>();
  for await (const next of page.allPages()) expectTypeOf(next).toEqualTypeOf(page);
  for await (const article of list.all()) expectTypeOf(article.title).toBeString();
});

test("nothing is worked out from what is mistyped", async () => {
  // @ts-expect-error no such relationship
  const included = client.articles.list().include("authr");
  expectTypeOf(included).toEqualTypeOf<Collection<Api, "articles">>();
  // @ts-expect-error no such field
  const chosen = await client.articles.list().fields({ articles: ["titel"] });
  expectTypeOf(chosen[0]).toEqualTypeOf<Item<Api, "articles"> | undefined>();
});

test("names behind a spread are known exactly, too", async () => {
  const names = ["title"] as const;
  const page = await client.articles.list().fields({ articles: [...names, "author"] });
  expectTypeOf(page[0]?.title).toEqualTypeOf<string | undefined>();
  // @ts-expect-error not chosen
  page[0]?.created_at;
  // @ts-expect-error no such field
  client.articles.list().fields({ articles: [...names, "autor"] });
});

test("an unfetched collection cannot be read", () => {
  const list = client.articles.list();
  // @ts-expect-error not fetched
  list[0];
  // @ts-expect-error not fetched
  list.length;
  // @ts-expect-error not fetched
  for (const article of list) article;
});

test("find takes the filters that are required, and gives one", async () => {
  expectTypeOf(await client.articles.find({ author: 7 })).toEqualTypeOf<Item<Api, "articles">>();
  expectTypeOf(await client.articles.find({}, { include: ["owner"] })).toEqualTypeOf<Item<Api, "articles", "owner">>();
  client.categories.find({ name: "news" });
  // @ts-expect-error name is required
  client.categories.find({ kind: "x" });
});

test("a list demands its required filters", () => {
  client.categories.list({ filter: { name: "a" } }).filter({ kind: "b" });
  client.categories.list({ filter: { name: "a", kind: "b" }, headers: { "x-id": "1" } });
  // @ts-expect-error a filter is required
  client.categories.list();
  // @ts-expect-error a filter is required
  client.categories.list({ headers: {} });
  // @ts-expect-error the filter "name" is required
  client.categories.list({ filter: { kind: "b" } });
  // @ts-expect-error no such filter
  client.categories.list({ filter: { name: "a", title: "b" } });
  client.articles.list();
});

test("optional filters may be in the options, too", () => {
  client.articles.list({ filter: { title__contains: "zod" }, headers: {} }).filter({ author: 7 });
  client.articles.list({ filter: undefined });
  // @ts-expect-error no such filter
  client.articles.list({ filter: { titel__contains: "zod" } });
  // @ts-expect-error no number
  client.articles.list({ filter: { title__contains: 1 } });
  // @ts-expect-error this list has no filters
  client.articles.related(1, "categories", { filter: { name: "a" } });
});
