import { setTimeout } from "node:timers/promises";
import { BadRequest, json, memoryStore, respond, toMany, toOne, type Transaction, trestle } from "trestle";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sendRaw } from "../support/http.js";
import { ATOMIC_TYPE, MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

// A promise that rejects and that nobody awaits ends a Node process.

const unhandled: unknown[] = [];
const listener = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", listener);
});

afterEach(async () => {
  await setTimeout(10);
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});

/** A promise that the app forgot to await. Types forbid most of its places. */
// biome-ignore lint/suspicious/noExplicitAny: what JavaScript can do
type Untyped = any;

const lost = (): Untyped => Promise.reject(new Error("The database is gone."));
const lostLater = (): Untyped => setTimeout(2).then(lost);
const row = (): Untyped => ({ id: 1, name: "Ann", extra: null, tags: [], boss: 2, team: [] });

/** What handlers return or throw. Each has promises in two places. */
const results: Readonly<Record<string, () => Untyped>> = {
  "several members": () => ({ ...row(), name: lost(), tags: lost(), boss: lost() }),
  "an id": () => ({ ...row(), id: lost(), name: lost() }),
  "items of a list": () => ({ ...row(), tags: [lost(), lost()] }),
  "an attribute of any type": () => ({ ...row(), extra: lost(), team: [lost()] }),
  "the parts of an attribute of any type": () => ({ ...row(), extra: { a: [lost()], b: lost() } }),
  "related rows": () => ({ ...row(), team: [lost(), lost()] }),
  "a member of a class": () => Object.assign(new (class User {})(), row(), { name: lost(), boss: lost() }),
  "a getter": () => Object.defineProperty(row(), "name", { get: lost }),
  "respond(…)": () => respond(lost(), { meta: { took: 1 } }),
  "respond({ … })": () => respond({ ...row(), name: lost(), boss: lost() }),
  meta: () => respond(row(), { meta: { a: lost(), b: { c: lost() } } }),
  "the parts of meta": () => respond(row(), { meta: { a: { b: { c: [lost(), lost()] } } } }),
  headers: () => respond({ ...row(), name: lost() }, { headers: { "x-a": lost(), "x-b": lost() } }),
  cookies: () => respond(row(), { headers: { "set-cookie": [lost(), lost()] } }),
  links: () => respond(row(), { links: { next: lost(), prev: lost() } }),
  "the parts of links": () => respond(row(), { links: { next: { page: { after: lost(), before: lost() } } } }),
  "included rows": () => respond(row(), { included: { users: [lost(), lost()] } }),
  included: () => respond(row(), { included: { users: lost() } }),
  "a total": () => respond(row(), { total: lost(), hasMore: lost() }),
  status: () => respond(row(), { status: lost() }),
  throw: () => {
    throw lost();
  },
  "throw later": () => {
    throw lostLater();
  },
  "the meta of an error": () => {
    throw new BadRequest("No.", { meta: { a: lost(), b: { c: lost() } } });
  },
  "the headers of an error": () => {
    throw new BadRequest("No.", { headers: { "x-a": lost(), "x-b": lost() } });
  },
};

const attributes = { name: z.string(), extra: z.any(), tags: z.array(z.string()) };
const resource = { type: "users", attributes: { name: "Ann" } };

function makeApi(result: () => Untyped): Untyped {
  const t = trestle();
  const users: Untyped = t.resource("users", {
    id: z.int(),
    attributes,
    relationships: { boss: toOne("users"), team: toMany("users") },
    createFields: ["name"] as Untyped,
  });
  const object = z.object({ id: z.int(), ...attributes });
  const shown = async () => result();
  const api = users
    .routes(
      users.getOne(result),
      users.createOne({ idempotent: true }, shown),
      users.getMany(async () => [await result()]),
      users.getRelated("boss", result),
    )
    .actions({
      me: users.collection.query({ returns: users }, shown),
      add: users.collection.command({ output: object }, result),
    });
  const transaction: Transaction<object> = async (ctx, run) => {
    try {
      return await run(ctx);
    } finally {
      await setTimeout(5); // a rollback takes time
    }
  };
  const idempotency = { store: memoryStore(), caller: () => null };
  return t.router({ users: api } as Untyped, { atomic: true, transaction, idempotency } as Untyped);
}

type Case = readonly [line: string, type?: string, body?: unknown];
const requests: readonly Case[] = [
  ["GET /api/users/1"],
  ["GET /api/users"],
  ["GET /api/users/me"],
  ["GET /api/users/1/boss"],
  ["POST /api/users", MEDIA_TYPE, { data: resource }],
  ["POST /api/operations", ATOMIC_TYPE, { "atomic:operations": [{ op: "add", data: resource }] }],
];

describeServers("a forgotten await", (serve) => {
  async function expectFailures(api: Untyped, cases: readonly Case[]): Promise<void> {
    const { origin, logged } = await serve(api);
    for (const [line, type, body] of cases) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const { status } = await sendRaw(origin, line, { headers: { "content-type": type }, text });
      expect([line, status]).toEqual([line, 500]);
    }
    expect(logged).toHaveLength(cases.length);
  }

  test.each(Object.entries(results))("of %s is a logged 500", async (_, result) => {
    await expectFailures(makeApi(result), requests);
  });

  test("in a handler whose result is not sent is a logged 500", async () => {
    const t = trestle();
    const users = t.resource("users", { id: z.int(), attributes: {} });
    const work: Untyped = () => [1, 2].map(lost);
    const commands = { purge: users.collection.command(work), queue: users.collection.command({ status: 202 }, work) };
    const file = users.rpc("file", { method: "GET" }, () => json({ a: lost(), b: [lost()] }));
    const routes = users.routes(users.deleteOne(work), file).actions(commands);
    await expectFailures(t.router({ users: routes }), [
      ["DELETE /api/users/1"],
      ["GET /api/users/1/file"],
      ["POST /api/users/purge"],
      ["POST /api/users/queue"],
    ]);
  });

  test("of next() in a middleware that throws is a logged 500", async () => {
    const t = trestle();
    const throwing = t.middleware(async ({ next }) => {
      void next();
      throw new Error("The audit failed.");
    });
    const returning = t.middleware((async ({ next }: Untyped) => void next()) as Untyped);
    const users = t.resource("users", { id: z.int(), attributes: {} });
    const routes = users.routes(
      users.getOne({ middleware: [throwing] }, lost),
      users.getMany({ middleware: [returning] }, lostLater),
      users.deleteOne({ middleware: [throwing] }, lostLater),
    );
    await expectFailures(t.router({ users: routes }), [
      ["GET /api/users/1"],
      ["GET /api/users"],
      ["DELETE /api/users/1"],
    ]);
  });

  test("in an event is a logged error of its stream", async () => {
    const t = trestle();
    const events = { changed: z.object({ a: z.string(), b: z.string() }) };
    const changes = t.stream({ events }, async function* () {
      yield { event: "changed", data: { a: lost(), b: lost() } };
    });
    const { origin, logged } = await serve(t.router({}, { actions: { changes } }) as Untyped);
    const { text } = await sendRaw(origin, "GET /api/changes");
    expect(text).toContain("event: trestle-error");
    expect(logged).toHaveLength(1);
  });

  test("in a result that comes after the timeout ends no process", async () => {
    const t = trestle();
    const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
    const get = users.getOne({ timeout: 5 }, async () => {
      await setTimeout(30);
      return { id: 1, name: lost() };
    });
    const { origin } = await serve(t.router({ users: users.routes(get) }));
    expect((await sendRaw(origin, "GET /api/users/1")).status).toBe(503);
    await setTimeout(40);
  });
});
