import { expectTypeOf, test } from "vitest";
import { createClient, type Item, type ReadFailure } from "../../src/client/index.js";
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
  // @ts-expect-error not a relationship
  type Unknown = Item<Api, "articles", "nope">;
  // @ts-expect-error an attribute
  type Attribute = Item<Api, "articles", "title">;
  // @ts-expect-error one of two
  type OneOfTwo = Item<Api, "articles", "author" | "nope">;
  // @ts-expect-error not a relationship, with a relationship below it
  type Below = Item<Api, "articles", "nope__author">;
  expectTypeOf<[Unknown, Attribute, OneOfTwo, Below]>().toExtend<unknown[]>();
});
