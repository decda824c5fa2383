import { createClient, type Identifier, type Item } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import type { Api } from "./newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("an item is what arrives: identifiers, no to-many without linkage, nothing write-only", async () => {
  const article = await client.articles.get(1);
  expectTypeOf<keyof typeof article>().toEqualTypeOf<
    | "type"
    | "id"
    | "title"
    | "content"
    | "published"
    | "subtitle"
    | "created_at"
    | "views"
    | "author"
    | "owner"
    | "cover"
    | "categories"
  >();
  expectTypeOf(article.type).toEqualTypeOf<"articles">();
  expectTypeOf(article.id).toEqualTypeOf<string>();
  expectTypeOf(article.published).toEqualTypeOf<boolean>();
  expectTypeOf(article.subtitle).toEqualTypeOf<string | undefined>();
  expectTypeOf(article.author).toEqualTypeOf<Identifier<"users"> | null>();
  expectTypeOf(article.owner).toEqualTypeOf<Identifier<"users">>();
  expectTypeOf(article.cover).toEqualTypeOf<Identifier<"files"> | undefined>();
  expectTypeOf(article.categories).toEqualTypeOf<Identifier<"categories">[]>();
  // @ts-expect-error write-only
  article.token;
  // @ts-expect-error not included, and declared without linkage
  article.comments;
  // @ts-expect-error not included
  article.owner.username;
});

test("what is included is the resource, to full depth and no further", async () => {
  const article = await client.articles.get(1, { include: ["author__articles__categories", "comments__author"] });
  expectTypeOf(article.author).toEqualTypeOf<Item<Api, "users", "articles__categories"> | null>();
  expectTypeOf(article.author!.articles[0]!.categories[0]!.name).toEqualTypeOf<string>();
  expectTypeOf(article.author!.articles[0]!.owner).toEqualTypeOf<Identifier<"users">>();
  expectTypeOf(article.comments[0]!.author?.username).toEqualTypeOf<string | undefined>();
  expectTypeOf(article.comments[0]!.article).toEqualTypeOf<Identifier<"articles">>();
  expectTypeOf(article.owner).toEqualTypeOf<Identifier<"users">>();
  // @ts-expect-error not asked for
  article.author?.articles[0]?.comments;
});

test("a method takes the paths that its operation declares, and their prefixes", () => {
  client.articles.get(1, { include: ["comments"] });
  client.articles.get(1, { include: ["author__articles"] });
  client.comments.get(1, { include: ["article", "article__owner"] });
  // @ts-expect-error declared for list, not for get
  client.articles.get(1, { include: ["owner"] });
  // @ts-expect-error deeper than declared
  client.articles.list().include("author__articles__categories");
  // @ts-expect-error declares none
  client.files.get("a", { include: ["owner"] });
});

test("fields narrow, in every type that they name", async () => {
  const article = await client.articles.get(1, {
    include: ["author__articles"],
    fields: { articles: ["title", "author"], users: ["email", "articles"] },
  });
  expectTypeOf(article.author).toEqualTypeOf<{
    readonly type: "users";
    readonly id: string;
    readonly email: string | null;
    readonly articles: {
      readonly type: "articles";
      readonly id: string;
      readonly title: string;
      readonly author: Identifier<"users"> | null;
    }[];
  } | null>();
  const [named] = await client.articles.related(1, "categories").fields({ categories: ["name"] });
  expectTypeOf(named!).toEqualTypeOf<Item<Api, "categories">>();
  // @ts-expect-error no such field
  client.articles.list().fields({ articles: ["titel"] });
  // @ts-expect-error write-only
  client.articles.list().fields({ articles: ["token"] });
  // @ts-expect-error no include path leads there
  client.articles.list().fields({ comments: ["text"] });
  // @ts-expect-error registered with sparse: false
  client.users.list().fields({ users: ["email"] });
});

test("what is not known exactly gives types that do not lie", async () => {
  const paths: ("author" | "categories")[] = ["author"];
  const [some] = await client.articles.list().include(...paths);
  expectTypeOf(some!.author).toEqualTypeOf<Item<Api, "users"> | Identifier<"users"> | null>();
  expectTypeOf(some!.categories).toEqualTypeOf<Item<Api, "categories">[] | Identifier<"categories">[]>();

  const either = await client.articles.get(1, { include: [Math.random() > 0.5 ? "comments__author" : "author"] });
  expectTypeOf(either.author).toEqualTypeOf<Item<Api, "users"> | Identifier<"users"> | null>();
  expectTypeOf(either.comments).toEqualTypeOf<Item<Api, "comments", "?author">[] | undefined>();

  const names: ("title" | "content")[] = ["title"];
  const [chosen] = await client.articles.list().fields({ articles: names });
  expectTypeOf(chosen!).toEqualTypeOf<{
    readonly type: "articles";
    readonly id: string;
    readonly title?: string;
    readonly content?: string;
  }>();
});
