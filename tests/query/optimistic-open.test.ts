import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { mutationOptions, queryOptions } from "trestle/query";
import { expect, test } from "vitest";
import { z } from "zod";

await import("../../src/query/later.js"); // in a browser, it loads with the first options

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { at: z.date(), extra: z.unknown(), other: z.unknown() },
  editFields: ["at", "extra", "other"],
});
const old = { at: new Date(0), extra: { since: new Date(1) }, other: new Set([new Date(2)]) };
const api = t.router({
  notes: notes.routes(
    notes.getOne(({ id }) => ({ id, ...old })),
    notes.editOne(() => new Promise<never>(() => {})),
  ),
});
const client = createClient<typeof api>({
  url: "http://localhost",
  fetch: fetchHandler(api, { timeout: Number.POSITIVE_INFINITY }),
}); // one handler never ends

test.each([
  { extra: { until: 5 } },
  { extra: "text" },
  { extra: null },
  { extra: new Date(3) },
  { extra: { since: new Map([["a", new Date(4)]]) }, other: [] },
  { at: new Date(5), extra: { since: [1n] } },
])("an optimistic update shows values of open fields unchanged: %o", async (fields) => {
  const queryClient = new QueryClient();
  const query = new QueryObserver(queryClient, queryOptions(client.notes.get(1)));
  const stop = query.subscribe(() => {});
  await query.refetch();
  const update = new MutationObserver(queryClient, mutationOptions(client.notes, "update", { optimistic: true }));
  void update.mutate({ id: 1, ...fields });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(query.getCurrentResult()).toMatchObject({ status: "success" });
  expect(query.getCurrentResult().data).toEqual({ type: "notes", id: "1", ...old, ...fields });
  stop();
});
