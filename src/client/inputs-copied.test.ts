import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { fakeServer } from "./fixtures/fake-server.js";

const headers = async () => ({ authorization: "Bearer 1" }); // the request waits for them
const page = { data: [] };
const one = { data: { type: "articles", id: "1" } };

type Client = ReturnType<typeof fakeServer>["client"];

/** What a read sends: at once, and if what it was given is changed before it is awaited. */
async function urls(read: (client: Client) => { read: PromiseLike<unknown>; change: () => void }) {
  const { client, lines } = fakeServer(page, { headers });
  await read(client).read;
  const { read: changed, change } = read(client);
  change();
  await changed;
  return lines().map((line) => decodeURIComponent(line));
}

describe("a read sends what it was given, although the caller changes that afterwards", () => {
  test.each<[string, (client: Client) => { read: PromiseLike<unknown>; change: () => void }]>([
    [
      "a list in a filter",
      (client) => {
        const ids = ["a"];
        return { read: client.articles!.list().filter({ ids }), change: () => ids.push("b") };
      },
    ],
    [
      "a filter",
      (client) => {
        const filter: Record<string, unknown> = { a: 1 };
        return { read: client.articles!.list().filter(filter), change: () => Object.assign(filter, { b: 2 }) };
      },
    ],
    [
      "a date in a filter",
      (client) => {
        const since = new Date(0);
        return { read: client.articles!.list().filter({ since }), change: () => since.setTime(5) };
      },
    ],
    [
      "a date within a list of a filter",
      (client) => {
        const since = new Date(0);
        return { read: client.articles!.list().filter({ since: [since] }), change: () => since.setTime(5) };
      },
    ],
    [
      "a date of another realm",
      (client) => {
        const since: Date = runInNewContext("new Date(0)");
        return { read: client.articles!.list().filter({ since }), change: () => since.setTime(5) };
      },
    ],
    [
      "a page",
      (client) => {
        const given = { limit: 1 };
        const change = () => {
          given.limit = 2;
        };
        return { read: client.articles!.list().page(given), change };
      },
    ],
    [
      "fields",
      (client) => {
        const fields = { articles: ["title"] };
        return { read: client.articles!.list().fields(fields), change: () => fields.articles.push("body") };
      },
    ],
    [
      "extra parameters",
      (client) => {
        const tags = ["a"];
        return { read: client.articles!.list().extra({ tags }), change: () => tags.push("b") };
      },
    ],
    [
      "the options of a get",
      (client) => {
        const options = { include: ["author"], fields: { articles: ["title"] } };
        const change = () => {
          options.include.push("categories");
          options.fields.articles.push("body");
        };
        return { read: client.articles!.get(1, options).safe(), change };
      },
    ],
    [
      "the filter of a find",
      (client) => {
        const filter = { ids: ["a"] };
        return { read: client.articles!.find(filter).safe(), change: () => filter.ids.push("b") };
      },
    ],
  ])("%s", async (_name, read) => {
    const [first, second] = await urls(read);
    expect(second).toBe(first);
  });

  test.each<[string, () => [object, () => void]]>([
    [
      "an object",
      () => {
        const own = { "x-a": "1" };
        const change = () => {
          own["x-a"] = "2";
        };
        return [own, change];
      },
    ],
    [
      "Headers",
      () => {
        const own = new Headers({ "x-a": "1" });
        return [own, () => own.set("x-a", "2")];
      },
    ],
    [
      "pairs",
      () => {
        const own: [string, string][] = [["x-a", "1"]];
        return [own, () => own.push(["x-a", "2"])];
      },
    ],
  ])("headers as %s, of every call", async (_name, make) => {
    const { client, requests } = fakeServer([page, page, one, one], { headers });
    const calls: ((options: object) => PromiseLike<unknown>)[] = [
      (options) => client.articles!.list(options),
      (options) => client.articles!.list().fetch(options),
      (options) => client.articles!.create({ title: "x" }, options),
      (options) => client.articles!.rpc(1, "publish", options),
    ];
    for (const call of calls) {
      const [own, change] = make();
      const sent = call({ headers: own });
      const done = sent.then(() => {});
      change();
      await done;
    }
    expect(requests.map((request) => request.headers.get("x-a"))).toEqual(["1", "1", "1", "1"]);
  });
});

const values: [string, () => [value: unknown, change: () => void]][] = [
  ["a date", () => made(new Date(0), (date) => date.setTime(5))],
  ["a set", () => made(new Set([1]), (set) => set.add(2))],
  ["a map", () => made(new Map([["a", 1]]), (map) => map.set("b", 2))],
  ["a URL", () => made(new URL("https://example.org/a"), (url) => (url.pathname = "/b"))],
  ["bytes", () => made(new Uint8Array([1]), (bytes) => bytes.fill(2))],
  ["numbers", () => made(new Float64Array([1]), (numbers) => numbers.fill(2))],
  ["an object", () => made({ a: 1 } as Record<string, unknown>, (object) => (object.b = 2))],
  ["a list", () => made([1], (list) => list.push(2))],
  ["a date within a set within a map", () => made(new Map([["a", new Set([new Date(0)])]]), (map) => dateIn(map))],
  ["a date within a list within an object", () => made({ a: [new Date(0)] }, ({ a }) => a[0]?.setTime(5))],
  ["a member called __proto__", () => made(JSON.parse('{"__proto__":{"a":1}}'), (it) => (it.b = 1))],
];

function made<T>(value: T, change: (value: T) => void): [unknown, () => void] {
  return [value, () => change(value)];
}

function dateIn(map: Map<string, Set<Date>>): void {
  for (const set of map.values()) for (const date of set) date.setTime(5);
}

describe("a write sends what it was given, although the caller changes that afterwards", () => {
  const calls: [string, (client: Client, value: unknown) => PromiseLike<unknown>][] = [
    ["create", (client, value) => client.articles!.create({ value })],
    ["update", (client, value) => client.articles!.update(1, { value, date: new Date(1) })],
    ["rpc", (client, value) => client.articles!.rpc(1, "publish", { body: { value } })],
    ["rpc with the value as its body", (client, value) => client.articles!.rpc(1, "publish", { body: value })],
  ];
  for (const [name, call] of calls) {
    test.each(values)(`${name}: %s`, async (_name, make) => {
      const { client, requests } = fakeServer(one, { headers });
      const [kept] = make();
      await call(client, kept);
      const [changed, change] = make();
      const sent = call(client, changed);
      change();
      await sent;
      const [first, second] = await Promise.all(requests.map((request) => request.text()));
      expect(second).toBe(first);
      const types = requests.map(
        (request) => request.headers.get("trestle-rich") ?? request.headers.get("content-type"),
      );
      expect(types[1]).toBe(types[0]);
    });
  }

  test("what contains itself is refused, and not copied for ever", async () => {
    const { client } = fakeServer(one);
    const loop: unknown[] = [new Date(0)];
    loop.push(loop, { loop }, new Map([["loop", loop]]));
    const { error } = await client.articles!.create({ loop }).safe();
    expect(error).toMatchObject({ code: "not_sent", message: expect.stringContaining("contains itself") });
  });
});
