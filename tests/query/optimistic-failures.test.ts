import { dehydrate, hydrate, MutationObserver, onlineManager, QueryObserver } from "@tanstack/query-core";
import { mutationOptions, queryOptions } from "trestle/query";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { newsroom } from "./newsroom.js";

const circular: { self?: unknown } = {};
circular.self = circular;
const throwing = () => {
  throw new Error("a bug of the user");
};

/** After a failure, another write is shown, sent, and taken back if it fails. */
async function expectHealthy({ client, queryClient, watch, hold, sent }: ReturnType<typeof newsroom>) {
  const one = await watch(queryOptions(client.articles.get(1)));
  const before = one.data?.title;
  const update = () =>
    new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
  const refused = hold("PATCH", { failure: () => Response.json({ errors: [{ status: "409" }] }, { status: 409 }) });
  const failing = update()
    .mutate({ id: 1, title: "Refused" })
    .catch((error) => error);
  await refused.isThere;
  expect(one.data?.title).toBe("Refused");
  refused.open();
  expect((await failing).status).toBe(409);
  expect(one.data?.title).toBe(before);
  sent.length = 0;
  await update().mutate({ id: 1, title: "Healthy" });
  expect(one.data?.title).toBe("Healthy");
  expect(sent[0]).toBe("PATCH /articles/1");
  await queryClient.refetchQueries();
  expect(one.data?.title).toBe("Healthy");
}

describe("a write that cannot be shown is not sent, and leaves nothing behind", () => {
  const values: [name: string, value: unknown, message: string][] = [
    ["an invalid Date", new Date(Number.NaN), '"title" is an invalid Date, which JSON cannot contain.'],
    ["what contains itself", circular, '"title.self" contains itself, which JSON cannot contain.'],
    ["a function", () => 1, '"title" is a function, which JSON cannot contain.'],
    ["a symbol", Symbol("x"), '"title" is a symbol, which JSON cannot contain.'],
    [
      "one of these within",
      [{ at: new Date(Number.NaN) }],
      '"title.0.at" is an invalid Date, which JSON cannot contain.',
    ],
    ["one of these in a map", new Map([["a", () => 1]]), '"title.0.1" is a function, which JSON cannot contain.'],
    [
      "what throws when it is read",
      Object.defineProperty({}, "x", { get: throwing, enumerable: true }),
      "a bug of the user",
    ],
    ["what throws as JSON", { toJSON: throwing }, "a bug of the user"],
  ];

  test.each(values)("update: %s", async (_name, title, message) => {
    const room = newsroom();
    const { client, queryClient, watch, sent } = room;
    const one = await watch(queryOptions(client.articles.get(1)));
    const before = one.data;
    sent.length = 0;
    const options = mutationOptions(client.articles, "update", { optimistic: true });
    const failed = new MutationObserver(queryClient, options).mutate({ id: 1, title: title as string });
    await expect(failed).rejects.toMatchObject({
      name: "Unexpected",
      code: "not_sent",
      message: expect.stringContaining(message),
    });
    expect([one.data, sent]).toEqual([before, []]);
    await expectHealthy(room);
  });

  test.each(values.slice(0, 6))(
    "without optimistic, the client reports the same error for %s",
    async (_name, title, message) => {
      const { client, sent } = newsroom();
      const { error } = await client.articles.update(1, { title: title as string }).safe();
      expect(error).toMatchObject({ code: "not_sent", message: `The request failed: ${message}` });
      expect(sent).toEqual([]);
    },
  );

  const hostile = new Proxy({}, { get: throwing, getPrototypeOf: throwing });
  test.each<[string, () => object]>([
    ["throws", throwing],
    [
      "throws a proxy that throws",
      () => {
        throw hostile;
      },
    ],
    ["gives what JSON cannot hold", () => ({ created_at: new Date(Number.NaN) })],
    ["gives nothing", () => undefined as never],
  ])("an optimistic function that %s", async (_name, optimistic) => {
    const room = newsroom();
    const { client, queryClient, watch, sent } = room;
    await watch(queryOptions(client.articles.get(1)));
    sent.length = 0;
    const calls: unknown[] = [];
    const hooks = {
      optimistic: optimistic as never,
      onError: (error: { code: string }) => void calls.push(error.code),
    };
    const update = new MutationObserver(queryClient, mutationOptions(client.articles, "update", hooks));
    await expect(update.mutate({ id: 1, title: "x" })).rejects.toMatchObject({
      code: "not_sent",
      message: expect.stringContaining('The mutation "articles update" was not sent, because it cannot be shown: '),
    });
    const rpc = mutationOptions(client.articles, "rpc", "publish", { method: "PUT", ...hooks });
    await expect(new MutationObserver(queryClient, rpc).mutate({ id: 1 })).rejects.toMatchObject({ code: "not_sent" });
    expect([sent, calls]).toEqual([[], ["not_sent", "not_sent"]]);
    await expectHealthy(room);
  });

  test.each(["add", "remove", "reset"] as const)("%s of a value that is not an id", async (kind) => {
    const room = newsroom();
    await room.watch(queryOptions(room.client.articles.get(1)));
    const options = mutationOptions(room.client.articles, kind, "categories", { optimistic: true });
    for (const related of [[Symbol("x")], [() => 1], [circular]]) {
      const failed = new MutationObserver(room.queryClient, options).mutate({ id: 1, related: related as never });
      await expect(failed).rejects.toMatchObject({ code: "not_sent" });
    }
    await expectHealthy(room);
  });

  test("an id that has no text", async () => {
    const room = newsroom();
    const { client, queryClient, watch } = room;
    await watch(queryOptions(client.articles.list().page({ limit: 3 })));
    const remove = mutationOptions(client.articles, "delete", { optimistic: true });
    const update = mutationOptions(client.articles, "update", { optimistic: true });
    for (const id of [Symbol("x"), Object.create(null)]) {
      await expect(new MutationObserver(queryClient, remove).mutate(id)).rejects.toMatchObject({ code: "not_sent" });
      await expect(new MutationObserver(queryClient, update).mutate({ id })).rejects.toMatchObject({
        code: "not_sent",
      });
    }
    await expectHealthy(room);
  });
});

