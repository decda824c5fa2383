import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../api/relationship.js";
import { trestle } from "../api/trestle.js";
import { operationsOf, routerSpec } from "../model/router.js";
import { started } from "../../../tests/support/routed.js";

// Actions that do not compile: the same mistakes are caught where types are not looked at.

type Action = Readonly<Record<"command" | "query" | "stream", (...rest: unknown[]) => never>>;
interface Routes {
  actions(actions: object): Routes;
}
interface Resource extends Action {
  readonly collection: Action;
  rpc(...rest: unknown[]): never;
  routes(...operations: unknown[]): Routes;
}
interface Api extends Action {
  resource(type: string, config: object): Resource;
  router(routes: object, options?: object): object;
}
const t = trestle() as unknown as Api;

const tickets = t.resource("tickets", {
  id: z.int(),
  attributes: { title: z.string(), secret: z.string() },
  relationships: { author: toOne("users"), watchers: toMany("users"), parent: toOne("tickets").nullable() },
  createFields: ["parent"],
  writeOnly: ["secret", "parent"],
});
const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { tickets: toMany("tickets") },
});
const withId = (id: z.ZodType) => t.resource("pages", { id, attributes: {} });
const handler = () => undefined;
const result = { output: z.string() };
const events = { changed: z.int() };

function router(actions: object, operations: readonly unknown[] = [], apiActions: object = {}): object {
  return t.router(
    { tickets: tickets.routes(...operations).actions(actions), users: users.routes() },
    { actions: apiActions },
  );
}

describe("a name", () => {
  test.each<[name: string, register: () => unknown, message: string]>([
    [
      "of a query that may be an id",
      () =>
        withId(z.string())
          .routes()
          .actions({ stats: withId(z.string()).collection.query(handler) }),
      'pages.collection.query("stats"): GET /pages/stats could also read a resource with the id "stats". Make it a command, or use an id schema that rejects "stats".',
    ],
    [
      "of a stream that may be an id",
      () =>
        withId(z.string())
          .routes()
          .actions({ stats: withId(z.string()).collection.stream({ events }, handler) }),
      'pages.collection.stream("stats"): GET /pages/stats could also read',
    ],
    [
      "of a query that is a relationship",
      () => tickets.routes().actions({ author: tickets.query(handler) }),
      'tickets.query("author"): a query called "author" would shadow the related endpoint of that relationship. Rename it.',
    ],
    [
      "of a stream that is a relationship",
      () => tickets.routes().actions({ watchers: tickets.stream({ events }, handler) }),
      'tickets.stream("watchers"): a stream called "watchers" would shadow the related endpoint',
    ],
    [
      "that is the segment of relationships",
      () => tickets.routes().actions({ relationship: tickets.command(handler) }),
      'tickets.command("relationship"): an action called "relationship" would shadow the relationship endpoints. Rename it.',
    ],
    [
      "that is not a segment",
      () => tickets.routes().actions({ "a/b": tickets.command(handler) }),
      'tickets.command("a/b"): the action "a/b" is not a legal JSON:API member name.',
    ],
    [
      "that separates names",
      () => tickets.routes().actions({ a__b: tickets.command(handler) }),
      'tickets.command("a__b"): the action "a__b" contains "__"',
    ],
    [
      "of an action of the API that is a type",
      () => router({}, [], { users: t.command(handler) }),
      't.command("users"): an action called "users" would shadow the resource of that name. Rename it.',
    ],
    ...["atomic", "command", "live", "query", "stream"].map((name): [string, () => unknown, string] => [
      `of an action of the API that is "${name}"`,
      () => router({}, [], { [name]: t.query(handler) }),
      `t.query("${name}"): "${name}" is a name that Trestle uses in paths and in the client. Rename it.`,
    ]),
    [
      "of a command that is an rpc",
      () => router({ merge: tickets.command(handler) }, [tickets.rpc("merge", handler)]),
      't.router: tickets.rpc("merge") and tickets.command("merge") are both POST /tickets/:id/merge. Rename one.',
    ],
    [
      "of a query that is an rpc",
      () => router({ look: tickets.query(result, handler) }, [tickets.rpc("look", { method: "GET" }, handler)]),
      't.router: tickets.rpc("look") and tickets.query("look") are both GET /tickets/:id/look. Rename one.',
    ],
    [
      "of an action that was registered before",
      () =>
        t.router({
          tickets: tickets
            .routes()
            .actions({ a: tickets.query(result, handler) })
            .actions({ a: tickets.stream({ events }, handler) }),
          users: users.routes(),
        }),
      't.router: tickets.query("a") and tickets.stream("a") are both GET /tickets/:id/a. Rename one.',
    ],
  ])("%s is refused", (_, register, message) => {
    expect(started(register)).toThrow(TypeError);
    expect(started(register)).toThrow(message);
  });

  test.each<[name: string, register: () => unknown]>([
    [
      "of a command that may be an id",
      () =>
        withId(z.string())
          .routes()
          .actions({ a: withId(z.string()).collection.command(handler) }),
    ],
    [
      "of a query that no integer is",
      () => tickets.routes().actions({ stats: tickets.collection.query(result, handler) }),
    ],
    [
      "of a query that no uuid is",
      () =>
        withId(z.uuid())
          .routes()
          .actions({ a: withId(z.uuid()).collection.query(result, handler) }),
    ],
    [
      "of a query that the id's pattern rejects",
      () =>
        withId(z.string().regex(/^p-/))
          .routes()
          .actions({ a: withId(z.string().regex(/^p-/)).collection.query(result, handler) }),
    ],
    [
      "of an item's query, with any ids",
      () =>
        withId(z.string())
          .routes()
          .actions({ a: withId(z.string()).query(result, handler) }),
    ],
    ["of a command that is a relationship", () => router({ author: tickets.command(handler) })],
    [
      "of a collection's query that is a relationship",
      () => router({ author: tickets.collection.query(result, handler) }),
    ],
    [
      "of a collection's command that is the segment of relationships",
      () => router({ relationship: tickets.collection.command(handler) }),
    ],
    [
      "that is reserved elsewhere",
      () => router({ live: tickets.command(handler), query: tickets.collection.query(result, handler) }),
    ],
    [
      "of a command that is an rpc with another method",
      () => router({ merge: tickets.command(handler) }, [tickets.rpc("merge", { method: "PUT" }, handler)]),
    ],
    [
      "of an item's and a collection's action",
      () =>
        t.router({
          tickets: tickets
            .routes()
            .actions({ a: tickets.command(handler) })
            .actions({ a: tickets.collection.command(handler) }),
          users: users.routes(),
        }),
    ],
    [
      "of an action of the API that a type's action has",
      () => router({ merge: tickets.command(handler) }, [], { merge: t.command(handler) }),
    ],
  ])("%s is allowed", (_, register) => {
    expect(started(register)).not.toThrow();
  });

  test("is that of the key, also for one action under two names", () => {
    const close = tickets.command(handler);
    const spec = routerSpec(router({ close, shut: close }));
    expect(operationsOf(spec).map(({ info }) => info.action)).toEqual(["close", "shut"]);
  });
});

