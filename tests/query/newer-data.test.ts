import { MutationObserver } from "@tanstack/query-core";
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
