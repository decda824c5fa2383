import { Conflict, NotFound, respond, type StreamEvent } from "trestle";
import { createClient } from "trestle/client";
import { mutationOptions } from "trestle/query";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, type Context, files, row, t, type User, users } from "./blog.js";

const withUser = t.middleware(async ({ next }) => next({ user: { name: "Ann" } as User }));
const user = { id: 7, username: "ann" };

test("a command of one resource", () => {
  articles.command((args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"id" | "input" | "include" | "ctx" | "signal">();
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf(args.ctx).toEqualTypeOf<Context>();
    expectTypeOf(args.input).toEqualTypeOf<undefined>();
    expectTypeOf(args.include).toEqualTypeOf<{}>();
  });
  articles.command({ input: z.object({ at: z.date(), note: z.string().optional() }) }, (args) => {
    expectTypeOf(args.input).toEqualTypeOf<{ at: Date; note?: string | undefined }>();
  });
  articles.command({ returns: articles, include: ["author", "author__articles"] }, (args) => {
    expectTypeOf(args.include).toEqualTypeOf<{ readonly author: boolean; readonly author__articles: boolean }>();
    return row;
  });
  files.command(({ id }) => {
    expectTypeOf(id).toEqualTypeOf<string>();
  });
});

test("an action of a collection or of the API has no id", () => {
  articles.collection.command({ input: z.object({ file: z.file() }) }, (args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"input" | "include" | "ctx" | "signal">();
    expectTypeOf(args.input.file).toEqualTypeOf<File>();
  });
  t.query({ input: z.object({ q: z.string().default("") }), output: z.object({}) }, (args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"input" | "include" | "ctx" | "signal">();
    expectTypeOf(args.input).toEqualTypeOf<{ q: string }>();
    return {};
  });
});

test("middleware adds to the context", () => {
  articles.command({ middleware: [withUser] }, ({ ctx }) => {
    expectTypeOf(ctx.user).toExtend<User>();
  });
  t.use(withUser).command(({ ctx }) => {
    expectTypeOf(ctx.user).toExtend<User>();
  });
});

test("results: rows, a list, a value or nothing, with or without respond", () => {
  articles.command({ returns: articles }, () => row);
  articles.command({ returns: articles }, async () => respond(row, { status: 202, headers: { "x-job": "1" } }));
  articles.command({ returns: [articles] }, () => [row]);
  articles.command({ returns: users }, () => user);
  articles.command({ output: z.object({ at: z.date() }) }, () => respond({ at: new Date() }, { status: 201 }));
  articles.command(() => respond(undefined, { status: 202 }));
  articles.command(() => respond(undefined, { headers: { "set-cookie": ["a=1", "b=2"] } }));
  articles.command(async () => undefined);
  // @ts-expect-error a list
  articles.command({ returns: [articles] }, () => row);
  // @ts-expect-error one row
  articles.command({ returns: articles }, () => [row]);
  // @ts-expect-error a row of another resource
  articles.command({ returns: users }, () => row);
  // @ts-expect-error a value of another type
  articles.command({ output: z.object({ at: z.date() }) }, () => ({ at: "now" }));
  // @ts-expect-error nothing was declared
  articles.command(() => ({ id: 1 }));
  // @ts-expect-error not a status of a success
  articles.command({ status: 404 }, () => undefined);
  // @ts-expect-error a query has no body
  articles.query({ bodySize: 1 }, () => undefined);
  // @ts-expect-error not an include of the returned rows
  articles.command({ returns: users, include: ["author"] }, () => user);
});

test("a stream", () => {
  const events = { changed: z.object({ at: z.date() }), gone: z.int() };
  articles.stream({ events, input: z.object({ only: z.string().optional() }) }, async function* (args) {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"id" | "input" | "after" | "ctx" | "signal">();
    expectTypeOf(args.after).toEqualTypeOf<string | undefined>();
    expectTypeOf(args.input).toEqualTypeOf<{ only?: string | undefined }>();
    yield { event: "changed", id: "1", data: { at: new Date() } };
    yield { event: "gone", data: 1 };
  });
  // @ts-expect-error the data of another event
  articles.collection.stream({ events }, async function* () {
    yield { event: "gone" as const, data: { at: new Date() } };
  });
});

