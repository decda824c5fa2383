import { expectTypeOf, test } from "vitest";
import { createClient, type Identifier, type Item } from "../../src/client/index.js";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "https://example.org/api" });

interface PlainArticle {
  readonly type: "articles";
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly published: boolean;
  readonly created_at: Date;
  readonly views: bigint;
  readonly subtitle?: string | undefined;
  readonly place: { city: string; since: Date };
  readonly author: Identifier<"users"> | null;
  readonly editor?: Identifier<"users">;
  readonly owner: Identifier<"users">;
  readonly categories: Identifier<"categories">[];
}

test("an item shows what arrives: identifiers, values of their own types, nothing write-only, no to-many without linkage", async () => {
  const article = await client.articles.get(1);
  expectTypeOf(article).branded.toEqualTypeOf<PlainArticle>();
  expectTypeOf(article.created_at).toEqualTypeOf<Date>();
  expectTypeOf(article.views).toBeBigInt();
  expectTypeOf(article.place.since).toEqualTypeOf<Date>();
  // @ts-expect-error write-only
  article.secret;
  // @ts-expect-error not included, and without linkage
  article.comments;
  // @ts-expect-error an identifier has no more than type and id
  article.author?.username;
});

test("optional attributes and to-ones are optional properties", () => {
  type Article = Item<Api, "articles">;
  expectTypeOf<{}>().toExtend<Pick<Article, "subtitle" | "editor">>();
  expectTypeOf<{}>().not.toExtend<Pick<Article, "author">>();
});

test("include narrows, to full depth and no further", async () => {
  const article = await client.articles.get(1, { include: ["author__articles", "comments"] });
  expectTypeOf(article.author).toEqualTypeOf<Item<Api, "users", "articles"> | null>();
  expectTypeOf(article.author?.articles[0]?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(article.author?.articles[0]?.author).toEqualTypeOf<Identifier<"users"> | null | undefined>();
  expectTypeOf(article.comments[0]!.text).toBeString();
  expectTypeOf(article.comments[0]!.article).toEqualTypeOf<Identifier<"articles">>();
  expectTypeOf(article.owner).toEqualTypeOf<Identifier<"users">>();
  // @ts-expect-error asked for is author__articles, not author__articles__comments
  article.author?.articles[0]?.comments;
});

test("include accumulates, and declaring a path declares its prefixes", async () => {
  const [article] = await client.articles.list().include("author").include("author__articles", "owner");
  expectTypeOf(article!.author?.articles[0]?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(article!.owner.username).toBeString();
  client.articles.list().include("author__articles__categories");
  // @ts-expect-error not declared
  client.articles.list().include("editor");
  // @ts-expect-error not declared
  client.articles.get(1, { include: ["author__articles__comments"] });
  // @ts-expect-error nothing can be included
  client.users.get(1, { include: ["articles"] });
});

test("fields narrow, in every type that they name", async () => {
  const page = await client.articles
    .list()
    .include("author")
    .fields({ articles: ["title", "author"], users: ["email"] });
  const article = page[0]!;
  expectTypeOf(article).toEqualTypeOf<{
    readonly type: "articles";
    readonly id: string;
    readonly title: string;
    readonly author: { readonly type: "users"; readonly id: string; readonly email: string | null } | null;
  }>();
  // @ts-expect-error left out
  article.content;

  const without = await client.articles.get(1, { include: ["author"], fields: { articles: ["title"] } });
  // @ts-expect-error an include that fields leave out
  without.author;
  const none = await client.articles.get(1).fields({ articles: [] });
  expectTypeOf(none).toEqualTypeOf<{ readonly type: "articles"; readonly id: string }>();
});

test("fields replace what was chosen before", async () => {
  const [article] = await client.articles
    .list()
    .fields({ articles: ["title"] })
    .fields({ articles: ["content"] });
  expectTypeOf(article!).toEqualTypeOf<{ readonly type: "articles"; readonly id: string; readonly content: string }>();
});

test("fields take names that can be read, of types that can come", () => {
  const list = client.articles.list();
  // @ts-expect-error no such field
  list.fields({ articles: ["nope"] });
  // @ts-expect-error write-only
  list.fields({ articles: ["secret"] });
  // @ts-expect-error no such type
  list.fields({ nope: ["title"] });
  // @ts-expect-error no such type beside one that is
  list.fields({ articles: ["title"], nope: ["title"] });
  // @ts-expect-error categories are not reached from a comment's declared includes
  client.comments.get("a", { fields: { categories: ["name"] } });
  // @ts-expect-error sparse: false
  client.users.list().fields({ users: ["email"] });
  // @ts-expect-error sparse: false
  client.users.get(1, { fields: { users: ["email"] } });
});

test("arguments that are not known exactly give types that do not lie", async () => {
  const paths: ("author" | "comments" | "categories")[] = [];
  const [some] = await client.articles.list().include(...paths);
  expectTypeOf(some!.author).toEqualTypeOf<Item<Api, "users"> | Identifier<"users"> | null>();
  expectTypeOf(some!.comments).toEqualTypeOf<Item<Api, "comments">[] | undefined>();
  expectTypeOf(some!.categories).toEqualTypeOf<Item<Api, "categories">[] | Identifier<"categories">[]>();

  const either = await client.articles.get(1, { include: [Math.random() > 0.5 ? "author__articles" : "owner"] });
  expectTypeOf(either.owner).toEqualTypeOf<Item<Api, "users"> | Identifier<"users">>();
  expectTypeOf(either.author).toEqualTypeOf<Item<Api, "users", "?articles"> | Identifier<"users"> | null>();

  const one = Math.random() > 0.5 ? (["author"] as const) : (["owner"] as const);
  expectTypeOf((await client.articles.get(1, { include: one })).owner).toEqualTypeOf<
    Item<Api, "users"> | Identifier<"users">
  >();

  const sureToo = await client.articles
    .list()
    .include(...paths)
    .include("author");
  expectTypeOf(sureToo[0]!.author).toEqualTypeOf<Item<Api, "users"> | null>();

  const names: ("title" | "content")[] = ["title"];
  const [chosen] = await client.articles.list().fields({ articles: names });
  expectTypeOf(chosen!).toEqualTypeOf<{
    readonly type: "articles";
    readonly id: string;
    readonly title?: string;
    readonly content?: string;
  }>();

  const maybe: { articles?: readonly ["title"] } = {};
  const [all] = await client.articles.list().fields(maybe);
  expectTypeOf(all!.content).toEqualTypeOf<string | undefined>();
  const [unsure] = await client.articles.list().fields({ articles: [Math.random() > 0.5 ? "title" : "content"] });
  expectTypeOf(unsure!.title).toEqualTypeOf<string | undefined>();
});
