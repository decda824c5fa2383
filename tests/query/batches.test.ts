import { dehydrate, hydrate, MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { memoryStore, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { atomicOptions, connectQueries, mutationOptions, queryOptions, type Refetch } from "trestle/query";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

await import("../../src/query/later.js");

function open() {
  const t = trestle();
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { text: z.string().min(1) },
    createFields: ["text"],
    editFields: ["text"],
  });
  const data = memoryData();
  const source = data.source(notes, { rows: [{ id: 1, text: "one" }, { id: 2, text: "two" }] }); // biome-ignore format: short
  const ping = t.command({ idempotent: true, input: z.object({ text: z.string() }), output: z.int() }, () => 1);
  const api = t.router(
    {
      notes: notes.routes(
        notes.getMany(source.getMany),
        notes.getOne(source.getOne),
        notes.createOne({ idempotent: true }, source.createOne),
        notes.editOne(source.editOne),
        notes.deleteOne(source.deleteOne),
      ),
    },
    {
      actions: { ping },
      transaction: data.transaction,
      idempotency: { store: memoryStore() },
      atomic: { idempotent: true },
    },
  );
  const handle = fetchHandler(api, { prefix: "/api" });
  const faults: ("lost" | "unreachable")[] = [];
  const sent: { line: string; key: string | null }[] = [];
  const client = createClient<typeof api>({
    url: "http://localhost/api",
    fetch: async (request) => {
      const line = `${request.method} ${new URL(request.url).pathname.slice(4)}`;
      sent.push({ line, key: request.headers.get("idempotency-key") });
      const fault = request.method === "GET" ? undefined : faults.shift();
      if (fault === "unreachable") throw new TypeError("unreachable");
      const response = await handle(request);
      if (fault === "lost") throw new TypeError("The connection broke.");
      return response;
    },
  });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const refetched: Refetch[] = [];
  const stop = connectQueries(queryClient, client, { onRefetch: (each) => refetched.push(each) });
  onTestFinished(() => {
    stop();
    queryClient.clear();
  });
  return { client, queryClient, refetched, sent, faults };
}

async function watch(queryClient: QueryClient, client: ReturnType<typeof open>["client"]) {
  const shown: string[] = [];
  const options = queryOptions(client.notes.list(), { select: (page) => page.map((note) => note.text).join() });
  const observer = new QueryObserver(queryClient, options);
  onTestFinished(observer.subscribe(({ data }) => void (data !== shown.at(-1) && shown.push(`${data}`))));
  await expect.poll(() => shown.at(-1)).toBe("one,two");
  return shown;
}

test("a batch is shown as one change, and each query is refetched once", async () => {
  const { client, queryClient, refetched, sent } = open();
  const shown = await watch(queryClient, client);
  const options = atomicOptions(
    client,
    (tx, text: string) => [tx.notes.update(1, { text }), tx.notes.delete(2), tx.notes.create({ text: "three" })],
    { optimistic: true },
  );
  const [first, gone, third] = await new MutationObserver(queryClient, options).mutate("ONE");
  expect([first.text, gone, third.text]).toEqual(["ONE", undefined, "three"]);
  await expect.poll(() => shown.at(-1)).toBe("ONE,three");
  expect(shown).toEqual(["one,two", "ONE", "ONE,three"]); // the change appears in one step
  expect(refetched).toHaveLength(1);
  expect(sent.map(({ line }) => line)).toEqual(["GET /notes", "POST /operations", "GET /notes"]);
});

test("a batch that fails is taken back as one", async () => {
  const { client, queryClient } = open();
  const shown = await watch(queryClient, client);
  const plan = atomicOptions(
    client,
    (tx) => [tx.notes.update(1, { text: "ONE" }), tx.notes.delete(2), tx.notes.create({ text: "" })],
    { optimistic: true },
  );
  const error = await new MutationObserver(queryClient, plan).mutate().catch((cause) => cause);
  expect(error).toMatchObject({ status: 422, operation: 2 });
  await expect.poll(() => shown).toEqual(["one,two", "ONE", "one,two"]);
});

test("a batch that is done, although its response is lost, is shown in the end", async () => {
  const { client, queryClient, faults } = open();
  const shown = await watch(queryClient, client);
  faults.push("lost");
  const options = atomicOptions(client, (tx) => tx.notes.delete(2), { optimistic: true });
  expect(await new MutationObserver(queryClient, options).mutate().catch(({ code }) => code)).toBe("network");
  await expect.poll(() => shown.at(-1)).toBe("one");
});

test("a second click repeats the first until it succeeds, and other variables get another key", async () => {
  const { client, queryClient, sent, faults } = open();
  const mutate = (text: string) =>
    // As a component does: each render makes new options.
    new MutationObserver(queryClient, mutationOptions(client.notes, "create", { retry: 0 })).mutate({ text });
  faults.push("lost");
  await expect(mutate("a")).rejects.toMatchObject({ code: "network" });
  expect((await mutate("a")).id).toBe("3");
  expect((await client.notes.list()).length).toBe(3);
  await mutate("a");
  faults.push("lost");
  await expect(mutate("b")).rejects.toMatchObject({ code: "network" });
  await mutate("c");
  const keys = sent.filter(({ line }) => line === "POST /notes").map(({ key }) => key);
  expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys.slice(1)).size).toBe(4);
});

test("commands and batches keep their key, also for two callbacks with the same variables", async () => {
  const { client, queryClient, sent, faults } = open();
  const command = () =>
    new MutationObserver(queryClient, mutationOptions(client.command.ping, { retry: 0 })).mutate({
      input: { text: "a" },
    });
  faults.push("lost");
  await expect(command()).rejects.toMatchObject({ code: "network" });
  await command();
  const batch = (text: string) => {
    const options = atomicOptions(client, (tx, id: number) => [tx.notes.update(id, { text })], { retry: 0 });
    return new MutationObserver(queryClient, options).mutate(1);
  };
  faults.push("lost");
  await expect(batch("x")).rejects.toMatchObject({ code: "network" });
  await batch("x");
  await batch("y");
  const keys = sent.map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(3);
});

test("the retries of one call have one key", async () => {
  const { client, queryClient, sent, faults } = open();
  faults.push("unreachable", "lost");
  const options = mutationOptions(client.notes, "create", { retry: 3 });
  expect(options.retry).toBe(false);
  await new MutationObserver(queryClient, options).mutate({ text: "a" });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent).toHaveLength(3);
});

test("a mutation that was persisted keeps its key", async () => {
  const { client, queryClient, sent, faults } = open();
  const options = mutationOptions(client.notes, "create", { retry: () => true, retryDelay: 100_000 });
  faults.push("lost");
  new MutationObserver(queryClient, options).mutate({ text: "a" }).catch(() => {});
  await expect.poll(() => queryClient.getMutationCache().getAll()[0]?.state.failureCount).toBe(1);
  const stored = JSON.parse(JSON.stringify(dehydrate(queryClient, { shouldDehydrateMutation: () => true })));
  queryClient.clear();
  const later = new QueryClient();
  onTestFinished(() => later.clear());
  later.setMutationDefaults(options.mutationKey, mutationOptions(client.notes, "create", { retry: 0 }));
  hydrate(later, stored);
  await later.getMutationCache().getAll()[0]?.continue();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(await client.notes.list()).toHaveLength(3);
});
