import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { offsetPage, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { connectQueries, mutationOptions, queryOptions, type Refetch } from "trestle/query";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { staleBy } from "../../src/query/invalidate/stale-keys.js";
import type { Notice } from "../../src/wire/live.js";
import { includeSome } from "../support/include-some.js";

await import("../../src/query/later.js"); // loaded before the first write

// Article 1 has comments 1 to 4, article 2 has comment 5, and article 3 has none. Comment 5 is closed.

function api() {
  const t = trestle();
  const data = memoryData();
  const users = t.resource("users", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { articles: toMany("articles") },
    editFields: ["name"],
  });
  const articles = t.resource("articles", {
    id: z.int(),
    attributes: { title: z.string() },
    relationships: { author: toOne("users"), comments: toMany("comments"), tags: toMany("tags") },
    createFields: ["title", "author", "comments", "tags"],
    editFields: ["title", "author", "tags"],
  });
  const comments = t.resource("comments", {
    id: z.int(),
    attributes: { text: z.string(), open: z.boolean() },
    relationships: { article: toOne("articles").nullable(), author: toOne("users") },
    createFields: ["text", "open", "article", "author"],
    editFields: ["text", "open", "article", "author"],
  });
  const tags = t.resource("tags", {
    id: z.int(),
    attributes: { label: z.string() },
    relationships: { articles: toMany("articles") },
    editFields: ["label"],
  });
  const shelves = t.resource("shelves", {
    id: z.int(),
    attributes: { label: z.string() },
    relationships: { owner: toOne("users") },
    createFields: ["label", "owner"],
    editFields: ["label"],
  });
  const comment = (id: number, article: number) => ({
    id,
    text: `c${id}`,
    open: id !== 5,
    article,
    author: (id % 2) + 1,
  });
  const ofUsers = data.source(users, {
    rows: [1, 2, 3].map((id) => ({ id, name: `u${id}` })),
    relationships: { articles: { by: "author" } },
  });
  const ofArticles = data.source(articles, {
    rows: [1, 2, 3].map((id) => ({ id, title: `a${id}`, author: id === 3 ? 2 : 1, tags: [id] })),
    relationships: { comments: { by: "article" } },
  });
  const ofComments = data.source(comments, { rows: [1, 2, 3, 4].map((id) => comment(id, 1)).concat(comment(5, 2)) });
  const ofTags = data.source(tags, { rows: [1, 2, 3].map((id) => ({ id, label: `t${id}`, articles: [] })) });
  const ofShelves = data.source(shelves, { rows: [{ id: 1, label: "s", owner: 1 }] });
  const include = ["author__articles", "comments", "tags"] as const;
  const close = comments.editOne(ofComments.editOne);
  return t.router(
    {
      users: users.routes(
        users.getMany(ofUsers.getMany),
        users.getOne({ include: ["articles__comments", "articles__tags"] }, ofUsers.getOne),
        users.editOne(ofUsers.editOne),
        users.getRelated(
          "articles",
          {
            filter: { title__contains: z.string().optional(), tags__label__contains: z.string().optional() },
            sort: ["title"],
            include: ["tags"],
            included: true,
          },
          ofUsers.getRelated("articles"),
        ),
      ),
      articles: articles.routes(
        articles.getMany({ include, page: offsetPage({ limit: 20, maxLimit: 20 }) }, ofArticles.getMany),
        articles.getOne({ include }, ofArticles.getOne),
        articles.createOne(ofArticles.createOne),
        articles.editOne({ include }, ofArticles.editOne),
        articles.deleteOne(ofArticles.deleteOne),
        articles.getRelated(
          "comments",
          {
            filter: { open: z.boolean().optional(), author__name: z.string().optional() },
            sort: ["text", "author__name"],
            included: true,
          },
          ofArticles.getRelated("comments"),
        ),
        articles.getRelated(
          "tags",
          { filter: { label__contains: z.string().optional() }, included: true },
          ofArticles.getRelated("tags"),
        ),
        articles.addToRelationship("comments", ofArticles.addToRelationship("comments")),
        articles.addToRelationship("tags", ofArticles.addToRelationship("tags")),
        articles.removeFromRelationship("tags", ofArticles.removeFromRelationship("tags")),
        articles.resetRelationship("tags", ofArticles.resetRelationship("tags")),
      ),
      comments: comments
        .routes(
          comments.getMany(ofComments.getMany),
          comments.getOne(ofComments.getOne),
          comments.createOne(ofComments.createOne),
          close,
          comments.deleteOne(ofComments.deleteOne),
        )
        .actions({
          close: comments.collection.command(
            async ({ ctx }) => void (await close({ ctx, id: 4, input: { open: false } })),
          ),
        }),
      tags: tags.routes(
        tags.getMany(ofTags.getMany),
        tags.editOne(ofTags.editOne),
        // It leaves articles out by a condition that no key shows.
        tags.getRelated("articles", { include: ["tags"] }, ({ id }) => [
          { id: 1, title: "a1", author: 1, comments: [], tags: [{ id, label: `t${id}`, articles: [] }] },
        ]),
      ),
      shelves: shelves.routes(
        shelves.getOne(ofShelves.getOne),
        shelves.createOne(ofShelves.createOne),
        shelves.editOne(ofShelves.editOne),
      ),
    },
    { atomic: true, transaction: data.transaction },
  );
}

