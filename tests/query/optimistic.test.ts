import { InfiniteQueryObserver, MutationObserver } from "@tanstack/query-core";
import { infiniteQueryOptions, mutationOptions, queryOptions } from "trestle/query";
import { describe, expect, test } from "vitest";
import { newsroom } from "./newsroom.js";

const problem = (status: number) => () =>
  Response.json({ errors: [{ status: `${status}`, code: "conflict", detail: "Refused." }] }, { status });

/** Two updates of one article under way: the first changes title and content and will fail, the second changes the title. */
async function overlapping() {
  const { client, queryClient, watch, hold, idle } = newsroom();
  const one = await watch(queryOptions(client.articles.get(1)));
  const [first, second] = [hold("PATCH", { failure: problem(409) }), hold("PATCH")];
  const options = mutationOptions(client.articles, "update", { optimistic: true });
  const a = new MutationObserver(queryClient, options).mutate({ id: 1, title: "A", content: "a" }).catch(() => {});
  await first.isThere;
  const b = new MutationObserver(queryClient, options).mutate({ id: 1, title: "B" });
  await second.isThere;
  return { one, first, second, a, b, idle };
}

describe("an optimistic update", () => {
  test("is shown at once wherever the resource is cached, and nothing is refetched if the response agrees", async () => {
    const { client, queryClient, watch, sent, hold, idle } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const list = await watch(queryOptions(client.articles.list().page({ limit: 3 })));
    const byAuthor = await watch(queryOptions(client.users.related(1, "articles").include("author")));
    const endless = new InfiniteQueryObserver(
      queryClient,
      infiniteQueryOptions(client.articles.list().page({ limit: 2 })),
    );
    endless.subscribe(() => {});
    await idle();
    sent.length = 0;

    const gate = hold("PATCH");
    const update = new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
    const done = update.mutate({ id: 1, title: "Now" });
    await gate.isThere;
    const titles = () => [
      one.data?.title,
      list.data?.[0]?.title,
      byAuthor.data?.[0]?.title,
      endless.getCurrentResult().data?.pages[0]?.[0]?.title,
    ];
    expect(titles()).toEqual(["Now", "Now", "Now", "Now"]);
    expect(list.data?.[1]?.title).toBe("Harbour reopens 2");
    expect(sent).toEqual(["PATCH /articles/1"]);
    gate.open();
    await done;
    expect(titles()).toEqual(["Now", "Now", "Now", "Now"]);
    await idle();
    expect(titles()).toEqual(["Now", "Now", "Now", "Now"]);
    expect(sent).not.toContain("GET /articles/1");
    expect(one.results.length).toBeLessThanOrEqual(2);
  });

  test("is taken back when it fails, and the rows that it did not touch are the same objects throughout", async () => {
    const { client, queryClient, watch, sent, hold, idle } = newsroom();
    const list = await watch(queryOptions(client.articles.list().page({ limit: 3 })));
    const before = list.data!;
    const gate = hold("PATCH", { failure: problem(409) });
    const update = new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
    const done = update.mutate({ id: 1, title: "Now", published: false }).catch((error) => error);
    await gate.isThere;
    const during = list.data!;
    expect(during.map(({ title, published }) => [title, published])[0]).toEqual(["Now", false]);
    expect(during[0]).not.toBe(before[0]);
    expect([during[1], during[2]]).toEqual([before[1], before[2]]);
    expect(during[1]).toBe(before[1]);
    gate.open();
    expect((await done).status).toBe(409);
    expect(list.data).toEqual(before);
    expect(list.data![1]).toBe(before[1]);
    await idle();
    expect(sent.filter((line) => line.startsWith("GET"))).toHaveLength(1);
  });

  test("overlapping: the first fails after the second, and takes back only its own change", async () => {
    const { one, first, second, a, b } = await overlapping();
    expect([one.data?.title, one.data?.content]).toEqual(["B", "a"]);
    first.open();
    await a;
    expect([one.data?.title, one.data?.content]).toEqual(["B", "Text of 1"]);
    second.open();
    await b;
    expect(one.data?.title).toBe("B");
  });

  test("overlapping: the second response arrives first, and the second change stays above the first", async () => {
    const { one, first, second, a, b, idle } = await overlapping();
    second.open();
    await b;
    await idle();
    expect([one.data?.title, one.data?.content]).toEqual(["B", "a"]);
    first.open();
    await a;
    await idle();
    expect([one.data?.title, one.data?.content]).toEqual(["B", "Text of 1"]);
  });

  test("the response to an earlier request does not overwrite it", async () => {
    const { client, queryClient, watch, hold, idle, sent } = newsroom();
    const options = queryOptions(client.articles.get(1));
    const one = await watch(options);
    const read = hold("GET");
    const refetch = queryClient.refetchQueries({ queryKey: options.queryKey });
    await read.isThere;
    const write = hold("PATCH");
    const update = new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
    const done = update.mutate({ id: 1, title: "Now" });
    await write.isThere;
    read.open();
    await refetch;
    expect(one.data?.title).toBe("Now");
    write.open();
    await done;
    await idle();
    expect(one.data?.title).toBe("Now");
    // It may also contain a change that is newer than the write, so a third request follows.
    expect(sent.filter((line) => line.startsWith("GET"))).toHaveLength(3);
  });

  test("a response that was requested before the write and arrives after it is refetched", async () => {
    const { client, queryClient, watch, hold, idle } = newsroom();
    const options = queryOptions(client.articles.get(1));
    const one = await watch(options);
    const read = hold("GET");
    const refetch = queryClient.refetchQueries({ queryKey: options.queryKey });
    await read.isThere;
    one.results.length = 0;
    const update = new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
    await update.mutate({ id: 1, title: "Now" });
    read.open();
    await refetch;
    await idle();
    expect(one.data?.title).toBe("Now");
    expect(one.results).not.toContainEqual(expect.objectContaining({ title: "Learning Zod 1" }));
  });

  test("the server's value wins: a title that the server changed is shown in the end", async () => {
    const { client, queryClient, watch, hold, idle, store } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const gate = hold("PATCH");
    const update = new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
    store.articles.set(1, { ...store.articles.get(1)!, content: "Edited elsewhere" });
    const done = update.mutate({ id: 1, title: "Now" });
    await gate.isThere;
    gate.open();
    await done;
    await idle();
    expect(one.data).toMatchObject({ title: "Now", content: "Edited elsewhere" });
  });
});

