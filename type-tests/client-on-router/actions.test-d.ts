import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { type ActionInput, type ActionResult, type Conflict, createClient, type Item } from "trestle/client";
import { mutationOptions, queryOptions } from "trestle/query";
import { expectTypeOf, test } from "vitest";
import type { Api } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const at = new Date();

test("the result of an action is items, a value or nothing", async () => {
  const merged = await client.tickets.command.merge(5, { into: 8, at });
  expectTypeOf(merged).toEqualTypeOf<Item<Api, "tickets">>();
  const included = await client.tickets.command.merge(5, { into: 8, at: "2026" }, { include: ["author"] });
  expectTypeOf(included).toEqualTypeOf<Item<Api, "tickets", "author">>();
  expectTypeOf(await client.tickets.command.close(5)).toEqualTypeOf<undefined>();
  expectTypeOf(await client.command.reindex({ deep: true })).toEqualTypeOf<{ jobs: number }>();
  const stats = await client.tickets.query.stats({ since: at });
  expectTypeOf(stats).toEqualTypeOf<{ count: number; since: Date; ids: Set<bigint> }>();
  expectTypeOf(await client.tickets.query.similar(5)).toEqualTypeOf<Item<Api, "tickets">[]>();
  expectTypeOf(await client.tickets.command.import({ file: new File([], "a") })).toEqualTypeOf<
    Item<Api, "tickets">[]
  >();
});

test("what is wrong does not compile", () => {
  // @ts-expect-error the input is missing
  client.tickets.command.merge(5);
  // @ts-expect-error no such path
  client.tickets.command.merge(5, { into: 8, at }, { include: ["watchers"] });
  // @ts-expect-error no such member
  client.command.reindex({ deep: true, deeper: true });
  // @ts-expect-error a query, not a command
  client.tickets.command.stats({ since: at });
  // @ts-expect-error no id
  client.tickets.command.close();
});

test("an event narrows by its name", async () => {
  for await (const event of client.tickets.stream.changes()) {
    if (event.event === "changed") expectTypeOf(event.data).toEqualTypeOf<{ id: number; at: Date }>();
    else expectTypeOf(event.data).toEqualTypeOf<number>();
  }
  expectTypeOf(client.tickets.stream.changes({ only: "a" }, { after: "3" }).lastId).toEqualTypeOf<string | undefined>();
});

test("errors are those that are declared, and Trestle's own", async () => {
  const { error } = await client.tickets.command.merge(5, { into: 8, at }).safe();
  if (error?.status === 409) expectTypeOf(error).toEqualTypeOf<Conflict<"already_merged">>();
  if (error?.status === 422) expectTypeOf(error.fields.into).toEqualTypeOf<readonly string[] | undefined>();
  // @ts-expect-error not declared
  if (error?.status === 401) error;
  const { error: read } = await client.tickets.query.stats({ since: at }).safe();
  if (read?.status === 400) expectTypeOf<"missing_parameter">().toExtend<typeof read.code>();
});

test("inputs and results have names", () => {
  expectTypeOf<ActionInput<Api, "tickets", "merge">>().toEqualTypeOf<{
    readonly into: number;
    readonly at: Date | string;
    readonly note?: string | undefined;
  }>();
  expectTypeOf<ActionInput<Api, null, "reindex">>().toEqualTypeOf<{ readonly deep: boolean }>();
  expectTypeOf<ActionResult<Api, "tickets", "similar", "author">>().toEqualTypeOf<Item<Api, "tickets", "author">[]>();
  expectTypeOf<ActionResult<Api, null, "reindex">>().toEqualTypeOf<{ jobs: number }>();
  // @ts-expect-error no such action
  type Wrong = ActionInput<Api, "tickets", "merg">;
  expectTypeOf<Wrong>();
});

test("mutations and queries have the types of the calls", async () => {
  const cache = new QueryClient();
  const merge = new MutationObserver(cache, mutationOptions(client.tickets.command.merge, { include: ["author"] }));
  expectTypeOf(await merge.mutate({ id: 5, input: { into: 8, at } })).toEqualTypeOf<Item<Api, "tickets", "author">>();
  // @ts-expect-error the input is missing
  merge.mutate({ id: 5 });
  // @ts-expect-error no such path
  merge.mutate({ id: 5, input: { into: 8, at }, include: ["watchers"] });
  const reindex = new MutationObserver(cache, mutationOptions(client.command.reindex));
  expectTypeOf(await reindex.mutate({ input: { deep: true }, headers: { "x-call": "1" } })).toEqualTypeOf<{
    jobs: number;
  }>();
  const { select } = queryOptions(client.tickets.query.stats({ since: at }));
  expectTypeOf<ReturnType<typeof select>["ids"]>().toEqualTypeOf<Set<bigint>>();
});