type Api = ReturnType<typeof api>;

function page() {
  const handle = fetchHandler(api(), { prefix: "/api" });
  const headers = new Map<string, string>();
  const loses = new Set<string>();
  const client = createClient<Api>({
    url: "http://localhost/api",
    fetch: async (request) => {
      const response = await handle(request);
      if (loses.has(request.method)) throw new TypeError("The response was lost.");
      for (const [name, value] of headers) if (request.method !== "GET") response.headers.set(name, value);
      return response;
    },
  });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const refetched: Refetch[] = [];
  onTestFinished(connectQueries(queryClient, client, { onRefetch: (refetch) => refetched.push(refetch) }));
  onTestFinished(() => queryClient.clear());
  const idle = async () => {
    do await new Promise((resolve) => setTimeout(resolve, 10));
    while (queryClient.isFetching() > 0);
  };
  /** Observes a read, and gives what is shown. */
  async function watch(read: object) {
    const observer = new QueryObserver(queryClient, queryOptions(read as never) as never);
    onTestFinished(observer.subscribe(() => {}));
    await idle();
    refetched.length = 0;
    // biome-ignore lint/suspicious/noExplicitAny: of any read
    return () => observer.getCurrentResult().data as any;
  }
  const mutate = (options: object, variables: unknown) =>
    new MutationObserver(queryClient, options as never).mutate(variables as never).catch(() => {});
  return { client, queryClient, headers, loses, refetched, idle, watch, mutate };
}

type Client = ReturnType<typeof page>["client"];

const withComments = (queries: object) => (client: Client) =>
  includeSome(client.articles.get(1), { comments: queries });
const limited = withComments({ sort: ["text"], limit: 2 });
const byAuthor = withComments({ filter: { author__name: "nobody" } });
const ofUser = (client: Client) => includeSome(client.users.get(1), { articles: { sort: ["-title"], limit: 1 } });
const nested = (client: Client) => includeSome(client.users.get(1), { articles__comments: { filter: { open: true } } });
const byTag = (client: Client) =>
  includeSome(client.users.get(2), { articles: { filter: { tags__label__contains: "x" } } });

