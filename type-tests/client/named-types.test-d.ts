import { expectTypeOf, test } from "vitest";
import {
  type CreateInput,
  createClient,
  type Item,
  type ReadFailure,
  type UpdateInput,
} from "../../src/client/index.js";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("what safe() gives has a name, for declarations that export it", async () => {
  const { error } = await client.articles.list().safe();
  expectTypeOf(error).toExtend<ReadFailure<Api, "articles", "list"> | undefined>();
});

test("an item is named by include paths that begin with a relationship", async () => {
  const deep = await client.articles.get(1, { include: ["author__articles"] });
  expectTypeOf(deep).toEqualTypeOf<Item<Api, "articles", "author__articles">>();
  const maybe = await client.articles.get(1, { include: Math.random() > 0.5 ? ["author"] : [] });
  expectTypeOf(maybe).toEqualTypeOf<Item<Api, "articles", "?author">>();
  const deeper = await client.articles.get(1, { include: ["author__articles__categories"] });
  expectTypeOf(deeper).toEqualTypeOf<Item<Api, "articles", "author__articles__categories">>();
  // @ts-expect-error not a relationship
  type Unknown = Item<Api, "articles", "nope">;
  // @ts-expect-error an attribute
  type Attribute = Item<Api, "articles", "title">;
  // @ts-expect-error one of two
  type OneOfTwo = Item<Api, "articles", "author" | "nope">;
  // @ts-expect-error not a relationship, with a relationship below it
  type Below = Item<Api, "articles", "nope__author">;
  // @ts-expect-error not a relationship of an author
  type Second = Item<Api, "articles", "author__editor">;
  // @ts-expect-error not a resource
  type NoResource = Item<Api, "article">;
  expectTypeOf<[Unknown, Attribute, OneOfTwo, Below, Second, NoResource]>().toExtend<unknown[]>();
});

test("the inputs of writes are named for the resources that have them", () => {
  expectTypeOf<{ title: string }>().toExtend<UpdateInput<Api, "articles">>();
  expectTypeOf<{ text: string; article: number; id: string }>().toExtend<CreateInput<Api, "comments">>();
  // @ts-expect-error not a resource
  type Unknown = CreateInput<Api, "comment">;
  // @ts-expect-error a resource without create
  type NoCreate = CreateInput<Api, "categories">;
  // @ts-expect-error a resource without update
  type NoUpdate = UpdateInput<Api, "users">;
  expectTypeOf<[Unknown, NoCreate, NoUpdate]>().toExtend<unknown[]>();
});
