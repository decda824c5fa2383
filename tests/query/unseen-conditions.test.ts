import { QueryClient } from "@tanstack/query-core";
import { changesOf, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, queryOptions, type Refetch } from "trestle/query";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { PATIENCE } from "../support/patience.js";

await import("../../src/query/later.js"); // loaded before the first write

interface Task {
  readonly id: number;
  readonly title: string;
  readonly rank: number;
  readonly done: boolean;
  readonly board: number | null;
}

/** Boards with tasks, each of which is on one board. Lists show what is not done, by rank, although no key says so. */
function office() {
  const rows = new Map<number, Task>(
    [1, 2, 3, 4].map((id) => [id, { id, title: `Task ${id}`, rank: id, done: id === 4, board: id > 2 ? 2 : 1 }]),
  );
  const t = trestle();
  const tasks = t.resource("tasks", {
    id: z.int(),
    attributes: { title: z.string(), rank: z.int(), done: z.boolean() },
    relationships: { board: toOne("boards").nullable() },
    editFields: ["title", "rank", "done"],
  });
  const boards = t.resource("boards", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { tasks: toMany("tasks") },
    createFields: ["name", "tasks"],
    editFields: ["name", "tasks"],
  });
  const open = (board?: number) =>
    [...rows.values()]
      .filter((task) => !task.done && (board === undefined || task.board === board))
      .sort((one, other) => one.rank - other.rank);
  const boardOf = (id: number) => ({
    id,
    name: `Board ${id}`,
    tasks: [...rows.values()].filter(({ board }) => board === id),
  });
  const take = (board: number, ids: readonly number[]) => {
    for (const id of ids) rows.set(id, { ...(rows.get(id) as Task), board });
  };
  const api = t.router({
    tasks: tasks
      .routes(
        tasks.getMany({ sparse: true }, () => open()),
        tasks.getOne(({ id }) => rows.get(id) as Task),
        tasks.editOne(({ id, input }) => {
          const task = { ...(rows.get(id) as Task), ...changesOf(input) };
          rows.set(id, task);
          return task;
        }),
      )
      .actions({
        finish: tasks.command(({ id }) => {
          rows.set(id, { ...(rows.get(id) as Task), done: true });
        }),
      }),
    boards: boards.routes(
      boards.getOne({ include: ["tasks"] }, ({ id }) => boardOf(id)),
      boards.createOne(({ input }) => {
        take(3, input.tasks);
        return boardOf(3);
      }),
      boards.editOne(({ id, input }) => {
        take(id, changesOf(input).tasks ?? []);
        return boardOf(id);
      }),
      boards.getRelated("tasks", ({ id }) => open(id)),
      boards.getRelationship("tasks", ({ id }) => open(id).map((task) => task.id)),
      boards.addToRelationship("tasks", ({ id, related }) => take(id, related)),
      boards.resetRelationship("tasks", ({ id, related }) => take(id, related)),
    ),
  });
  const client = createClient<typeof api>({
    url: "http://localhost/api",
    fetch: fetchHandler(api, { prefix: "/api" }),
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const refetched: Refetch[] = [];
  onTestFinished(connectQueries(queries, client, { onRefetch: (refetch) => refetched.push(refetch) }));
  onTestFinished(() => queries.clear());
  return { client, queries, refetched };
}

type Client = ReturnType<typeof office>["client"];

const reads = {
  list: (client: Client) => client.tasks.list(),
  titles: (client: Client) => client.tasks.list().fields({ tasks: ["title"] }),
  "tasks of 1": (client: Client) => client.boards.related(1, "tasks"),
  "tasks of 2": (client: Client) => client.boards.related(2, "tasks"),
  "ids of 1": (client: Client) => client.boards.relationship(1, "tasks").get(),
  "board 1": (client: Client) => client.boards.get(1),
  "board 1 with tasks": (client: Client) => client.boards.get(1).include("tasks"),
};
type Name = keyof typeof reads;

test.each<[string, (client: Client) => PromiseLike<unknown>, readonly Name[]]>([
  [
    "an edit adds a task to a list",
    (client) => client.tasks.update(4, { done: false }),
    ["list", "titles", "tasks of 2"],
  ],
  ["an edit changes the order", (client) => client.tasks.update(1, { rank: 9 }), ["titles", "ids of 1"]],
  ["a command takes a task from a list", (client) => client.tasks.command.finish(1), ["list", "titles", "ids of 1"]],
  [
    "another board takes a task",
    (client) => client.boards.relationship(2, "tasks").add([1]),
    ["tasks of 1", "tasks of 2", "ids of 1", "board 1 with tasks"],
  ],
  [
    "another board is set to have a task",
    (client) => client.boards.relationship(2, "tasks").reset([1]),
    ["tasks of 1", "tasks of 2", "ids of 1", "board 1 with tasks"],
  ],
  ["a board is edited to have a task", (client) => client.boards.update(2, { tasks: [1] }), ["tasks of 1", "ids of 1"]],
  [
    "a new board takes a task",
    (client) => client.boards.create({ name: "New", tasks: [1] }),
    ["tasks of 1", "ids of 1", "board 1 with tasks"],
  ],
])("when %s, no query stays stale", async (_what, write, changed) => {
  const { client, queries, refetched } = office();
  const keys = new Map<string, Name>();
  for (const [name, read] of Object.entries(reads)) {
    const options = queryOptions(read(client) as never);
    keys.set(JSON.stringify(options.queryKey), name as Name);
    await queries.fetchQuery(options as never);
  }
  const states = () =>
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [keys.get(JSON.stringify(queryKey)) as Name, JSON.stringify(state.data)] as const);
  const before = new Map(states());
  await write(client);
  await vi.waitFor(() => expect(refetched).not.toEqual([]), PATIENCE); // a write reports all its queries at once
  const told = refetched.map(({ queryKey }) => keys.get(JSON.stringify(queryKey)));
  await queries.refetchQueries();
  const stale = states().flatMap(([name, data]) => (before.get(name) === data ? [] : [name]));
  expect(stale).toEqual(expect.arrayContaining([...changed])); // the case changes what it says
  expect(stale.filter((name) => !told.includes(name))).toEqual([]);
});

test("a related list is not refetched if documents show that the task is on another board", async () => {
  const { client, queries, refetched } = office();
  for (const board of [1, 2]) await queries.fetchQuery(queryOptions(client.boards.related(board, "tasks")));
  await client.tasks.update(1, { title: "Now" });
  await client.tasks.command.finish(1);
  const causes = new Set(["PATCH tasks/1", "POST tasks/1/finish"]); // a write reports all its queries at once
  await vi.waitFor(() => expect(new Set(refetched.map(({ cause }) => cause))).toEqual(causes), PATIENCE);
  expect(new Set(refetched.map(({ queryKey }) => queryKey[4]))).toEqual(new Set(["1"]));
});
