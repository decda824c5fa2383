import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { mutationOptions, queryOptions } from "trestle/query";
import { expect, test } from "vitest";
import { z } from "zod";

// In a browser, these load with the first options.
await Promise.all([import("../../src/query/later.js"), import("../../src/client/later.js")]);

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users").nullable(), readers: toMany("users", { linkage: true }) },
  editFields: ["title", "author", "readers"],
});
const row = (id: number) => ({ id, title: "A", author: id === 2 ? { id: 5, name: "Eve" } : null, readers: [] });
const api = t.router({
  users: users.routes(users.getOne(({ id }) => ({ id, name: `User ${id}` }))),
  notes: notes.routes(
    notes.getOne({ include: ["author"] }, ({ id }) => row(id)),
    notes.getRelated("author", ({ id }) => row(id).author),
    notes.getRelated("readers", () => []),
    notes.getRelationship("author", ({ id }) => row(id).author?.id ?? null),
    notes.editOne(() => new Promise<never>(() => {})),
  ),
});
const client = createClient<typeof api>({
  url: "http://localhost",
  fetch: fetchHandler(api, { timeout: Number.POSITIVE_INFINITY }),
}); // one handler never ends

/** Reads note 1 and others, sets its author and readers by bare ids, and gives what is shown then. */
async function shown(...others: object[]) {
  const queryClient = new QueryClient();
  const watch = async (options: object) => {
    const query = new QueryObserver<{ author?: unknown; readers?: unknown }>(queryClient, options as never); // of any read
    query.subscribe(() => {});
    await query.refetch();
    return query;
  };
  const one = await watch(queryOptions(client.notes.get(1)));
  const withAuthor = await watch(queryOptions(client.notes.get(1).include("author")));
  for (const other of others) await watch(other);
  const update = new MutationObserver(queryClient, mutationOptions(client.notes, "update", { optimistic: true }));
  void update.mutate({ id: 1, author: 7, readers: [8] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { author, readers } = one.getCurrentResult().data ?? {};
  const included = withAuthor.getCurrentResult().data?.author;
  queryClient.clear();
  return { author, readers, included };
}

test("a bare id is shown if any cached read shows its type", async () => {
  const author = { type: "users", id: "7" };
  // The read with an include that came back empty says so.
  expect(await shown()).toEqual({ author, readers: [], included: null });
  expect(await shown(queryOptions(client.users.get(7)))).toMatchObject({ included: { ...author, name: "User 7" } });
  expect(await shown(queryOptions(client.notes.related(1, "readers")))).toMatchObject({
    author,
    readers: [{ type: "users", id: "8" }],
  });
});

test.each([
  ["another resource's relationship", queryOptions(client.notes.get(2))],
  ["what is related to another resource", queryOptions(client.notes.related(2, "author"))],
  ["the linkage of another resource", queryOptions(client.notes.relationship(2, "author").get())],
])("%s shows the type, too", (_name, other) => {
  const queryClient = new QueryClient();
  const shownBy = async () => {
    const one = new QueryObserver(queryClient, queryOptions(client.notes.get(1)));
    one.subscribe(() => {});
    const second = new QueryObserver(queryClient, other as never);
    second.subscribe(() => {});
    await Promise.all([one.refetch(), second.refetch()]);
    const update = new MutationObserver(queryClient, mutationOptions(client.notes, "update", { optimistic: true }));
    void update.mutate({ id: 1, author: 7 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    return one.getCurrentResult().data?.author;
  };
  return expect(shownBy().finally(() => queryClient.clear())).resolves.toEqual({ type: "users", id: "7" });
});
