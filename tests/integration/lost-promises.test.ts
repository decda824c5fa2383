import { setTimeout } from "node:timers/promises";
import { memoryStore, type Transaction, trestle } from "trestle";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

const atOnce = () => Promise.reject(new Error("The database is gone."));
const later = async () => {
  await setTimeout(2);
  throw new Error("The database is gone.");
};
const throwing = (): never => {
  throw new Error("A check failed.");
};

const throwers = {
  check: z.string().refine(throwing),
  transform: z.string().transform(throwing),
  codec: z.codec(z.string(), z.string(), { decode: throwing, encode: (text) => text }),
  "check after a check that rejects": z.string().refine(later).refine(throwing),
};

const NAMES = ["a", "b", "c"] as const;

function makeApi(rejecting: () => Promise<boolean>, b: z.ZodType<unknown, string>) {
  const t = trestle();
  const members = { a: z.string().refine(rejecting), b, c: z.string().refine(rejecting) };
  const users = t.resource("users", { id: z.int(), attributes: members, createFields: NAMES, editFields: NAMES });
  const input = z.object(members);
  const nested = z.object({ list: z.array(input) });
  const inQuery = z.object({ ...members, b: z.string().refine(throwing) }); // a query string has no transforms
  const row = { id: 1, a: "a", b: "b", c: "c" };
  const create = users.createOne({ idempotent: true }, () => row);
  const edit = users.editOne(() => row);
  const actions = {
    search: users.collection.query({ input: inQuery, output: z.string() }, () => ""),
    watch: users.collection.stream({ input: inQuery, events: { changed: z.string() } }, async function* () {}),
    send: users.collection.command({ input, output: z.string() }, () => ""),
    nest: users.collection.command({ input: nested, output: z.string() }, () => ""),
  };
  const idempotency = { store: memoryStore(), caller: () => null };
  const transaction: Transaction<object> = (ctx, run) => run(ctx);
  return t.router({ users: users.routes(create, edit).actions(actions) }, { atomic: true, transaction, idempotency });
}

const attributes = { a: "a", b: "b", c: "c" };
const resource = { type: "users", attributes };
const existing = { ...resource, id: "1" };
const QUERY = "a=a&b=%22b%22&c=c"; // JSON, where the schema of a text is not plain
const FORM_TYPE = "multipart/form-data; boundary=x";
const FORM = `${NAMES.map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n"${name}"\r\n`).join("")}--x--\r\n`;

const requests: readonly [line: string, type?: string, body?: unknown][] = [
  ["POST /api/users", MEDIA_TYPE, { data: resource }],
  ["PATCH /api/users/1", MEDIA_TYPE, { data: existing }],
  ["POST /api/operations", ATOMIC_TYPE, { "atomic:operations": [{ op: "add", data: resource }] }],
  ["POST /api/operations", ATOMIC_TYPE, { "atomic:operations": [{ op: "update", data: existing }] }],
  [`GET /api/users/search?${QUERY}`],
  [`GET /api/users/watch?${QUERY}`],
  ["POST /api/users/send", "application/json", attributes],
  ["POST /api/users/nest", "application/json", { list: [attributes, attributes] }],
  ["POST /api/users/send", "application/x-www-form-urlencoded", QUERY],
  ["POST /api/users/send", FORM_TYPE, FORM],
];

describeServers("a check rejects, and another one throws", (serve) => {
  describe.each([
    ["at once", atOnce],
    ["later", later],
  ])("%s", (_, rejecting) => {
    test.each(Object.entries(throwers))("a %s", async (_name, thrower) => {
      const { origin, logged } = await serve(makeApi(rejecting, thrower) as never); // a router with batches
      for (const [line, type, body] of requests) {
        const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
        const { status } = await sendRaw(origin, line, { headers: { "content-type": type }, text });
        expect([line, status]).toEqual([line, 500]);
      }
      expect(logged).toHaveLength(requests.length);
    });
  });

  test("for fields that are absent", async () => {
    const t = trestle();
    const filled = z.string().default("x");
    const members = { a: filled.refine(later), b: filled.refine(throwing) };
    const users = t.resource("users", { id: z.int(), attributes: members, createFields: ["a", "b"] });
    const api = t.router({ users: users.routes(users.createOne(() => ({ id: 1, a: "a", b: "b" }))) });
    const { origin, logged } = await serve(api);
    const text = JSON.stringify({ data: { type: "users" } });
    expect((await sendRaw(origin, "POST /api/users", { headers: { "content-type": MEDIA_TYPE }, text })).status).toBe(
      500,
    );
    expect(logged).toHaveLength(1);
  });
});
