import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { mutationOptions, queryOptions } from "trestle/query";
import { expect, test } from "vitest";
import { z } from "zod";

await import("../../src/query/later.js"); // in a browser, it loads with the first options

const t = trestle();
const number = z.codec(z.string(), z.number(), { decode: (text) => Number(text), encode: (value) => String(value) });
const attributes = {
  count: z.bigint(),
  at: z.date(),
  tags: z.set(z.string()),
  times: z.map(z.string(), z.date()),
  number,
  flag: z.stringbool(),
  url: z.instanceof(URL),
  inner: z.object({ at: z.date(), text: z.string(), number: z.number() }),
  list: z.array(z.number()),
  maybe: z.bigint().nullable(),
  open: z.unknown(),
};
const editFields = Object.keys(attributes) as (keyof typeof attributes)[]; // all of them
const things = t.resource("things", { id: z.int(), attributes, editFields });
const row = {
  count: 1n,
  at: new Date(1),
  tags: new Set(["a"]),
  times: new Map([["a", new Date(2)]]),
  number: 4,
  flag: true,
  url: new URL("https://example.org/"),
  inner: { at: new Date(3), text: "x", number: 1 },
  list: [1],
  maybe: null,
  open: 1 as unknown,
};
const api = t.router({
  things: things.routes(
    things.getOne(({ id }) => ({ id, ...row })),
    things.editOne(({ id }) => ({ id, ...row })),
  ),
});
const handle = fetchHandler(api);
const client = createClient<typeof api>({
  url: "http://localhost",
  fetch: (request) => (request.method === "PATCH" ? new Promise(() => {}) : handle(request)), // the response is not there yet
});

/** What a query shows of a thing that is being edited. */
async function shown(fields: object) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = new QueryObserver(queryClient, queryOptions(client.things.get(1)));
  query.subscribe(() => {});
  await query.refetch();
  const update = new MutationObserver(queryClient, mutationOptions(client.things, "update", { optimistic: true }));
  void update.mutate({ id: 1, ...fields });
  await new Promise((resolve) => setTimeout(resolve, 10));
  const { status, data } = query.getCurrentResult();
  queryClient.clear();
  expect(status).toBe("success");
  return data;
}

test.each<[object, Partial<typeof row> | { maybe: bigint }]>([
  [{ count: 5n }, { count: 5n }],
  [{ count: "5" }, { count: 5n }],
  [{ at: "2026-01-31T00:00:00.000Z" }, { at: new Date("2026-01-31T00:00:00.000Z") }],
  [{ tags: new Set(["b"]) }, { tags: new Set(["b"]) }],
  [{ tags: ["b"] }, { tags: new Set(["b"]) }],
  [{ url: "https://example.org/b" }, { url: new URL("https://example.org/b") }],
  [{ number: 5 }, { number: 5 }],
  [{ inner: { at: new Date(9), text: "y", number: 2 } }, { inner: { at: new Date(9), text: "y", number: 2 } }],
  [{ list: [] }, { list: [] }],
  [{ maybe: 5n }, { maybe: 5n }],
  [{ open: Number.NaN }, { open: Number.NaN }],
])("an input is shown as the value that it becomes: %o", async (fields, expected) => {
  expect(await shown(fields)).toEqual({ type: "things", id: "1", ...row, ...expected });
});

test.each<object>([
  { count: "abc" },
  { count: 7 },
  { at: "garbage" },
  { at: 5 },
  { tags: "text" },
  { times: [["a"]] },
  { times: { a: 1 } },
  { times: [null] },
  { times: [["a", 1]] },
  { number: "5" },
  { flag: "no" },
  { url: "not a url" },
  { url: 5 },
  { inner: { at: "garbage", text: "x", number: 1 } },
  { inner: { at: new Date(3), text: "x", number: "1" } },
  { inner: "text" },
  { list: ["1"] },
  { list: {} },
  { maybe: "abc" },
  { maybe: 7 },
  { open: new Set([1]) },
])("an input that may become another value is not shown: %o", async (fields) => {
  expect(await shown(fields)).toEqual({ type: "things", id: "1", ...row });
});

test("a field that cannot be shown does not hide the others", async () => {
  expect(await shown({ count: "abc", list: [2] })).toEqual({ type: "things", id: "1", ...row, list: [2] });
});
