import { expectTypeOf, test } from "vitest";
import {
  type Collection,
  type CreateInput,
  createClient,
  type FilterInput,
  type IdInput,
  type IncludePath,
  type Item,
  type ListArguments,
  type PageInput,
  type ResourceName,
  type SortInput,
  type UpdateInput,
} from "../../src/client/index.js";
import { mutationOptions } from "../../src/query/index.js";
import type { Api } from "./newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

/** The names of an item's fields that a column can show. */
type Column<Name extends ResourceName<Api>> = keyof Item<Api, Name> & string;

interface Query<Name extends ResourceName<Api, "list">> {
  readonly filter?: FilterInput<Api, Name>;
  readonly sort?: SortInput<Api, Name>;
  readonly page?: PageInput<Api, Name>;
}

async function table<Name extends ResourceName<Api, "list">>(
  name: Name,
  columns: readonly Column<Name>[],
  { filter, sort, page }: Query<Name>,
  ...options: ListArguments<Api, Name>
) {
  let list = client[name].list(...options);
  if (filter) list = list.filter(filter);
  if (sort) list = list.sort(sort);
  if (page) list = list.page(page);
  const items = await list;
  return items.map((item) => [item.id, item.type, ...columns.map((column) => String(item[column]))]);
}

async function detail<Name extends ResourceName<Api, "get">>(name: Name, id: string, fields: readonly Column<Name>[]) {
  const item = await client[name].get(id);
  const again = await client[name].get(item.id);
  return { id: item.id, values: fields.map((field) => item[field]), item: again };
}

function createForm<Name extends ResourceName<Api, "create">>(name: Name, values: CreateInput<Api, Name>) {
  return { submit: () => client[name].create(values) };
}

function editForm<Name extends ResourceName<Api, "update">>(name: Name, id: string, values: UpdateInput<Api, Name>) {
  return { save: () => client[name].update(id, values), remove: () => client.articles.delete(id) };
}

function creating<Name extends ResourceName<Api, "create">>(name: Name) {
  return mutationOptions(client[name], "create");
}

function updating<Name extends ResourceName<Api, "update">>(name: Name) {
  return mutationOptions(client[name], "update", { retry: 3 });
}

test("options of a mutation have the types of the resource", () => {
  expectTypeOf(creating("articles").mutationFn).parameter(0).toEqualTypeOf<CreateInput<Api, "articles">>();
  expectTypeOf(updating("articles").mutationFn).returns.resolves.toEqualTypeOf<Item<Api, "articles">>();
});

async function included<Name extends "articles" | "users">(name: Name, path: IncludePath<Api, Name, "list">) {
  return client[name].list().include(path);
}

async function everyId<Name extends ResourceName<Api>>(list: Collection<Api, Name>) {
  const ids: string[] = [];
  for await (const { id } of list.all()) ids.push(id);
  return ids;
}

test("a generic table takes the columns and the query of its resource", () => {
  table("articles", ["title", "created_at"], {
    filter: { title__contains: "zod" },
    sort: "-title",
    page: { limit: 5 },
  });
  table("users", ["username", "email"], { page: 2 });
  // @ts-expect-error a column of another resource
  table("users", ["title"], {});
  // @ts-expect-error a column that the client cannot read
  table("articles", ["token"], {});
  // @ts-expect-error a filter of another resource
  table("categories", ["name"], { filter: { title__contains: "zod" } }, { filter: { name: "a" } });
  // @ts-expect-error a sort key that is not declared
  table("articles", ["title"], { sort: "views" });
  // @ts-expect-error pages of another kind
  table("users", ["username"], { page: { limit: 5 } });
  // @ts-expect-error a resource without a list
  table("comments", ["text"], {});
  // @ts-expect-error not a resource
  table("article", ["title"], {});
});

test("a generic table asks for the filters that the list requires", () => {
  table("categories", ["name"], {}, { filter: { name: "a" } });
  table("users", ["username"], {}, { headers: { "x-id": "1" } });
  // @ts-expect-error the list of categories requires a filter
  table("categories", ["name"], {});
  // @ts-expect-error the list of users has no filter
  table("users", ["username"], {}, { filter: { name: "a" } });
  <Name extends "articles" | "users">(name: Name) => client[name].list({ headers: {} });
  <Name extends ResourceName<Api, "list">>(name: Name) => {
    // @ts-expect-error one of the lists requires a filter
    client[name].list();
  };
});

