import { type InfiniteData, QueryClient } from "@tanstack/query-core";
import { expectTypeOf, test } from "vitest";
import {
  createClient,
  type Identifier,
  type Item,
  type NotFound,
  type Page,
  type RpcResponse,
} from "../../src/client/index.js";
import {
  type Document,
  infiniteQueryOptions,
  mutationOptions,
  type PageLink,
  queryOptions,
} from "../../src/query/index.js";
import type { Api } from "../client/api.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const queryClient = new QueryClient();

type Selected<TOptions extends { select: (...args: never[]) => unknown }> = ReturnType<TOptions["select"]>;
type ErrorOf<TOptions> = TOptions extends { retry?: infer T } ? Exclude<T, boolean | number | undefined> : never;

test("what is selected is what awaiting the read gives, narrowed", () => {
  const list = queryOptions(
    client.articles
      .list()
      .include("author")
      .fields({ articles: ["title", "author"] }),
  );
  type Chosen = { readonly articles: readonly ["title", "author"] };
  expectTypeOf<Selected<typeof list>>().toEqualTypeOf<Page<Api, "articles", "author", Chosen>>();
  const one = queryOptions(client.articles.get(1, { include: ["author"] }));
  expectTypeOf<Selected<typeof one>>().toEqualTypeOf<Item<Api, "articles", "author">>();
  const found = queryOptions(client.articles.find({ title__contains: "x" }));
  expectTypeOf<Selected<typeof found>>().toEqualTypeOf<Item<Api, "articles">>();
  const author = queryOptions(client.articles.related(1, "author"));
  expectTypeOf<Selected<typeof author>>().toEqualTypeOf<Item<Api, "users"> | null>();
  const linkage = queryOptions(client.articles.relationship(1, "categories").get());
  expectTypeOf<Selected<typeof linkage>>().toEqualTypeOf<Identifier<"categories">[]>();
});

test("the user's select is typed by the read, and gives the type", () => {
  const count = queryOptions(client.articles.list(), { select: (page) => page.length, staleTime: 5_000 });
  expectTypeOf<Selected<typeof count>>().toEqualTypeOf<number>();
  queryOptions(client.articles.list(), {
    select: (page) => {
      expectTypeOf(page).toEqualTypeOf<Page<Api, "articles">>();
      return page[0]?.title;
    },
  });
  // @ts-expect-error no such field
  queryOptions(client.articles.get(1), { select: (article) => article.titel });
  // @ts-expect-error the read says what is loaded
  queryOptions(client.articles.list(), { queryFn: async () => [] });
  // @ts-expect-error no read
  queryOptions(client.articles);
  // @ts-expect-error a write is not a read
  queryOptions(client.articles.delete(1));
});

test("the error is the one that safe() gives", async () => {
  const options = queryOptions(client.articles.get(1), {
    throwOnError: (error) => {
      expectTypeOf(error).toEqualTypeOf<NonNullable<typeof safe.error>>();
      return error.status === 404;
    },
  });
  const safe = await client.articles.get(1).safe();
  expectTypeOf<Parameters<ErrorOf<typeof options>>[1]>().toEqualTypeOf<NonNullable<typeof safe.error>>();
  expectTypeOf<NotFound<"not_found">>().toExtend<NonNullable<typeof safe.error>>();
});

test("the cache holds documents, and select makes items of them", () => {
  const options = queryOptions(client.articles.list());
  const cached = queryClient.getQueryData(options.queryKey);
  expectTypeOf(cached).toEqualTypeOf<Document | undefined>();
  if (cached) expectTypeOf(options.select(cached)).toEqualTypeOf<Page<Api, "articles">>();
  expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<Document>();
  const endless = infiniteQueryOptions(client.articles.list());
  const pages = queryClient.getQueryData(endless.queryKey);
  expectTypeOf(pages).toEqualTypeOf<InfiniteData<Document, PageLink> | undefined>();
});

