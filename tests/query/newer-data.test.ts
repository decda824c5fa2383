import { dehydrate, hydrate, MutationObserver, QueryClient } from "@tanstack/query-core";
import { mutationOptions, queryOptions } from "trestle/query";
import { describe, expect, test } from "vitest";
import { newsroom } from "./newsroom.js";

/** Changes article 1, whose response waits, and then article 2, which succeeds. Then another user changes article 2. */
async function withSlowWrite() {
  const room = newsroom();
  const { client, queryClient, store, watch, hold, idle } = room;
  const list = await watch(queryOptions(client.articles.list()));
  const title = (id: number) => list.data?.find((each) => `${each.id}` === `${id}`)?.title;
  const update = () =>
    new MutationObserver(queryClient, mutationOptions(client.articles, "update", { optimistic: true }));
  const slow = hold("PATCH /articles/1");
  const running = update().mutate({ id: 1, title: "Slow" });
  await slow.isThere;
  await update().mutate({ id: 2, title: "Mine" });
  await idle();
  return { ...room, store, title, slow, running, update };
}

describe("a change of another user that is read while an own one waits for its response", () => {
  /** Edits article 1. The server has done it, and its response waits. */
  async function waiting() {
    const room = newsroom();
    const { client, queryClient, watch, hold } = room;
    const one = await watch(queryOptions(client.articles.get(1)));
    const list = await watch(queryOptions(client.articles.list().fields({ articles: ["title"] })));
    const titles = () => [one.data?.title, list.data?.[0]?.title];
    const gate = hold("PATCH /articles/1");
    const update = mutationOptions(client.articles, "update", { optimistic: true });
    const done = new MutationObserver(queryClient, update).mutate({ id: 1, title: "Mine" });
    await gate.isThere;
    return { ...room, gate, done, titles };
  }

  test("is shown in the end", async () => {
    const { store, queryClient, gate, done, titles, idle } = await waiting();
    store.articles.set(1, { ...store.articles.get(1)!, title: "Theirs" });
    await queryClient.refetchQueries();
    expect(titles()).toEqual(["Mine", "Mine"]);
    gate.open();
    await done;
    await idle();
    expect(titles()).toEqual(["Theirs", "Theirs"]);
  });

  test("is shown in the end, if it is hydrated", async () => {
    const { store, client, queryClient, gate, done, titles, idle } = await waiting();
    store.articles.set(1, { ...store.articles.get(1)!, title: "Theirs" });
    const server = new QueryClient();
    await server.prefetchQuery(queryOptions(client.articles.get(1)));
    hydrate(queryClient, JSON.parse(JSON.stringify(dehydrate(server))));
    expect(titles()).toEqual(["Mine", "Mine"]);
    gate.open();
    await done;
    await idle();
    expect(titles()[0]).toBe("Theirs");
  });

  test("is shown in the end, while another change still waits", async () => {
    const { store, client, queryClient, hold, gate, done, titles, idle } = await waiting();
    const slow = hold("PATCH /articles/2");
    const update = mutationOptions(client.articles, "update", { optimistic: true });
    const running = new MutationObserver(queryClient, update).mutate({ id: 2, title: "Slow" });
    await slow.isThere;
    store.articles.set(1, { ...store.articles.get(1)!, title: "Theirs" });
    await queryClient.refetchQueries();
    gate.open();
    await done;
    await idle();
    expect(titles()).toEqual(["Theirs", "Theirs"]);
    slow.open();
    await running;
    await idle();
    expect(titles()).toEqual(["Theirs", "Theirs"]);
  });

  test("the change is not read again if what was read agrees with its response", async () => {
    const { queryClient, gate, done, titles, idle, sent } = await waiting();
    await queryClient.refetchQueries();
    sent.length = 0;
    gate.open();
    await done;
    await idle();
    expect(titles()).toEqual(["Mine", "Mine"]);
    expect(sent).not.toContain("GET /articles/1");
  });
});

describe("a change that succeeded, while an older change of another row waits", () => {
  test("does not hide newer data of the server, and does not come back", async () => {
    const { client, queryClient, title, slow, running, idle } = await withSlowWrite();
    expect([title(1), title(2)]).toEqual(["Slow", "Mine"]);
    const other = await client.articles.update(2, { title: "Theirs" });
    expect(other.title).toBe("Theirs");
    await queryClient.refetchQueries();
    await idle();
    expect([title(1), title(2)]).toEqual(["Slow", "Theirs"]);
    slow.open();
    await running;
    await idle();
    expect([title(1), title(2)]).toEqual(["Slow", "Theirs"]);
  });

  test("stays visible until the query is read again", async () => {
    const { title, slow, running, update, queryClient } = await withSlowWrite();
    await update().mutate({ id: 2, title: "Newest" });
    expect(title(2)).toBe("Newest");
    slow.open();
    await running;
    await queryClient.refetchQueries();
    expect([title(1), title(2)]).toEqual(["Slow", "Newest"]);
  });
});