test("a generic detail page reads its fields", async () => {
  const { item } = await detail("users", "7", ["username"]);
  expectTypeOf(item).toEqualTypeOf<Item<Api, "users">>();
  detail("articles", "1", ["title", "author"]);
  // @ts-expect-error a field of another resource
  detail("users", "7", ["title"]);
  // @ts-expect-error a resource without get
  detail("categories", "1", ["name"]);
});

test("a generic form takes the input of its resource, and gives its item", () => {
  const form = createForm("comments", { text: "Hello", article: 1 });
  expectTypeOf(form.submit).returns.resolves.toEqualTypeOf<Item<Api, "comments">>();
  expectTypeOf(editForm("articles", "1", { title: "Hello" }).save).returns.resolves.toEqualTypeOf<
    Item<Api, "articles">
  >();
  // @ts-expect-error a required field is missing
  createForm("comments", { text: "Hello" });
  // @ts-expect-error not an edit field
  editForm("articles", "1", { content: "Hello" });
  // @ts-expect-error a resource without create
  createForm("users", {});
  // @ts-expect-error a resource without update
  editForm("comments", "1", {});
});

test("a generic function takes the include paths of its resource", () => {
  included("articles", "author__articles");
  // @ts-expect-error no such path
  included("articles", "comments");
  // @ts-expect-error this list declares no include paths
  included("users", "articles");
});

test("a generic function takes a collection of any resource", () => {
  everyId(client.articles.list().filter({ title__contains: "zod" }));
  everyId(client.users.list());
});

test("a bound without a method gives a client without it", () => {
  <Name extends ResourceName<Api>>(name: Name) => {
    // @ts-expect-error not every resource has a list
    client[name].list();
  };
  <Name extends ResourceName<Api, "list">>(name: Name) => {
    client[name].find;
    client[name].list;
    // @ts-expect-error not every listed resource can be updated
    client[name].update;
  };
  <Name extends ResourceName<Api, "list"> & ResourceName<Api, "get">>(name: Name, id: IdInput<Api, Name>) => {
    client[name].list({});
    client[name].get(id);
  };
});

test("ResourceName is the names of the resources that have a method", () => {
  expectTypeOf<ResourceName<Api>>().toEqualTypeOf<keyof Api["~routes"]>();
  expectTypeOf<ResourceName<Api, "list">>().toEqualTypeOf<"articles" | "users" | "categories">();
  expectTypeOf<ResourceName<Api, "find">>().toEqualTypeOf<"articles" | "users" | "categories">();
  expectTypeOf<ResourceName<Api, "update">>().toEqualTypeOf<"articles">();
  expectTypeOf<ResourceName<Api, "relationship">>().toEqualTypeOf<"articles" | "users">();
  // @ts-expect-error not a method
  expectTypeOf<ResourceName<Api, "lst">>();
});

test("the inputs of a list are named", () => {
  expectTypeOf<FilterInput<Api, "categories">>().toEqualTypeOf<{ readonly name?: string; readonly kind?: string }>();
  expectTypeOf<SortInput<Api, "articles">>().toEqualTypeOf<"title" | "-title" | "created_at" | "-created_at">();
  expectTypeOf<PageInput<Api, "articles">>().toEqualTypeOf<{ readonly offset?: number; readonly limit?: number }>();
  expectTypeOf<PageInput<Api, "users">>().toEqualTypeOf<number>();
  // @ts-expect-error a resource without a list
  expectTypeOf<FilterInput<Api, "comments">>();
});

test("include paths are named, of one operation or of all", () => {
  expectTypeOf<IncludePath<Api, "articles", "list">>().toEqualTypeOf<
    "author" | "owner" | "categories" | "author__articles"
  >();
  expectTypeOf<IncludePath<Api, "comments">>().toEqualTypeOf<"article" | "article__owner">();
  expectTypeOf<IncludePath<Api, "users">>().toEqualTypeOf<never>();
  // @ts-expect-error not a resource
  expectTypeOf<IncludePath<Api, "article">>();
});