test("a literal in a result stays one", () => {
  const status = z.enum(["open", "closed"]);
  const size = z.tuple([z.int(), z.enum(["cm", "mm"])]);
  const tickets = t.resource("tickets", { id: z.int(), attributes: { status, size }, editFields: ["status"] });
  const output = z.object({ status, size, all: z.array(status), kind: z.literal("a").or(z.literal("b")) });

  const close = tickets.command({ returns: tickets }, ({ id }) => ({ id, status: "closed", size: [1, "cm"] }));
  tickets.command({ returns: tickets }, async ({ id }) => ({ id, status: "closed", size: [1, "cm"] }));
  tickets.command({ returns: tickets }, ({ id }) => {
    if (id === 1) return { id, status: "closed", size: [1, "cm"] };
    return respond({ id, status: "open", size: [1, "cm"] });
  });
  tickets.command({ returns: [tickets] }, () => [{ id: 1, status: "closed", size: [1, "cm"] }]);
  tickets.collection.query({ returns: [tickets] }, async () => [{ id: 1, status: "closed", size: [1, "cm"] }]);
  t.command({ output }, () => ({ status: "open", size: [1, "mm"], all: ["open"], kind: "a" }));
  t.command({ output }, async () => respond({ status: "open", size: [1, "mm"], all: ["open"], kind: "a" }));
  t.query({ output: status }, () => "open");
  t.query({ output: size }, async () => [1, "mm"]);
  t.stream({ events: { changed: status, gone: z.object({ status }) } }, async function* () {
    yield { event: "changed", data: "open" };
    yield { event: "gone", data: { status: "closed" } };
  });
  tickets.getOne(({ id }) => ({ id, status: "closed", size: [1, "cm"] }));
  tickets.getMany({ sort: ["status"] }, () => [{ id: 1, status: "closed", size: [1, "cm"] }]);
  const edit = tickets.editOne({ errors: [NotFound] }, ({ id }) => ({ id, status: "closed", size: [1, "cm"] }));

  const ping = tickets.rpc("ping", () => new Response());
  const board = t.router({ tickets: tickets.routes(edit, ping).actions({ close }) });
  const client = createClient<typeof board>({ url: "http://localhost" });
  mutationOptions(client.tickets.command.close, { optimistic: () => ({ status: "closed", size: [1, "cm"] }) });
  mutationOptions(client.tickets, "update", { optimistic: (_) => ({ status: "closed" }) });
  mutationOptions(client.tickets, "rpc", "ping", { optimistic: () => ({ status: "closed" }) });
  // @ts-expect-error TypeScript reads a function without a parameter for the overload of rpcs, and keeps that type: write (_)
  mutationOptions(client.tickets, "update", { optimistic: () => ({ status: "closed" }) });

  // @ts-expect-error not a status
  tickets.command({ returns: tickets }, ({ id }) => ({ id, status: "shut", size: [1, "cm"] }));
  // @ts-expect-error not a status
  t.query({ output }, async () => ({ status: "shut", size: [1, "mm"], all: [], kind: "a" }));
  // @ts-expect-error not a status
  mutationOptions(client.tickets.command.close, { optimistic: () => ({ status: "shut" }) });
});

class Taken extends Conflict {}
const merge = articles.command(
  {
    input: z.object({ into: z.int(), at: z.date() }),
    returns: articles,
    include: ["author"],
    errors: [Taken, NotFound],
  },
  () => row,
);
const importAll = articles.collection.command(
  { input: z.object({ all: z.boolean().optional() }), returns: [articles] },
  () => [row],
);
const stats = articles.collection.query(
  { input: z.object({ since: z.date() }), output: z.object({ ids: z.set(z.bigint()) }) },
  () => ({
    ids: new Set([1n]),
  }),
);
const changes = articles.stream({ events: { changed: z.date(), gone: z.int() } }, async function* () {
  yield { event: "gone", data: 1 };
});
const login = t.command({ input: z.object({ name: z.string() }) }, () => undefined);

test("other handlers call an action as a function", async () => {
  const ctx: Context = { db: { rows: 1 }, user: null };
  const merged = await merge({ ctx, id: 1, input: { into: 2, at: new Date() }, include: { author: true } });
  expectTypeOf(merged).toExtend<object>();
  const rows = stats({ ctx, input: { since: new Date() } });
  expectTypeOf(rows).toExtend<Promise<unknown>>();
  for await (const event of changes({ ctx, id: 1 })) {
    expectTypeOf(event).toEqualTypeOf<StreamEvent<"changed", Date> | StreamEvent<"gone", number>>();
  }
  await login({ ctx, input: { name: "Ann" } });
  // @ts-expect-error the input is missing
  await login({ ctx });
  // @ts-expect-error the id is missing
  await merge({ ctx, input: { into: 2, at: new Date() } });
});

const api = t.router(
  {
    articles: articles.routes().actions({ merge, import: importAll, stats, changes }),
    users: users.routes(),
    categories: t.resource("categories", { id: z.int(), attributes: {} }).routes(),
  },
  { actions: { login } },
);
type ApiType = typeof api;
interface Api extends ApiType {}

test("the URL names of a router contain its actions", () => {
  api.url("articles__command__merge", { id: 1 });
  api.url("articles__collection__command__import");
  api.url("articles__collection__query__stats");
  api.url("command__login");
  // @ts-expect-error no such action
  api.url("articles__command__import");
});

test("a client", async () => {
  const client = createClient<Api>({ url: "http://localhost" });
  expectTypeOf<keyof typeof client.articles>().toEqualTypeOf<"command" | "query" | "stream">();
  type Calls = () => Promise<void>;
  const calls: Calls = async () => {
    const merged = await client.articles.command.merge("1", { into: 2, at: "2026-01-31" }, { include: ["author"] });
    expectTypeOf(merged.author?.username).toEqualTypeOf<string | undefined>();
    const plain = await client.articles.command.merge(1, { into: 2, at: new Date() });
    // @ts-expect-error not included
    plain.author?.username;
    const { error } = await client.articles.command.merge(1, { into: 2, at: new Date() }).safe();
    if (error?.status === 409) expectTypeOf(error.code).toEqualTypeOf<"conflict">();
    const rows = await client.articles.command.import();
    expectTypeOf(rows[0]?.title).toEqualTypeOf<string | undefined>();
    const { ids } = await client.articles.query.stats({ since: new Date() });
    expectTypeOf(ids).toEqualTypeOf<Set<bigint>>();
    for await (const { event, data } of client.articles.stream.changes(1, undefined, { after: "3" })) {
      if (event === "changed") expectTypeOf(data).toEqualTypeOf<Date>();
    }
    expectTypeOf(await client.command.login({ name: "Ann" })).toEqualTypeOf<undefined>();
    // @ts-expect-error the id is missing
    client.articles.command.merge({ into: 2, at: new Date() });
    // @ts-expect-error a command is not a query
    client.articles.query.merge;
  };
  expectTypeOf(calls).toEqualTypeOf<Calls>();
});
