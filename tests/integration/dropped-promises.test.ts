import { setTimeout } from "node:timers/promises";
import { toMany, toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { started } from "../support/routed.js";

// A promise that rejects and that nobody awaits ends a Node process.

const unhandled: unknown[] = [];
const listener = (reason: unknown) => unhandled.push(reason);
const rejecting = async () => {
  throw new Error("The database is gone.");
};

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", listener);
});

afterEach(async () => {
  await setTimeout(5);
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});

/** Types forbid all of this. */
// biome-ignore lint/suspicious/noExplicitAny: what JavaScript can do
type Untyped = any;

async function read(declaration: object, row: object, options: object = {}, path = "/users"): Promise<number> {
  const t = trestle<Untyped>();
  const users: Untyped = t.resource("users", { id: z.int(), attributes: {}, ...declaration } as Untyped);
  const rows = [{ id: 1, ...row }];
  const api = t.router({ users: users.routes(users.getMany(options, () => rows)) });
  const handle = fetchHandler(api, { context: t.context(() => ({})), onError: () => {} } as Untyped);
  return (await handle(new Request(`http://localhost${path}`))).status;
}

describe("a promise that rejects does not end the process", () => {
  test("of visible", async () => {
    const attributes = { salary: z.number() };
    expect(await read({ attributes, visible: { salary: rejecting } }, { salary: 1 })).toBe(500);
  });

  test.each<[name: string, schema: z.ZodType]>([
    ["text", z.string()],
    ["an object", z.object({ a: z.string() })],
    ["a list", z.array(z.string()).nullable()],
    ["a union", z.union([z.string(), z.object({ a: z.string() })])],
    ["a class", z.instanceof(URL)],
  ])("that is the value of an attribute: %s", async (_, schema) => {
    expect(await read({ attributes: { a: schema } }, { a: rejecting() })).toBe(500);
  });

  test("that is the value of an attribute of any type", async () => {
    expect(await read({ attributes: { a: z.any() } }, { a: rejecting() })).toBe(500);
  });

  test("that is inside an attribute", async () => {
    expect(await read({ attributes: { a: z.array(z.string()) } }, { a: ["a", rejecting()] })).toBe(500);
  });

  test.each([
    ["an id", {}, () => ({ id: rejecting() })],
    ["a related row", { relationships: { boss: toOne("users") } }, () => ({ boss: rejecting() })],
    ["related rows", { relationships: { team: toMany("users") } }, () => ({ team: rejecting() })],
    ["one of several related rows", { relationships: { team: toMany("users") } }, () => ({ team: [rejecting()] })],
  ])("that is %s", async (_, declaration, row) => {
    expect(await read(declaration, row())).toBe(500);
  });

  test.each(["default", "prefault", "catch"] as const)("that a schema's %s gives", async (method) => {
    const filter = { a: (z.string() as Untyped)[method](rejecting) };
    expect(await read({}, {}, { filter })).toBe(200);
    expect(await read({}, {}, { page: filter })).toBe(200);
  });

  test("of a check in a query's schema, in a request and in OpenAPI", async () => {
    const checked = z.string().optional().refine(rejecting);
    const t = trestle();
    const users = t.resource("users", { id: z.int(), attributes: {} });
    const api = t.router({ users: users.routes(users.getMany({ filter: { checked } }, () => [])) });
    openapi(api, { info: { title: "Users", version: "1" } });
    const handle = fetchHandler(api, { onError: () => {} });
    expect((await handle(new Request("http://localhost/users?filter[checked]=a"))).status).toBe(500);
    const nullable = z.string().refine(rejecting).nullable();
    expect(started(() => users.getMany({ filter: { nullable } } as Untyped, () => []))).toThrow("is ambiguous");
  });
});
