import { isDeepStrictEqual } from "node:util";
import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { toOne, trestle, UNSET } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, mutationOptions, queryOptions } from "trestle/query";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { PATIENCE } from "../support/patience.js";

await import("../../src/query/later.js"); // in a browser, these load beside the first responses

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: {
    open: z.unknown(),
    choice: z.union([z.string(), z.date()]),
    branch: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("date"), value: z.date() }),
      z.object({ kind: z.literal("text"), value: z.string() }),
    ]),
    list: z.union([z.set(z.string()), z.array(z.string())]),
    loose: z.looseObject({ name: z.string() }),
    map: z.map(z.string(), z.unknown()),
    count: z.bigint().optional(),
  },
  relationships: { owner: toOne("users").optional(), author: toOne("users").nullable() },
  editFields: ["open", "choice", "branch", "list", "loose", "map", "count", "owner", "author"],
});

interface Row {
  id: number;
  open: unknown;
  choice: string | Date;
  branch: { kind: "date"; value: Date } | { kind: "text"; value: string };
  list: Set<string> | string[];
  loose: { name: string; [member: string]: unknown };
  map: Map<string, unknown>;
  count?: bigint;
  owner?: number;
  author: number | null;
}
let row: Row;
const save = (input: object): Row => {
  const changes = Object.entries(input).filter(([, value]) => value !== UNSET);
  row = { ...row, ...Object.fromEntries(changes) };
  return row;
};
const api = t.router({
  users: users.routes(users.getOne(({ id }) => ({ id, name: `User ${id}` }))),
  notes: notes.routes(
    notes.getOne(() => row),
    notes.getMany({ page: z.string().optional() }, () => [row]),
    notes.editOne(({ input }) => save(input)),
  ),
});

const date = new Date(5);
const text = date.toISOString();

/** Each read of the note, edited from one value to another: what is shown at the end, and what a fresh read gives. */
async function edited(before: Partial<Row>, after: Partial<Row>, optimistic: boolean) {
  row = {
    id: 1,
    open: null,
    choice: "x",
    branch: { kind: "text", value: "x" },
    list: [],
    loose: { name: "x" },
    map: new Map(),
    author: null,
    ...before,
  };
  const client = createClient<typeof api>({ url: "http://localhost", fetch: fetchHandler(api) });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const stop = connectQueries(queryClient, client);
  onTestFinished(() => {
    stop();
    queryClient.clear();
  });
  const reads = [
    client.notes.get(1),
    client.notes.list(),
    client.notes.list().fields({ notes: ["choice", "count", "owner"] }),
  ];
  const queries = reads.map(
    (read) => new QueryObserver<unknown>(queryClient, queryOptions(read as never) as object as never),
  );
  for (const query of queries) query.subscribe(() => {});
  await vi.waitFor(() => expect(queries.every((query) => query.getCurrentResult().isSuccess)).toBe(true), PATIENCE);
  const settings = optimistic ? { optimistic } : {};
  const update = new MutationObserver(queryClient, mutationOptions(client.notes, "update", settings));
  await update.mutate({ id: 1, ...after } as never);
  do await new Promise((resolve) => setTimeout(resolve, 2));
  while (queryClient.isFetching());
  const shown = queries.map((query) => query.getCurrentResult().data);
  const fresh = await Promise.all(reads.map((read) => (read as { fetch(): Promise<unknown> }).fetch()));
  return { shown: shown.map(plain), fresh: fresh.map(plain) };
}

/** A page as a plain list. */
const plain = (value: unknown) => (Array.isArray(value) ? [...value] : value);

const changes: [Partial<Row>, Partial<Row>][] = [
  [{ open: "1" }, { open: 1n }],
  [{ open: 1n }, { open: "1" }],
  [{ open: [1] }, { open: new Set([1]) }],
  [{ open: new Set([1]) }, { open: [1] }],
  [{ open: { d: date } }, { open: new Set([1]) }],
  [{ open: { a: "1", b: date } }, { open: { a: 1n, b: date } }],
  [{ open: text }, { open: date }],
  [{ open: "NaN" }, { open: Number.NaN }],
  [{ choice: text }, { choice: date }],
  [{ choice: date }, { choice: text }],
  [{ choice: "x" }, { choice: date }],
  [{ branch: { kind: "text", value: "x" } }, { branch: { kind: "date", value: date } }],
  [{ list: [] }, { list: new Set() }],
  [{ list: new Set(["a"]) }, { list: ["a"] }],
  [{ loose: { name: "x", at: text } }, { loose: { name: "x", at: date } }],
  [{ map: new Map([["a", text]]) }, { map: new Map([["a", date]]) }],
];

for (const optimistic of [false, true]) {
  test.each(changes)(
    `an edit from %o to %o is shown with its types, optimistic: ${optimistic}`,
    async (before, after) => {
      const { shown, fresh } = await edited(before, after, optimistic);
      expect(shown).toStrictEqual(fresh);
      expect(isDeepStrictEqual(shown, fresh)).toBe(true);
    },
  );
}

const absent: [Partial<Row>, Partial<Row>][] = [
  [{}, { count: 5n }],
  [{}, { owner: 7 }],
  [{}, { count: 5n, owner: 7, choice: date }],
  [{ owner: 7 }, { count: 5n }],
  [{ author: null }, { author: 7, count: 1n }],
];
for (const optimistic of [false, true]) {
  test.each(absent)(
    `a field that was absent (%o) is shown once it is set: %o, optimistic: ${optimistic}`,
    async (before, after) => {
      const { shown, fresh } = await edited(before, after, optimistic);
      expect(shown).toStrictEqual(fresh);
    },
  );
}