describe("a write that was done, although its response is lost, is shown in the end", () => {
  const lose = () => {
    throw new TypeError("The connection broke.");
  };
  test.each<[string, () => Response]>([
    ["the connection breaks", lose],
    ["a proxy fails", () => new Response("<html>", { status: 502 })],
  ])("a delete: %s", async (_how, failure) => {
    const { client, queryClient, watch, hold, idle } = newsroom();
    const list = await watch(queryOptions(client.users.related(1, "articles")));
    const has = (id: string) => list.data?.some((each) => each.id === id);
    expect(has("1")).toBe(true);
    const gate = hold("DELETE", { failure });
    const options = mutationOptions(client.articles, "delete", { optimistic: true });
    const done = new MutationObserver(queryClient, options).mutate(1).catch(({ name }) => name);
    await gate.isThere;
    expect(has("1")).toBe(false);
    gate.open();
    expect(await done).toBe("Unexpected");
    await idle();
    expect(has("1")).toBe(false);
  });

  test("onSuccess of the MutationCache throws", async () => {
    const { client, queryClient, watch, sent, idle } = newsroom();
    const one = await watch(queryOptions(client.articles.get(1)));
    const { config } = queryClient.getMutationCache();
    config.onSuccess = throwing;
    sent.length = 0;
    const update = mutationOptions(client.articles, "update", { optimistic: true });
    await expect(new MutationObserver(queryClient, update).mutate({ id: 1, title: "Now" })).rejects.toThrow("a bug");
    await idle();
    expect([one.data?.title, sent]).toEqual(["Now", ["PATCH /articles/1"]]);
  });
});

test("a mutation that was stored and is refused after a reload leaves no change behind", async () => {
  const before = newsroom();
  const after = newsroom();
  await before.watch(queryOptions(before.client.articles.get(1)));
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const update = mutationOptions(before.client.articles, "update", { optimistic: true });
  void new MutationObserver(before.queryClient, update).mutate({ id: 1, title: "Mine" });
  await vi.waitFor(() => expect(before.queryClient.isMutating()).toBe(1));
  await before.idle();
  const stored = JSON.parse(JSON.stringify(dehydrate(before.queryClient)));
  before.queryClient.clear();

  const { client, queryClient, hold, watch, idle, refetched } = after;
  const again = mutationOptions(client.articles, "update", { optimistic: true });
  queryClient.setMutationDefaults(again.mutationKey, again);
  hydrate(queryClient, stored);
  const failure = () => Response.json({ errors: [{ status: "403" }] }, { status: 403 });
  const gate = hold("PATCH", { failure, isBefore: true });
  onlineManager.setOnline(true);
  const one = await watch(queryOptions(client.articles.get(1)));
  expect(one.data?.title).toBe("Mine"); // TanStack Query stores what is shown
  const resumed = queryClient.resumePausedMutations();
  await gate.isThere;
  gate.open();
  await resumed;
  await idle();
  expect(one.data?.title).toBe("Learning Zod 1");
  expect(refetched.map(({ reason }) => reason)).toEqual(["articles 1 may have been edited, and this query holds it"]);
});