describe("a query with the query of an include is refetched", () => {
  test.each<[string, (client: Client) => object, (client: Client) => PromiseLike<unknown>]>([
    ["a member that it does not show is edited", limited, (client) => client.comments.update(4, { text: "a" })],
    ["a resource that its filter left out is edited", nested, (client) => client.comments.update(5, { open: true })],
    ["a member beyond its limit is deleted", limited, (client) => client.comments.delete(4)],
    [
      "a resource of the type is created",
      limited,
      (client) => client.comments.create({ text: "b", open: true, article: 1, author: 1 }),
    ],
    [
      "another resource takes a member beyond its limit",
      limited,
      (client) => client.articles.relationship(2, "comments").add([4]),
    ],
    [
      "a new resource takes a member beyond its limit",
      limited,
      (client) => client.articles.create({ title: "new", author: 1, comments: [4], tags: [] }),
    ],
    ["a member is linked to another resource", ofUser, (client) => client.articles.update(1, { author: 2 })],
    ["a name in its filter leads to the type", byAuthor, (client) => client.users.update(2, { name: "nobody" })],
    ["a value of members is in its filter", byTag, (client) => client.tags.update(3, { label: "x" })],
    ["members of a member change", byTag, (client) => client.articles.relationship(3, "tags").add([1])],
    [
      "an operation of a batch changes a member",
      limited,
      (client) =>
        client.atomic((tx) => {
          tx.shelves.update(1, { label: "x" });
          tx.comments.update(4, { text: "a" });
        }),
    ],
    ["a command of its type is called", limited, (client) => client.comments.command.close()],
  ])("after %s", async (_, read, write) => {
    const { client, watch, idle, refetched } = page();
    const shown = await watch(read(client));
    await watch(client.users.list()); // shows that a name is an attribute
    await watch(client.tags.list());
    await write(client);
    await idle();
    expect(refetched.map(({ queryKey }) => queryKey.at(-1))).toContainEqual(
      expect.objectContaining({ includeQueries: expect.anything() }),
    );
    expect(shown()).toEqual(await read(client));
  });

  test("after a write of another type that lists its type in affects", async () => {
    const { client, watch, idle, refetched, headers } = page();
    await watch(limited(client));
    headers.set("trestle-affects", "comments");
    await client.shelves.update(1, { label: "x" });
    await idle();
    expect(refetched.map(({ reason }) => reason)).toEqual([
      "shelves 1 was edited, and this query may show comments, which it affects",
    ]);
  });

  test("also the page behind the link of a list", async () => {
    const { client, queryClient, idle, refetched } = page();
    const list = includeSome(client.articles.list().page({ limit: 2 }), { comments: { limit: 1 } });
    const next = (await list).getNext();
    await queryClient.fetchQuery(queryOptions(next as never));
    await client.comments.update(3, { text: "a" });
    await idle();
    expect(refetched.map(({ reason }) => reason)).toEqual([
      "comments 3 was edited, and this query filters, sorts or limits its comments",
    ]);
  });

  test.each<[string, Notice, boolean]>([
    ["a comment was created elsewhere", { op: "create", type: "comments", id: "9" }, true],
    ["a comment was edited elsewhere", { op: "update", type: "comments", id: "9", fields: ["text"] }, true],
    ["some comments were changed elsewhere", { op: "call", type: "comments" }, true],
    [
      "comments of an article were changed",
      { op: "relate", type: "articles", id: "2", relationships: ["comments"] },
      true,
    ],
    ["a shelf was created elsewhere", { op: "create", type: "shelves", id: "9" }, false],
    ["a shelf was edited elsewhere", { op: "update", type: "shelves", id: "9", fields: ["label"] }, false],
  ])("by the notice that %s", async (_, notice, isStale) => {
    const { client, queryClient, watch } = page();
    const titles = { articles: ["title", "comments"], comments: ["text"] } as const; // no comment shows its article
    await watch((limited(client) as unknown as { fields(names: object): object }).fields(titles));
    expect(staleBy([notice], queryClient.getQueryCache().getAll())).toHaveLength(isStale ? 1 : 0);
  });
});

test("a query that shows no member is refetched if the links of another resource changed, because it may have lost or got one", async () => {
  const { client, queryClient, watch } = page();
  await watch(client.articles.get(1).include("comments", "tags")); // shows where both relationships lead to
  const shown = await watch(withComments({ filter: { open: false } })(client));
  expect(shown().comments).toEqual([]);
  const [, query, ...others] = queryClient.getQueryCache().getAll();
  expect(others).toEqual([]);
  const staleAfter = (name: string) => {
    const notice: Notice = { op: "relate", type: "articles", id: "2", relationships: [name] };
    return staleBy([notice], queryClient.getQueryCache().getAll()).flatMap(([stale, reason]) =>
      stale === query ? reason : [],
    );
  };
  expect(staleAfter("comments")).toEqual([
    "articles 2 was re-linked elsewhere, and this query filters, sorts or limits its comments",
  ]);
  expect(staleAfter("tags")).toEqual([]);
});

test.each([
  ["it holds members", limited],
  ["it found none", withComments({ filter: { open: false } })],
  ["it filters by a name of another type", withComments({ filter: { author__name: "u1" } })],
])("a write of an unrelated type leaves the query alone if %s", async (_, read) => {
  const { client, watch, idle, refetched } = page();
  await watch(client.users.list());
  await watch(client.comments.list());
  await watch(read(client));
  await client.shelves.update(1, { label: "x" });
  await client.shelves.create({ label: "y", owner: 2 });
  await idle();
  expect(refetched).toEqual([]);
});

test("a list of members that a query cut does not show that a resource is not in another list", async () => {
  const { client, watch, idle, refetched } = page();
  await client.articles.relationship(3, "tags").reset([1, 3]);
  await watch(client.tags.related(1, "articles").include("tags")); // each leads back to tag 1
  await watch(includeSome(client.articles.get(3), { tags: { filter: { label__contains: "3" } } }));
  await client.articles.update(3, { title: "now" });
  await idle();
  expect(refetched.map(({ reason }) => reason)).toContain(
    "articles 3 was edited, and this query may list only some articles",
  );
});

