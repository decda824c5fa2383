import { dehydrate, hydrate, MutationObserver, QueryClient } from "@tanstack/query-core";
import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, mutationOptions, queryOptions, type Refetch } from "trestle/query";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

// In a browser these chunks are loaded beside the first responses.
await import("../../src/query/later.js");

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const tickets = t.resource("tickets", {
  id: z.int(),
  attributes: { title: z.string(), closed: z.date().nullable() },
  editFields: ["title"],
});
const closedAt = new Date("2026-01-31T12:00:00Z");

function helpdesk() {
  const rows = new Map([1, 2].map((id) => [id, { id, title: `T${id}`, closed: null as Date | null }]));
  const row = (id: number) => ({ ...(rows.get(id) ?? { id, title: "?", closed: null }) });
  const api = t.router(
    {
      tickets: tickets
        .routes(
          tickets.getOne(({ id }) => row(id)),
          tickets.getMany(() => [...rows.keys()].map(row)),
          tickets.editOne(({ id, input }) => ({ ...row(id), ...(input as object) })),
        )
        .actions({
          close: tickets.command({ input: z.object({ note: z.string().optional() }), returns: tickets }, ({ id }) => {
            const closed = { ...row(id), closed: closedAt };
            rows.set(id, closed);
            return closed;
          }),
          sweep: tickets.collection.command(() => rows.clear()),
          index: tickets.collection.command({ affects: [] }, () => undefined),
          invite: tickets.collection.command({ affects: ["users"] }, () => undefined),
          stats: tickets.collection.query(
            { input: z.object({ since: z.date() }), output: z.object({ open: z.int(), since: z.date() }) },
            ({ input }) => ({ open: rows.size, since: input.since }),
          ),
          twin: tickets.query({ returns: tickets }, ({ id }) => row(id)),
        }),
      users: users.routes(users.getMany(() => [{ id: 1, name: "ann" }])),
    },
    {
      actions: {
        login: t.command({ input: z.object({ name: z.string() }), output: z.string() }, ({ input }) => input.name),
        notify: t.command({ affects: ["users"] }, () => undefined),
        me: t.query({ output: z.object({ name: z.string() }) }, () => ({ name: "ann" })),
      },
    },
  );
  const sent: string[] = [];
  const requests: Request[] = [];
  const handle = fetchHandler(api, { prefix: "/api" });
  const client = createClient<typeof api>({
    url: "http://localhost/api",
    fetch: (request) => {
      sent.push(`${request.method} ${request.url.replace("http://localhost/api/", "")}`);
      requests.push(request.clone());
      return handle(request);
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const refetched: Refetch[] = [];
  onTestFinished(connectQueries(queryClient, client, { onRefetch: (refetch) => refetched.push(refetch) }));
  onTestFinished(() => queryClient.clear());
  return { client, queryClient, sent, requests, refetched };
}

/** The queries of the table below, by name. */
const reads = (client: ReturnType<typeof helpdesk>["client"]) => ({
  list: queryOptions(client.tickets.list()),
  one: queryOptions(client.tickets.get(1)),
  other: queryOptions(client.tickets.get(2)),
  stats: queryOptions(client.tickets.query.stats({ since: closedAt })),
  twin: queryOptions(client.tickets.query.twin(2)),
  users: queryOptions(client.users.list()),
  me: queryOptions(client.query.me()),
});

describe("which queries an action makes stale", () => {
  type Client = ReturnType<typeof helpdesk>["client"];
  test.each<[string, (client: Client) => Promise<unknown>, string[]]>([
    ["a command of a resource", (c) => c.tickets.command.close(1), ["list", "one", "stats", "twin", "me"]],
    ["an edit", (c) => c.tickets.update(1, { title: "New" }), ["list", "one", "stats", "twin", "me"]],
    ["a command of a collection", (c) => c.tickets.command.sweep(), ["list", "one", "other", "stats", "twin", "me"]],
    ["one that says that it affects nothing", (c) => c.tickets.command.index(), ["me"]],
    ["one that says what it affects", (c) => c.tickets.command.invite(), ["users", "me"]],
    ["a command of the API", (c) => c.command.login({ name: "ann" }), ["me"]],
    ["one that says what it affects", (c) => c.command.notify(), ["users", "me"]],
    ["a command that is refused", (c) => c.command.login({ name: 1 as never }).catch(() => 0), []],
  ])("%s", async (_, write, expected) => {
    const { client, queryClient, refetched } = helpdesk();
    const all = reads(client);
    for (const options of Object.values(all)) await queryClient.prefetchQuery(options as never);
    await write(client);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const keys = refetched.map(({ queryKey }) => JSON.stringify(queryKey));
    const names = Object.entries(all).filter(([, { queryKey }]) => keys.includes(JSON.stringify(queryKey)));
    expect(names.map(([name]) => name)).toEqual(expected);
  });
});

describe("queryOptions of a query", () => {
  test("has a key of its own, and caches JSON that can be hydrated", async () => {
    const { client, queryClient } = helpdesk();
    const { stats, twin, me } = reads(client);
    const url = "http://localhost/api";
    const extra = { since: closedAt.toISOString() };
    expect(stats.queryKey).toEqual(["trestle", url, "tickets", "query", "stats", { extra }]);
    expect(twin.queryKey).toEqual(["trestle", url, "tickets", "query", "2", "twin", {}]);
    expect(me.queryKey).toEqual(["trestle", url, "", "query", "me", {}]);
    await queryClient.prefetchQuery(stats);
    const hydrated = new QueryClient();
    hydrate(hydrated, JSON.parse(JSON.stringify(dehydrate(queryClient))));
    const document = hydrated.getQueryData(stats.queryKey);
    expect(document && stats.select(document)).toEqual({ open: 2, since: closedAt });
    const again = reads(client).stats;
    expect(document && again.select(document)).toBe(document && stats.select(document)); // one result for each document
  });
});

describe("mutationOptions of a command", () => {
  test("takes the id, the input and the options of the call", async () => {
    const { client, queryClient, sent, requests } = helpdesk();
    const options = mutationOptions(client.tickets.command.close);
    expect(options.mutationKey).toEqual(["trestle", "http://localhost/api", "tickets", "command", "close"]);
    const close = new MutationObserver(queryClient, options);
    const closed = await close.mutate({ id: 1, input: { note: "Done" }, headers: { "x-call": "1" } });
    expect(closed).toMatchObject({ id: "1", closed: closedAt });
    expect(sent).toEqual(["POST tickets/1/close"]);
    expect([requests[0]?.headers.get("x-call"), await requests[0]?.json()]).toEqual(["1", { note: "Done" }]);

    const login = new MutationObserver(queryClient, mutationOptions(client.command.login));
    expect(await login.mutate({ input: { name: "ann" } })).toBe("ann");
    await expect(login.mutate({ input: { name: "ann" }, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "aborted",
    });
    await new MutationObserver(queryClient, mutationOptions(client.tickets.command.sweep)).mutate();
    expect(sent.at(-1)).toBe("POST tickets/sweep");
  });

  test("shows the returned rows at once, before the queries are refetched", async () => {
    const { client, queryClient } = helpdesk();
    const { one, list, other } = reads(client);
    for (const options of [one, list, other]) await queryClient.prefetchQuery(options as never);
    await client.tickets.command.close(1);
    await expect.poll(() => one.select(queryClient.getQueryData(one.queryKey) as never).closed).toEqual(closedAt); // nobody observes it, so it is not refetched
    const shown = list.select(queryClient.getQueryData(list.queryKey) as never);
    expect(shown.map(({ closed }) => closed)).toEqual([closedAt, null]);
  });

  test("shows fields before the response", async () => {
    const { client, queryClient } = helpdesk();
    await import("../../src/query/later.js");
    const { one } = reads(client);
    await queryClient.prefetchQuery(one);
    const optimistic = () => ({ title: "Closing" });
    const close = new MutationObserver(queryClient, mutationOptions(client.tickets.command.close, { optimistic }));
    const titles: string[] = [];
    queryClient.getQueryCache().subscribe(({ query }) => {
      const data = query.state.data as { data?: { attributes: { title: string } } } | undefined;
      if (data?.data) titles.push(data.data.attributes.title);
    });
    await close.mutate({ id: 1 });
    expect(titles).toContain("Closing");
  });
});