describe("optimistic changes of relationships", () => {
  test("a to-one is shown if its target is cached, and does not change if a document cannot include the target", async () => {
    const { client, queryClient, watch, hold, idle } = newsroom();
    const plain = await watch(queryOptions(client.articles.get(1)));
    const withAuthor = await watch(queryOptions(client.articles.get(1).include("author")));
    const gate = hold("PATCH");
    const options = mutationOptions(client.articles, "update", { optimistic: true });
    const unknown = new MutationObserver(queryClient, options).mutate({ id: 1, author: 2, title: "Now" });
    await gate.isThere;
    expect(plain.data?.author).toEqual({ type: "users", id: "2" });
    expect([withAuthor.data?.title, withAuthor.data?.author?.username]).toEqual(["Now", "ann"]);
    gate.open();
    await unknown;
    await idle();
    expect(withAuthor.data?.author?.username).toBe("bob");

    await watch(queryOptions(client.users.get(3)));
    const second = hold("PATCH");
    const known = new MutationObserver(queryClient, options).mutate({ id: "1", author: 3 });
    await second.isThere;
    expect(withAuthor.data?.author?.username).toBe("cyd");
    second.open();
    await known;
    await idle();
    const third = hold("PATCH");
    const emptied = new MutationObserver(queryClient, options).mutate({ id: 1, author: null });
    await third.isThere;
    expect(withAuthor.data?.author).toBeNull();
    third.open();
    await emptied;
  });

  test("add, remove, reset and set, by ids and by resources", async () => {
    const { client, queryClient, watch, hold, idle } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const ids = () => one.data?.categories.map(({ id }) => id);
    const run = async (kind: "add" | "remove" | "reset", related: (number | { type: "categories"; id: string })[]) => {
      const gate = hold(kind === "add" ? "POST" : kind === "remove" ? "DELETE" : "PATCH");
      const options = mutationOptions(client.articles, kind, "categories", { optimistic: true });
      const done = new MutationObserver(queryClient, options).mutate({ id: 1, related });
      await gate.isThere;
      const shown = ids();
      gate.open();
      await done;
      await idle();
      expect(ids()).toEqual(shown);
      return shown;
    };
    expect(await run("add", [2, 1])).toEqual(["1", "2"]);
    expect(await run("remove", [{ type: "categories", id: "1" }])).toEqual(["2"]);
    expect(await run("reset", [3, 4])).toEqual(["3", "4"]);

    const gate = hold("PATCH", { failure: problem(404) });
    const set = mutationOptions(client.articles, "set", "author", { optimistic: true });
    const done = new MutationObserver(queryClient, set).mutate({ id: 1, related: 3 }).catch(() => {});
    await gate.isThere;
    expect(one.data?.author?.id).toBe("3");
    gate.open();
    await done;
    expect(one.data?.author?.id).toBe("1");
  });
});

