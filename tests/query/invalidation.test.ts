import type { Query } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { connectQueries, infiniteQueryOptions, queryOptions } from "trestle/query";
import { describe, expect, test } from "vitest";
import type { Api } from "../support/newsroom/api.js";
import { newsroom } from "./newsroom.js";

type Newsroom = ReturnType<typeof newsroom>;
type Client = Newsroom["client"];

/** Every query that is cached when a write is done, by the name that the table has for it. */
const queries = {
  list: (client: Client) => client.articles.list().page({ limit: 100 }),
  "whole list": (client: Client) => client.tags.list(),
  filtered: (client: Client) => client.articles.list().filter({ author: 2 }),
  sorted: (client: Client) => client.articles.list().sort("-title"),
  found: (client: Client) => client.articles.find({ title__contains: "Learning Zod 17" }),
  including: (client: Client) => client.articles.list().include("author").filter({ category: 4 }),
  one: (client: Client) => client.articles.get(1),
  another: (client: Client) => client.articles.get(2),
  "one with author": (client: Client) => client.articles.get(5).include("author"),
  "one without author, including it": (client: Client) => client.articles.get(8).include("author"),
  "title alone": (client: Client) => client.articles.get(1, { fields: { articles: ["title"] } }),
  "author of one": (client: Client) => client.articles.related(1, "author"),
  "no author": (client: Client) => client.articles.related(4, "author"),
  "categories of one": (client: Client) => client.articles.related(1, "categories"),
  "categories of another": (client: Client) => client.articles.related(2, "categories"),
  "category ids of one": (client: Client) => client.articles.relationship(1, "categories").get(),
  "articles of ann": (client: Client) => client.users.related(1, "articles"),
  "articles of dee": (client: Client) => client.users.related(4, "articles"),
  "articles in science": (client: Client) => client.categories.related(2, "articles").page({ limit: 100 }),
  ann: (client: Client) => client.users.get(1),
  categories: (client: Client) => client.categories.list(),
  missing: (client: Client) => client.articles.get(1025),
} as const;
type Name = keyof typeof queries | "endless";

interface Case {
  readonly write: (client: Client) => PromiseLike<unknown>;
  /** What must be asked for again: it may show something else now. */
  readonly stale: readonly Name[];
  /** Queries that are refetched without a change, because neither key nor document rules one out. */
  readonly surplus?: readonly Name[];
}

const ofArticles: readonly Name[] = ["list", "filtered", "sorted", "found", "including", "endless"];