describe("an action", () => {
  test.each<[name: string, register: () => unknown, message: string]>([
    [
      "that is a query without a result",
      () => router({ find: tickets.query(handler) }),
      'tickets.query("find"): a query needs a result. Add output: z.object({ … }) for a value, or returns: tickets for rows. If it changes something, make it a command.',
    ],
    [
      "that is a query of the API without a result",
      () => router({}, [], { find: t.query({ input: z.object({}) }, handler) }),
      't.query("find"): a query needs a result. Add output: z.object({ … }) for a value, or returns: tickets for rows. If it changes something, make it a command.',
    ],
    [
      "among the operations",
      () => tickets.routes(tickets.command(handler)),
      "tickets.routes takes no actions. Name them behind it: tickets.routes(…).actions({ … }).",
    ],
    [
      "of another resource",
      () => users.routes().actions({ merge: tickets.command(handler) }),
      'users.routes(…).actions: "merge" is an action of "tickets". Pass it to tickets.routes(…).actions.',
    ],
    [
      "of the API",
      () => users.routes().actions({ login: t.command(handler) }),
      'users.routes(…).actions: "login" is an action of the API. Pass it to t.router(…, { actions }).',
    ],
    [
      "of a resource, for the API",
      () => router({}, [], { merge: tickets.command(handler) }),
      't.router: "merge" is an action of "tickets". Pass it to tickets.routes(…).actions.',
    ],
    [
      "that is another operation",
      () => tickets.routes().actions({ x: tickets.rpc("x", handler) }),
      'tickets.routes(…).actions: "x" is not an action. Make it with tickets.command(…), query(…) or stream(…).',
    ],
    [
      "with an include below the rows that is not a relationship",
      () => router({ a: tickets.command({ returns: tickets, include: ["author__nope"] }, handler) }),
      'tickets.command("a"): include "author__nope": "users" has no relationship "nope".',
    ],
    [
      "with an include of its own resource, not of the rows",
      () => router({ a: tickets.command({ returns: users, include: ["author"] }, handler) }),
      'tickets.command("a"): include "author": "users" has no relationship "author".',
    ],
    [
      "with an include that cannot be read",
      () =>
        router({}, [], {
          a: t.query({ returns: [users], include: ["tickets__parent"] }, handler),
        }),
      't.query("a"): include "tickets__parent" uses a writeOnly field of "tickets", so it cannot be included.',
    ],
    [
      "that returns rows of a resource that is not in the router",
      () => router({ a: tickets.command({ returns: withId(z.int()) }, handler) }),
      'tickets.command("a"): returns "pages": no resource "pages" in this router',
    ],
    [
      "that affects a resource that is not in the router",
      () => router({ a: tickets.command({ affects: ["pages"] }, handler) }),
      'tickets.command("a"): affects "pages": no resource "pages" in this router',
    ],
    [
      "of the API that affects a resource that is not in the router",
      () => router({}, [], { a: t.command({ affects: ["pages"] }, handler) }),
      't.command("a"): affects "pages": no resource "pages" in this router',
    ],
  ])("%s is refused", (_, register, message) => {
    expect(started(register)).toThrow(TypeError);
    expect(started(register)).toThrow(message);
  });

  test.each<[name: string, register: () => unknown, message: string]>([
    [
      "rows and a value",
      () => tickets.command({ returns: tickets, output: z.object({}) }, handler),
      "an action has either returns (rows) or output (a value). Remove one.",
    ],
    [
      "an include without rows",
      () => tickets.command({ include: ["author"] }, handler),
      "include needs the resource whose rows are returned. Add returns: tickets.",
    ],
    [
      "rows of something else",
      () => tickets.command({ returns: z.object({}) }, handler),
      "returns must be a resource, or a list that contains only a resource: returns: [tickets].",
    ],
    ...[z.string(), z.array(z.int()), z.set(z.string()), z.union([z.object({}), z.string()])].map(
      (input): [string, () => unknown, string] => [
        `an input that is ${input.type}`,
        () => tickets.command({ input }, handler),
        "the input of an action must be an object: z.object({ … }).",
      ],
    ),
    ...[{ name: z.string() }, "z.object", 5].map((input): [string, () => unknown, string] => [
      `an input of another type: ${typeof input}`,
      () => tickets.command({ idempotent: true, input }, handler),
      "tickets.command: the input of an action must be a Zod 4 schema: z.object({ … }).",
    ]),
    [
      "the members of an output",
      () => tickets.collection.query({ output: { name: z.string() } }, handler),
      "tickets.collection.query: output must be a Zod 4 schema: z.object({ … }).",
    ],
    [
      "the members of an event",
      () => t.stream({ events: { tick: { name: z.string() } } }, handler),
      't.stream: the event "tick" must be a Zod 4 schema: z.object({ … }).',
    ],
    ["a stream without events", () => t.stream(handler), "t.stream: a stream needs events: { name: z.object({ … }) }."],
    [
      "an input with a function",
      () => tickets.command({ input: z.object({ f: z.custom<() => void>().and(z.promise(z.int())) }) }, handler),
      "the input",
    ],
    [
      "a file below a member",
      () => tickets.command({ input: z.object({ deep: z.object({ file: z.file() }) }) }, handler),
      "the input",
    ],
    [
      "a query with a file",
      () => tickets.query({ input: z.object({ file: z.file() }) }, handler),
      'the input "file" cannot be sent in a query string',
    ],
    [
      "a query with an object",
      () => tickets.query({ input: z.object({ box: z.object({ w: z.int() }) }) }, handler),
      'the input "box" cannot be sent in a query string: it is',
    ],
    [
      "a stream with an object",
      () => tickets.stream({ events, input: z.object({ box: z.object({ w: z.int() }) }) }, handler),
      'the input "box" cannot be sent in a query string: it is',
    ],
    ...[z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]), z.record(z.string(), z.int())].map(
      (input): [string, () => unknown, string] => [
        `a query with a ${input.type}`,
        () => tickets.query({ input }, handler),
        "tickets.query: each member of the input is a parameter, so it must be one object: z.object({ … }). Or make it a command.",
      ],
    ),
    [
      "a stream with objects that hold together",
      () => t.stream({ events, input: z.object({ a: z.string() }).and(z.object({ b: z.int() })) }, handler),
      "t.stream: each member of the input is a parameter, so it must be one object: z.object({ … }).",
    ],
    ["an output with a file", () => tickets.query({ output: z.file() }, handler), "output"],
    [
      "an event that Trestle sends",
      () => tickets.stream({ events: { "trestle-end": z.int() } }, handler),
      'the event "trestle-end" needs another name: not empty, on one line, and not beginning with "trestle-".',
    ],
    [
      "a status of an error",
      () => tickets.command({ status: 400 }, handler),
      "status must be 200, 201 or 202; received 400.",
    ],
    ["a body of a query", () => tickets.query({ bodySize: 1 }, handler), 'unknown option "bodySize".'],
    ["an unknown option", () => tickets.command({ retuns: tickets }, handler), 'Did you mean "returns"?'],
  ])("with %s is refused", (_, register, message) => {
    expect(started(register)).toThrow(TypeError);
    expect(started(register)).toThrow(message);
  });

  test.each<[name: string, input: z.ZodType]>([
    ["files as members and lists", z.object({ file: z.file().optional(), files: z.array(z.file()), note: z.string() })],
    ["a choice of objects", z.union([z.object({ a: z.int() }), z.object({ b: z.int() })])],
    ["a refined object", z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a < b)],
    [
      "dates, sets and bigints",
      z.object({ at: z.date(), ids: z.set(z.bigint()), byName: z.map(z.string(), z.date()) }),
    ],
  ])("takes %s", (_, input) => {
    expect(started(() => tickets.command({ input }, handler))).not.toThrow();
  });
});
