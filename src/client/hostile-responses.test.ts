import { describe, expect, test } from "vitest";
import { answer, failure, fakeServer } from "./fixtures/fake-server.js";

const type = "articles";
const get = (reply: object) => fakeServer(reply).client.articles!.get(1).safe();
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("a response that cannot be right", () => {
  test.each<[string, unknown]>([
    ["a string", "abc"],
    ["a list", ["a"]],
    ["a number", 5],
  ])("is malformed, where the attributes are %s", async (_name, attributes) => {
    expect((await get({ data: { type, id: "1", attributes } })).error).toMatchObject({ code: "malformed" });
  });

  test("is malformed, where its notes are nested too deep", async () => {
    const text = `{"data":{"type":"articles","id":"1","attributes":{"a":1}},"meta":{"trestle":{"rich":{"articles":${nested(20_000)}}}}}`;
    const { error } = await get(new Response(text));
    expect(error === undefined || error.code === "malformed").toBe(true);
  });

  test("cannot overwrite what a resource is", async () => {
    const linked = { data: { type: "users", id: "7" } };
    const attributes = { type: "evil", id: { evil: true }, title: "A" };
    const { data } = await get({ data: { type, id: "1", attributes, relationships: { type: linked, id: linked } } });
    expect(data).toEqual({ type, id: "1", title: "A" });
  });

  test.each<object>([
    { meta: { path: [{ toString: null }] } },
    { meta: { path: ["a", null] } },
    { detail: { toString: null } },
    { title: { toString: null }, detail: 5 },
    { code: { toString: null } },
    { code: 5 },
  ])("keeps its status, and its texts are texts: %o", async (problem) => {
    const { error } = await get(failure(422, problem));
    expect(error).toMatchObject({ status: 422, code: "" });
    expect(error?.message).toContain("answered 422: no detail");
  });
});

test.each(["301", "99999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
  "a call fails at once if the server demands a wait of more than 5 minutes: %s",
  async (wait) => {
    const busy = new Response("{}", { status: 503, headers: { "retry-after": wait } });
    const { client, requests } = fakeServer(busy, { retry: 1 });
    expect((await client.articles!.get(1).safe()).error).toMatchObject({ status: 503 });
    expect((await client.articles!.create({}, { retry: 1 }).safe()).error).toMatchObject({ status: 503 });
    expect(requests).toHaveLength(2);
  },
);

describe("a request that cannot be made is not sent", () => {
  test.each([
    { method: "GET", body: "text" },
    { method: "GET", body: { a: 1 } },
    { method: "not a method" },
    { method: "TRACE" },
  ])("an rpc with %o", async (options) => {
    for (const own of [{}, { fetch: undefined }]) {
      const { client } = fakeServer(answer(), own as object);
      expect((await client.articles!.rpc(1, "publish", options).safe()).error).toMatchObject({ code: "not_sent" });
    }
  });

  test("an id that has no text", async () => {
    const { client, requests } = fakeServer(answer());
    expect((await client.articles!.delete({}).safe()).error).toMatchObject({ code: "not_sent" });
    expect((await client.articles!.update({ a: 1 }, {}).safe()).error).toMatchObject({ code: "not_sent" });
    expect(requests).toEqual([]);
  });
});

test("find is ambiguous, where there are more pages than one", async () => {
  const data = [{ type, id: "1" }];
  const find = (links: object) => fakeServer({ data, links }).client.articles!.find({ q: "a" }).safe();
  expect((await find({ next: "/api/articles?page=2" })).error).toMatchObject({ code: "ambiguous" });
  expect((await find({ next: null, prev: null })).data).toEqual({ type, id: "1" });
});