const cases: Record<string, Case> = {
  "a create": {
    write: (client) => client.articles.create({ title: "New", content: "", author: 1, categories: [2] }),
    stale: ["list", "sorted", "endless", "articles of ann", "articles in science", "missing"],
    surplus: ["filtered", "found", "including", "articles of dee"],
  },
  "an edit of an attribute": {
    write: (client) => client.articles.update(1, { content: "Other" }),
    stale: ["list", "sorted", "endless", "one", "articles of ann"],
    surplus: ["filtered", "found", "including", "articles in science"],
  },
  "an edit of what a sparse query shows": {
    write: (client) => client.articles.update(1, { title: "Zzz" }),
    stale: ["list", "sorted", "endless", "one", "title alone", "articles of ann"],
    surplus: ["filtered", "found", "including", "articles in science"],
  },
  "an edit that changes nothing": {
    write: (client) => client.articles.update(1, {}),
    stale: [],
    surplus: [...ofArticles, "articles in science"],
  },
  "an edit of a relationship": {
    write: (client) => client.articles.update(1, { author: 2 }),
    stale: ["list", "filtered", "sorted", "endless", "one", "author of one", "articles of ann"],
    surplus: ["found", "including", "articles in science"],
  },
  "a delete": {
    write: (client) => client.articles.delete(1),
    stale: [
      ...["list", "sorted", "endless", "one", "title alone", "author of one"],
      ...["categories of one", "category ids of one", "articles of ann"],
    ] as Name[],
    surplus: ["articles in science"],
  },
  "an addition to a relationship": {
    write: (client) => client.articles.relationship(1, "categories").add([2]),
    stale: [
      ...["list", "sorted", "endless", "one", "categories of one", "category ids of one"],
      ...["articles of ann", "articles in science"],
    ] as Name[],
    surplus: ["filtered", "found", "including", "categories"],
  },
  "a to-one that is set": {
    write: (client) => client.articles.relationship(5, "author").set(1),
    stale: ["list", "filtered", "sorted", "one with author", "articles of ann", "articles in science"],
    surplus: ["found", "including", "endless"],
  },
  "an include that was empty and is filled": {
    write: (client) => client.articles.update(8, { author: 4 }),
    stale: ["list", "sorted", "one without author, including it", "including", "articles of dee"],
    surplus: ["filtered", "found", "endless", "articles in science"],
  },
  "an rpc": {
    write: (client) => client.articles.rpc(2, "publish", { method: "PUT" }),
    stale: ["list", "filtered", "sorted", "endless", "another", "articles in science"],
    surplus: ["found", "including", "categories of another"],
  },
  "an rpc that only reads": { write: (client) => client.articles.rpc(1, "echo", { method: "GET" }), stale: [] },
  "an rpc that is refused": { write: (client) => client.articles.rpc(1, "count", { body: "refuse" }), stale: [] },
  "an edit of a type that nobody is linked to": {
    write: (client) => client.tags.update("blue", { label: "Blau" }),
    stale: [],
  },
  "a create of a type that is included": {
    write: (client) => client.users.create({ username: "eve", email: "e@example.com", password: "12345678" }),
    stale: [],
  },
  "a write that is refused": {
    write: (client) => client.articles.create({ title: "", content: "", author: 1, categories: [] }).safe(),
    stale: [],
  },
};

/** All queries read once, and watched. */
async function watchAll({ client, queryClient, idle }: Newsroom) {
  const names = new Map<string, Name>();
  const add = (name: Name, options: { queryKey: readonly unknown[] }) => {
    names.set(JSON.stringify(options.queryKey), name);
    void queryClient.fetchQuery(options as never).catch(() => {});
  };
  for (const [name, read] of Object.entries(queries)) add(name as Name, queryOptions(read(client) as never));
  const endless = infiniteQueryOptions(client.articles.list().page({ limit: 3 }));
  names.set(JSON.stringify(endless.queryKey), "endless");
  void queryClient.fetchInfiniteQuery(endless);
  await idle();
  return names;
}

const stateOf = ({ state }: Query) => JSON.stringify([state.data, state.status]);

describe("after a write, these queries are refetched", () => {
  test.each(Object.entries(cases))("%s", async (_name, { write, stale, surplus = [] }) => {
    const room = newsroom();
    const names = await watchAll(room);
    const cached = room.queryClient.getQueryCache().getAll();
    const before = cached.map((query) => [query, stateOf(query)] as const);
    await write(room.client);
    await room.idle();
    const told = room.refetched.map(({ queryKey }) => names.get(JSON.stringify(queryKey))).sort();

    // The truth: what a fresh answer shows otherwise.
    await room.queryClient.refetchQueries();
    const changed = before.filter(([query, state]) => stateOf(query) !== state);
    const truth = changed.map(([query]) => names.get(JSON.stringify(query.queryKey)) as Name);
    expect({ missed: truth.filter((name) => !told.includes(name)) }).toEqual({ missed: [] });
    expect(told).toEqual([...stale, ...surplus].sort());
  });
});