describe("optimistic deletes and actions", () => {
  test("a deleted resource disappears from lists, and reappears if the request fails", async () => {
    const { client, queryClient, watch, hold } = newsroom();
    const list = await watch(queryOptions(client.articles.list().page({ limit: 3 })));
    const gate = hold("DELETE", { failure: problem(403) });
    const options = mutationOptions(client.articles, "delete", { optimistic: true });
    const done = new MutationObserver(queryClient, options).mutate(2).catch((error) => error);
    await gate.isThere;
    expect([list.data?.map(({ id }) => id), list.data?.meta.total]).toEqual([["1", "3"], 24]);
    gate.open();
    expect((await done).status).toBe(403);
    expect([list.data?.map(({ id }) => id), list.data?.meta.total]).toEqual([["1", "2", "3"], 25]);
  });

  test("an action shows the fields that its function returns, and an error status takes them back", async () => {
    const { client, queryClient, watch, hold, store } = newsroom();
    const one = await watch(queryOptions(client.articles.get(2)));
    const options = mutationOptions(client.articles, "rpc", "publish", {
      method: "PUT",
      optimistic: ({ body }) => ({ published: true, created_at: body as Date }),
    });
    const gate = hold("PUT", { failure: problem(409) });
    const done = new MutationObserver(queryClient, options)
      .mutate({ id: 2, body: new Date(7) })
      .catch((error) => error);
    await gate.isThere;
    expect([one.data?.published, one.data?.created_at]).toEqual([true, new Date(7)]);
    gate.open();
    expect(await done).toMatchObject({ status: 409, code: "conflict" });
    expect([one.data?.published, one.data?.created_at]).toEqual([false, store.articles.get(2)!.created_at]);
    const answered = await new MutationObserver(queryClient, options).mutate({ id: 2 });
    expect(await answered.json()).toEqual({ ok: true, published: true });
  });

  test("the user's hooks run and their results are used, and a mutation's options may change while it runs", async () => {
    const { client, queryClient, watch, hold } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const calls: unknown[] = [];
    const make = () =>
      mutationOptions(client.articles, "update", {
        optimistic: ({ title }) => ({ title: `${title}…` }),
        onMutate: () => 7,
        onError: (error, _variables, seven) => calls.push(["error", error.status, seven]),
        onSettled: (_data, _error, { id }) => calls.push(["settled", id]),
      });
    const observer = new MutationObserver(queryClient, make());
    const gate = hold("PATCH", { failure: problem(409) });
    const done = observer.mutate({ id: 1, title: "Now" }).catch(() => {});
    await gate.isThere;
    observer.setOptions(make());
    expect(one.data?.title).toBe("Now…");
    gate.open();
    await done;
    expect(one.data?.title).toBe("Learning Zod 1");
    expect(calls).toEqual([
      ["error", 409, 7],
      ["settled", 1],
    ]);
  });

  test.each([
    ["succeeds", undefined, "Now"],
    ["fails", problem(409), "Learning Zod 1"],
  ])("a render during the run may leave out optimistic: the mutation %s", async (_how, failure, after) => {
    const { client, queryClient, watch, hold, store } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const onError = () => void shown.push(one.data?.title);
    const shown: unknown[] = [];
    const observer = new MutationObserver(
      queryClient,
      mutationOptions(client.articles, "update", { optimistic: true }),
    );
    const gate = hold("PATCH", failure && { failure });
    const done = observer.mutate({ id: 1, title: "Now" }).catch(() => {});
    await gate.isThere;
    observer.setOptions(mutationOptions(client.articles, "update", { optimistic: false, onError }));
    gate.open();
    await done;
    expect(one.data?.title).toBe(after);
    expect(shown).toEqual(failure ? [after] : []);
    store.articles.set(1, { ...store.articles.get(1)!, title: "Newer" });
    await queryClient.refetchQueries();
    expect(one.data?.title).toBe("Newer");
  });

  test("defaults of the QueryClient run, also if they are options of the same mutation", async () => {
    const { client, queryClient, watch, hold } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const calls: string[] = [];
    queryClient.setDefaultOptions({
      mutations: { onSuccess: () => void calls.push("success"), onError: () => void calls.push("error") },
    });
    const optimistic = mutationOptions(client.articles, "update", { optimistic: true });
    queryClient.setMutationDefaults(optimistic.mutationKey, mutationOptions(client.articles, "update"));
    const gate = hold("PATCH", { failure: problem(409) });
    const done = new MutationObserver(queryClient, optimistic).mutate({ id: 1, title: "Now" }).catch(() => {});
    await gate.isThere;
    gate.open();
    await done;
    expect([one.data?.title, calls]).toEqual(["Learning Zod 1", []]); // the defaults of this mutation have no hooks
    const plain = mutationOptions(client.articles, "update");
    await new MutationObserver(queryClient, plain).mutate({ id: 1, title: "Then" });
    const other = mutationOptions(client.articles, "delete", { optimistic: true });
    await new MutationObserver(queryClient, other).mutate(999).catch(() => {});
    await new MutationObserver(queryClient, other).mutate(1);
    expect(calls).toEqual(["success", "error", "success"]);
  });
});