test("a read that found nothing is repeated after a create whose response was lost", async () => {
  const { client, watch, idle, refetched, loses } = page();
  await watch(client.comments.get(6));
  loses.add("POST");
  await client.comments.create({ text: "b", open: true, article: 1, author: 1 }).catch(() => {});
  await idle();
  expect(refetched).toHaveLength(1);
});

describe("an optimistic change", () => {
  const optimistic = true;
  const tagsOf = (data: { readonly tags: readonly { readonly id: string }[] }) => data.tags.map(({ id }) => id);

  /** Article 1 has the tags 1, 2 and 3, and the query shows the first two. */
  async function tagged() {
    const room = page();
    await room.client.articles.relationship(1, "tags").reset([1, 2, 3]);
    await room.watch(room.client.tags.list());
    const shown = await room.watch(includeSome(room.client.articles.get(1), { tags: { limit: 2 } }));
    expect(tagsOf(shown())).toEqual(["1", "2"]);
    return { ...room, shown };
  }

  test.each([
    ["add", [3], ["1", "2"], ["1", "2"]],
    ["remove", [1], ["2"], ["2", "3"]],
    ["reset", [3, 1], ["1"], ["1", "3"]],
  ] as const)("%s takes from a list that a query cut, and adds nothing to it", async (kind, related, early, late) => {
    const { client, shown, mutate, idle } = await tagged();
    const done = mutate(mutationOptions(client.articles, kind, "tags", { optimistic }), { id: 1, related });
    expect(tagsOf(shown())).toEqual(early);
    await done;
    await idle();
    expect(tagsOf(shown())).toEqual(late);
  });

  test("an update does so with its relationships, and shows its attributes", async () => {
    const { client, shown, mutate, idle } = await tagged();
    const options = mutationOptions(client.articles, "update", { optimistic });
    const done = mutate(options, { id: 1, title: "now", tags: [2, 3] });
    expect(shown().title).toBe("now");
    expect(tagsOf(shown())).toEqual(["2"]);
    await done;
    await idle();
    expect(tagsOf(shown())).toEqual(["2", "3"]);
  });

  test("an optimistic update of an included comment is shown until the query is refetched", async () => {
    const { client, watch, mutate, idle } = page();
    const shown = await watch(withComments({ filter: { open: true } })(client));
    const done = mutate(mutationOptions(client.comments, "update", { optimistic }), { id: 1, open: false });
    expect(shown().comments[0]).toMatchObject({ id: "1", open: false });
    await done;
    await idle();
    expect(shown().comments.map(({ id }: { id: string }) => id)).toEqual(["2", "3", "4"]);
  });

  // User 3 has no articles. User 1 has none with such a title.
  const whole = (client: Client) => client.users.get(3).include("articles");
  const cut = (client: Client) => includeSome(client.users.get(1), { articles: { filter: { title__contains: "x" } } });
  const into = (client: Client) => client.articles.get(3).include("author__articles");
  const intoCut = (client: Client) => includeSome(client.articles.get(3), { author__articles: { limit: 1 } });
  test.each<[string, (client: Client) => object, (client: Client) => object, id: string, shown: string]>([
    ["is copied with all its members", whole, into, "3", "3"],
    ["is not copied from a query that cut its list", cut, into, "1", "2"],
    ["is not copied into a query that cuts its list", whole, intoCut, "3", "2"],
  ])("a new target %s", async (_, source, read, id, author) => {
    const { client, watch, mutate } = page();
    await watch(source(client));
    const shown = await watch(read(client));
    const options = mutationOptions(client.articles, "update", { optimistic });
    void mutate(options, { id: 3, author: { type: "users", id } });
    expect(shown().author.id).toBe(author);
  });

  test.each([[3], []])(
    "an optimistic delete that empties a list does not hide it from later changes",
    async (...tags) => {
      const { client, watch, mutate, idle } = page();
      await client.articles.relationship(3, "tags").reset(tags);
      const shown = await watch(client.users.related(2, "articles").include("tags"));
      await mutate(mutationOptions(client.articles, "delete", { optimistic }), 3);
      await idle();
      expect(shown()).toEqual([]);
      await client.articles.update(1, { author: 2 });
      await idle();
      expect(shown().map(({ id }: { id: string }) => id)).toEqual(["1"]);
    },
  );
});