test("an endless list gives its pages", () => {
  const endless = infiniteQueryOptions(client.articles.list().page({ limit: 10 }).include("author"));
  expectTypeOf<Selected<typeof endless>>().toEqualTypeOf<InfiniteData<Page<Api, "articles", "author">, PageLink>>();
  const flat = infiniteQueryOptions(client.users.related(1, "articles"), { select: ({ pages }) => pages.flat() });
  expectTypeOf<Selected<typeof flat>>().toEqualTypeOf<Item<Api, "articles">[]>();
  // @ts-expect-error one resource has no pages
  infiniteQueryOptions(client.articles.get(1));
  // @ts-expect-error identifiers have none either
  infiniteQueryOptions(client.articles.relationship(1, "categories").get());
});

type Variables<TOptions extends { mutationFn: (...args: never[]) => unknown }> = Parameters<TOptions["mutationFn"]>[0];
type Result<TOptions extends { mutationFn: (...args: never[]) => unknown }> = Awaited<
  ReturnType<TOptions["mutationFn"]>
>;

test("mutations of resources", () => {
  const create = mutationOptions(client.articles, "create");
  expectTypeOf<Variables<typeof create>>().toEqualTypeOf<Parameters<typeof client.articles.create>[0]>();
  expectTypeOf<Result<typeof create>>().toEqualTypeOf<Item<Api, "articles">>();
  const update = mutationOptions(client.articles, "update", {
    optimistic: (variables) => ({ title: variables.title, content: "x", author: null }),
    onError: (error) => {
      if (error.status === 409) expectTypeOf(error.code).toEqualTypeOf<"conflict" | "type_mismatch" | "id_mismatch">();
    },
    onSuccess: (article) => article.title satisfies string,
  });
  expectTypeOf<{ id: number; title: string }>().toExtend<Variables<typeof update>>();
  expectTypeOf<{ id: string; author: null }>().toExtend<Variables<typeof update>>();
  expectTypeOf<{ title: string }>().not.toExtend<Variables<typeof update>>();
  const remove = mutationOptions(client.articles, "delete", { optimistic: true });
  expectTypeOf<Variables<typeof remove>>().toEqualTypeOf<number | string>();
  // @ts-expect-error users are not created here
  mutationOptions(client.users, "create");
  // @ts-expect-error the kind does not exist
  mutationOptions(client.articles, "replace");
  // @ts-expect-error no such field
  mutationOptions(client.articles, "update", { optimistic: () => ({ titel: "x" }) });
  // @ts-expect-error nothing shows what is not created yet
  mutationOptions(client.articles, "create", { optimistic: true });
});

test("mutations of relationships", () => {
  const add = mutationOptions(client.articles, "add", "categories", { optimistic: true });
  expectTypeOf<{ id: number; related: [1, "2"] }>().toExtend<Variables<typeof add>>();
  expectTypeOf<{ id: number; related: 1 }>().not.toExtend<Variables<typeof add>>();
  const set = mutationOptions(client.articles, "set", "author");
  expectTypeOf<{ id: number; related: null }>().toExtend<Variables<typeof set>>();
  // @ts-expect-error author is to-one
  mutationOptions(client.articles, "add", "author");
  // @ts-expect-error not registered
  mutationOptions(client.articles, "set", "owner");
});

test("rpc", () => {
  const publish = mutationOptions(client.articles, "rpc", "publish", {
    method: "PUT",
    optimistic: ({ id }) => ({ published: id === 1 }),
  });
  expectTypeOf<Result<typeof publish>>().toEqualTypeOf<RpcResponse<{ readonly published: boolean }>>();
  expectTypeOf<{ id: number; body: { now: true } }>().toExtend<Variables<typeof publish>>();
  mutationOptions(client.articles, "rpc", "notify");
  // @ts-expect-error the method must be given
  mutationOptions(client.articles, "rpc", "publish");
  // @ts-expect-error no such action
  mutationOptions(client.articles, "rpc", "nope");
});
