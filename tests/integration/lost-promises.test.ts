import { setTimeout } from "node:timers/promises";
import { trestle } from "trestle";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { describeServers } from "../support/serve.js";
import { MEDIA_TYPE } from "../support/media-type.js";

// A promise that rejects and that nobody awaits ends a Node process.

const unhandled: unknown[] = [];
const listener = (reason: unknown) => unhandled.push(reason);
const rejecting = async () => {
  await setTimeout(1);
  throw new Error("The database is gone.");
};
const throwing = () => {
  throw new Error("A check failed.");
};

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", listener);
});

afterEach(async () => {
  await setTimeout(20);
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});

const members = { a: z.string().refine(rejecting), b: z.string().refine(throwing) };

describeServers("a check rejects, and another check throws", (serve) => {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int(),
    attributes: members,
    createFields: ["a", "b"],
  });
  const search = users.collection.query({ input: z.object(members), output: z.string() }, () => "");
  const send = users.collection.command({ input: z.object(members), output: z.string() }, () => "");
  const watch = users.collection.stream(
    { input: z.object(members), events: { changed: z.string() } },
    async function* () {},
  );
  const create = users.createOne(() => ({ id: 1, a: "a", b: "b" }));
  const api = t.router({ users: users.routes(create).actions({ search, send, watch }) });
  const resource = { type: "users", attributes: { a: "a", b: "b" } };

  test.each([
    ["POST", "/users", MEDIA_TYPE, { data: resource }],
    ["GET", "/users/search?a=a&b=b", undefined, undefined],
    ["GET", "/users/watch?a=a&b=b", undefined, undefined],
    ["POST", "/users/send", "application/json", { a: "a", b: "b" }],
  ])("in %s %s", async (method, path, type, body) => {
    const { origin, logged } = await serve(api);
    const { status } = await fetch(`${origin}/api${path}`, {
      method,
      ...(type && { headers: { "content-type": type }, body: JSON.stringify(body) }),
    });
    expect(status).toBe(500);
    expect(logged).toHaveLength(1);
  });
});
