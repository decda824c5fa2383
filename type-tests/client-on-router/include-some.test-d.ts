import { createClient } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import type { Api } from "../fixtures/included-comments.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const list = client.articles.list();

test("a query of an include has the filters and the sorts of the related list, and a limit", () => {
  type Queries = Parameters<typeof list.includeSome<"comments">>[0];
  type Query = NonNullable<Queries["comments"]>;
  expectTypeOf<NonNullable<Query["filter"]>>().toEqualTypeOf<{
    readonly open?: boolean | undefined;
    readonly created__gte?: Date | string | undefined;
  }>();
  expectTypeOf<NonNullable<Query["sort"]>[number]>().toEqualTypeOf<
    "created" | "-created" | "author__name" | "-author__name"
  >();
  expectTypeOf<Query["limit"]>().toEqualTypeOf<number | undefined>();
});

test("the path is included, in lists, items and related lists", async () => {
  const some = { filter: { open: true, created__gte: new Date() }, sort: ["-created"], limit: 3 } as const;
  const page = await list.includeSome({ comments: some });
  expectTypeOf(page[0]!.comments[0]!.created).toEqualTypeOf<Date>();
  expectTypeOf(page).toEqualTypeOf(await list.include("comments"));
  const both = await list.include("comments__author").includeSome({ comments: some });
  expectTypeOf(both[0]!.comments[0]!.author.name).toEqualTypeOf<string>();
  const deep = await list.includeSome({ author__articles__comments: some, comments: undefined });
  expectTypeOf(deep).toEqualTypeOf(await list.include("author__articles__comments", "comments"));
  const one = await client.articles.get(1).includeSome({ comments: some });
  expectTypeOf(one).toEqualTypeOf(await client.articles.get(1).include("comments"));
  const found = await client.articles.find({}).includeSome({ comments: some });
  expectTypeOf(found.comments[0]!.text).toEqualTypeOf<string>();
  const related = await client.users.related(1, "articles").includeSome({ comments: some });
  expectTypeOf(related[0]!.comments[0]!.text).toEqualTypeOf<string>();
  const severalTypes = await client.articles.related(1, "comments").includeSome({ about__comments: some });
  expectTypeOf(severalTypes[0]!.text).toEqualTypeOf<string>();
});

test("wrong names, wrong values and other paths do not compile", () => {
  // @ts-expect-error no such filter
  list.includeSome({ comments: { filter: { open: true, opened: true } } });
  // @ts-expect-error a boolean
  list.includeSome({ comments: { filter: { open: "yes" } } });
  // @ts-expect-error no such sort
  list.includeSome({ comments: { sort: ["text"] } });
  // @ts-expect-error no such part
  list.includeSome({ comments: { limit: 3, offset: 3 } });
  // @ts-expect-error no such path
  list.includeSome({ comments: { limit: 3 }, comment: { limit: 3 } });
  // @ts-expect-error a to-one, whose related resource is registered
  list.includeSome({ author: { limit: 3 } });
  // @ts-expect-error without included: true
  list.includeSome({ tags: { limit: 3 } });
  // @ts-expect-error the related list is not registered
  list.includeSome({ author__drafts: { limit: 3 } });
  // @ts-expect-error a to-one without a related operation
  list.includeSome({ comments__author: { limit: 3 } });
  // @ts-expect-error not a path of this operation
  client.articles.get(1).includeSome({ author__articles__comments: { limit: 3 } });
  // @ts-expect-error no filters
  list.includeSome({ author__articles: { filter: { title: "x" } } });
  list.includeSome({ author__articles: { limit: 1 } });
  const maybe: { comments?: { limit: 3 } } = {};
  // @ts-expect-error the path may be missing, so the items may be without it
  list.includeSome(maybe);
});

test("more() reads a to-many as its related list", async () => {
  const page = await list.includeSome({ comments: { limit: 3 } });
  const rest = client.articles.more(page[0], "comments");
  expectTypeOf(rest).toEqualTypeOf<ReturnType<typeof client.articles.related<"comments">> | undefined>();
  expectTypeOf((await rest?.filter({ open: true }))?.[0]?.created).toEqualTypeOf<Date | undefined>();
  // @ts-expect-error a to-one
  client.articles.more(page[0], "author");
  // @ts-expect-error an item of another type
  client.articles.more(page[0]?.comments[0], "comments");
});