describe("errors outside of the write do not stop it", () => {
  test("an instance of a class: superjson is loaded first", async () => {
    const room = newsroom();
    const { client, queryClient, watch, hold } = room;
    const one = await watch(queryOptions(client.articles.get(1)));
    const gate = hold("PATCH");
    const update = mutationOptions(client.articles, "update", { optimistic: true });
    class Title {
      toJSON() {
        return "From a class";
      }
    }
    const done = new MutationObserver(queryClient, update).mutate({ id: 1, title: new Title() as never });
    await gate.isThere;
    expect(one.data?.title).toBe("From a class");
    gate.open();
    await done;
    await expectHealthy(room);
  });

  test.each<[string, unknown]>([
    ["text", "text"],
    ["null within", { data: [null] }],
    ["no resources", { data: { type: "articles", id: "1", attributes: 7, relationships: { author: null } } }],
    ["pages that are not documents", { pages: [7] }],
  ])("a cache entry that is not a document: %s", async (_name, data) => {
    const room = newsroom();
    const { client, queryClient } = room;
    const options = queryOptions(client.articles.get(1).include("author"));
    queryClient.setQueryData(options.queryKey, data as never);
    queryClient.setQueryData(["trestle"], data);
    queryClient.setQueryData(["trestle", "http://localhost/api"], data);
    await expectHealthy(room);
  });

  test("a listener of the cache that throws", async () => {
    const room = newsroom();
    const { client, queryClient, watch, hold } = room;
    const one = await watch(queryOptions(client.articles.get(1)));
    let isThrowing = true;
    const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
      const { title } = (query.state.data as { data?: { attributes?: { title?: string } } })?.data?.attributes ?? {};
      if (isThrowing && type === "updated" && title === "Now") throw new Error("a bug of the user");
    });
    const gate = hold("PATCH");
    const update = mutationOptions(client.articles, "update", { optimistic: true });
    const done = new MutationObserver(queryClient, update).mutate({ id: 1, title: "Now" });
    await gate.isThere;
    gate.open();
    await done;
    isThrowing = false;
    stop();
    expect(one.data?.title).toBe("Now");
    await expectHealthy(room);
  });

  test.each(["onMutate", "onSuccess", "onSettled"] as const)("%s of the user that throws", async (hook) => {
    const room = newsroom();
    const { client, queryClient, watch, hold } = room;
    const one = await watch(queryOptions(client.articles.get(1)));
    const first = hold("PATCH");
    const plain = mutationOptions(client.articles, "update", { optimistic: true });
    const earlier = new MutationObserver(queryClient, plain).mutate({ id: 1, content: "First" });
    await first.isThere;
    let hasThrown = false;
    const throwOnce = () => {
      if (hasThrown) return; // TanStack Query calls `onSettled` again for the error
      hasThrown = true;
      throwing();
    };
    const options = mutationOptions(client.articles, "update", { optimistic: true, [hook]: throwOnce });
    const later = new MutationObserver(queryClient, options).mutate({ id: 1, title: "Second" });
    await expect(later).rejects.toThrow("a bug of the user");
    // The write that was done stays shown above one that is still under way; the one that was not sent does not.
    expect(one.data?.title).toBe(hook === "onMutate" ? "Learning Zod 1" : "Second");
    expect(one.data?.content).toBe("First");
    first.open();
    await earlier;
    await expectHealthy(room);
  });
});

test.each([
  ["throws", throwing],
  ["rejects", async () => throwing()],
])(
  "a callback of connectQueries that %s goes to the console, for each query, and all queries are refetched",
  async (_how, onRefetch) => {
    const { client, queryClient, idle } = newsroom();
    const { connectQueries } = await import("trestle/query");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const stop = connectQueries(queryClient, client, { onRefetch });
    const reads = [client.articles.get(1), client.articles.get(1).include("author")];
    const observers = reads.map(
      (read) => new QueryObserver<{ title: string }>(queryClient, queryOptions(read) as never),
    ); // of two types
    for (const observer of observers) observer.subscribe(() => {});
    await idle();
    const { error } = await client.articles.update(1, { title: "Now" }).safe();
    expect(error).toBeUndefined();
    await idle();
    expect(observers.map((observer) => observer.getCurrentResult().data?.title)).toEqual(["Now", "Now"]);
    await expect.poll(() => logged.mock.calls.map(([cause]) => String(cause))).toHaveLength(2);
    expect(String(logged.mock.calls[0]?.[0])).toContain("a bug of the user");
    logged.mockRestore();
    stop();
  },
);