describe("the connection", () => {
  test("active queries are refetched at once, others at their next use, each with a reason", async () => {
    const { client, queryClient, watch, idle, refetched, sent } = newsroom();
    const active = await watch(queryOptions(client.articles.get(1)));
    const inactive = await watch(queryOptions(client.articles.list().sort("title")));
    inactive.unsubscribe();
    sent.length = 0;
    await client.articles.update(1, { title: "Now" });
    await idle();
    expect(sent).toEqual(["PATCH /articles/1", "GET /articles/1"]);
    expect(active.data?.title).toBe("Now");
    expect(refetched.map(({ reason, cause }) => `${cause}: ${reason}`)).toEqual([
      "PATCH articles/1: articles 1 was edited, and this query holds it",
      "PATCH articles/1: articles 1 was edited, and this query holds it",
    ]);
    await watch(queryOptions(client.articles.list().sort("title")));
    expect(sent.slice(2)).toEqual(["GET /articles?sort=title"]); // with any staleTime
    expect(queryClient.isFetching()).toBe(0);
  });

  test("queries that show a type in `affects`, or may, are refetched", async () => {
    const { client, watch, refetched, affect, idle } = newsroom();
    await watch(queryOptions(client.users.get(1)));
    await watch(queryOptions(client.articles.get(5).include("author")));
    await watch(queryOptions(client.articles.get(8).include("author")));
    await watch(queryOptions(client.articles.related(4, "author")));
    await watch(queryOptions(client.articles.get(1)));
    await watch(queryOptions(client.categories.list()));
    affect("users");
    await client.tags.update("blue", { label: "Blau" });
    await idle();
    expect(refetched.map(({ queryKey }) => queryKey.slice(2, -1).join(" "))).toEqual([
      "users get 1",
      "articles get 5",
      "articles get 8",
      "articles related 4 author",
    ]);
    expect(refetched[0]?.reason).toBe("tags blue was edited, and this query may show users, which it affects");
  });

  test("a write whose result is unknown counts as done", async () => {
    const { client, watch, refetched, hold, idle } = newsroom();
    await watch(queryOptions(client.articles.get(1)));
    const gate = hold("PATCH", {
      failure: () => {
        throw new TypeError("The connection broke.");
      },
    });
    gate.open();
    expect((await client.articles.update(1, { title: "Now" }).safe()).error?.code).toBe("network");
    await idle();
    expect(refetched.map(({ reason }) => reason)).toEqual(["articles 1 may have been edited, and this query holds it"]);
  });

  test("queries of another API are not refetched, and none after the connection is stopped", async () => {
    const [here, there] = [newsroom(), newsroom()];
    const other = createClient<Api>({ url: "http://elsewhere/api", fetch: () => Response.json({ data: [] }) });
    const stop = connectQueries(here.queryClient, other);
    await here.watch(queryOptions(here.client.tags.list()));
    await other.tags.update("blue", { label: "Blau" }).safe();
    await there.client.tags.update("blue", { label: "Blau" });
    await here.idle();
    expect(here.refetched).toEqual([]);
    stop();
  });

  test("a request on its way is repeated if its response may contain the written resource", async () => {
    const { client, watch, hold, idle, sent } = newsroom();
    await watch(queryOptions(client.users.related(1, "articles")));
    const gate = hold("GET /users/1/articles");
    await client.articles.update(2, { author: 1 });
    await gate.isThere;
    await client.articles.update(2, { title: "Now" });
    await idle.once();
    gate.open();
    await idle();
    expect(sent.filter((line) => line.startsWith("GET /users/1/articles"))).toHaveLength(3);
  });

  test("a first response that was requested before the write is refetched, for every reader", async () => {
    const { client, queryClient, hold, idle, sent } = newsroom();
    const gate = hold("GET");
    const reading = queryClient.fetchQuery(queryOptions(client.articles.get(1)));
    await gate.isThere;
    await client.articles.update(1, { title: "Now" });
    await idle.once();
    gate.open();
    expect((await reading) as object).toMatchObject({ data: { attributes: { title: "Now" } } });
    await idle();
    expect(sent).toEqual(["GET /articles/1", "PATCH /articles/1", "GET /articles/1"]);
  });
});
