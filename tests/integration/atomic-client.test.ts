import { Conflict as ServerConflict, toMany, toOne, trestle } from "trestle";
import { createClient, PreconditionFailed } from "trestle/client";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeServers, type Serve } from "../support/serve.js";

function makeApi() {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int32(),
    attributes: { name: z.string().min(1), born: z.date().nullable(), coins: z.bigint(), extra: z.unknown() },
    createFields: ["name", "born", "coins", "extra"],
    editFields: ["name", "born"],
  });
  const tags = t.resource("tags", { id: z.string(), attributes: {}, createFields: ["id"] });
  const articles = t.resource("articles", {
    id: z.int32(),
    attributes: { title: z.string(), version: z.int32() },
    relationships: {
      author: toOne("users", { id: z.int32() }).nullable(),
      tags: toMany("tags", { id: z.string(), linkage: true }),
    },
    createFields: ["title", "author", "tags"],
    editFields: ["title", "author", "tags"],
    version: "version",
  });
  const data = memoryData();
  const people = data.source(users, { rows: [{ id: 1, name: "zoe", born: null, coins: 1n, extra: null }] });
  const labels = data.source(tags, { rows: [{ id: "a" }, { id: "b" }] });
  const texts = data.source(articles, { rows: [{ id: 1, title: "one", version: 1, author: 1, tags: ["a"] }] });
  const routes = {
    users: users.routes(
      users.getMany(people.getMany),
      users.getOne(people.getOne),
      users.createOne({ errors: [ServerConflict] }, people.createOne),
      users.editOne(people.editOne),
    ),
    tags: tags.routes(tags.getMany(labels.getMany), tags.createOne(labels.createOne)),
    articles: articles.routes(
      articles.getMany(texts.getMany),
      articles.getOne(texts.getOne),
      articles.createOne(texts.createOne),
      articles.editOne(texts.editOne),
      articles.deleteOne(texts.deleteOne),
      articles.editRelationship("author", texts.editRelationship("author")),
      articles.addToRelationship("tags", texts.addToRelationship("tags")),
      articles.removeFromRelationship("tags", texts.removeFromRelationship("tags")),
      articles.resetRelationship("tags", texts.resetRelationship("tags")),
    ),
  };
  return t.router(routes, { transaction: data.transaction, atomic: true });
}

const person = { name: "ann", born: new Date(0), coins: 5n, extra: new Map([[1, new Date(1)]]) };

// biome-ignore lint/suspicious/noExplicitAny: calls that do not compile
type Untyped = any;

interface Sent {
  readonly headers: Headers;
  readonly operations: readonly { readonly meta?: unknown }[];
}

async function openOn(serve: Serve) {
  const api = makeApi();
  const { origin } = await serve(api as never); // `atomic` is not a resource
  const batches: Sent[] = [];
  const send = async (request: Request) => {
    if (request.url.endsWith("/operations")) {
      const document = JSON.parse(await request.clone().text());
      batches.push({ headers: request.headers, operations: document["atomic:operations"] });
    }
    return fetch(request);
  };
  return { client: createClient<typeof api>({ url: `${origin}/api`, fetch: send }), batches };
}

describeServers("a client that sends batches", (serve) => {
  const open = () => openOn(serve);

  test("a planned resource stands for its resource, and the result has its item", async () => {
    const { client, batches } = await open();
    const [ann, article] = await client.atomic((tx) => {
      const ann = tx.users.create(person);
      const tag = tx.tags.create({ id: "c" });
      const article = tx.articles.create({ title: "Hello", author: ann, tags: [tag, "a"] });
      tx.articles.relationship(article, "tags").add(["b"]);
      tx.articles.update(article, { title: "Hello!" });
      return [ann, article];
    });
    expect(ann).toEqual({ type: "users", id: "2", ...person });
    expect(article).toMatchObject({ id: "2", title: "Hello", author: { type: "users", id: "2" } });
    expect(await client.articles.get(2)).toMatchObject({
      title: "Hello!",
      tags: [{ id: "a" }, { id: "b" }, { id: "c" }],
    });
    const [batch] = batches;
    const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic urn:trestle:fields"';
    expect([batch?.headers.get("content-type"), batch?.headers.get("accept")]).toEqual([type, type]);
    expect(batch?.operations.slice(1)).toEqual([
      { op: "add", data: { type: "tags", id: "c", "trestle:fields": {} } },
      {
        op: "add",
        data: {
          type: "articles",
          lid: "2",
          "trestle:fields": {
            title: "Hello",
            author: { type: "users", lid: "0" },
            tags: [{ type: "tags", id: "c" }, "a"],
          },
        },
      },
      { op: "add", ref: { type: "articles", lid: "2", relationship: "tags" }, "trestle:related": ["b"] },
      {
        op: "update",
        ref: { type: "articles", lid: "2" },
        data: { type: "articles", lid: "2", "trestle:fields": { title: "Hello!" } },
      },
    ]);
  });

  test("returns an object, a list, one resource or nothing, as the callback does", async () => {
    const { client } = await open();
    const changed = await client.atomic((tx) => ({
      first: tx.articles.update(1, { title: "a" }),
      people: ["b", "c"].map((name) => tx.users.create({ ...person, name })),
      count: 2,
      gone: tx.articles.delete(1),
    }));
    expect(changed).toMatchObject({
      first: { title: "a" },
      people: [{ name: "b" }, { name: "c" }],
      count: 2,
      gone: undefined,
    });
    expect((await client.atomic((tx) => tx.users.update(1, { name: "z" }))).name).toBe("z");
    const nothing = await client.atomic((tx) => {
      tx.users.update(1, { name: "zz" });
    });
    expect(nothing).toBeUndefined();
    expect((await client.users.get(1)).name).toBe("zz");
  });

  test("an empty batch succeeds without a request", async () => {
    const { client, batches } = await open();
    const none: string[] = [];
    expect(await client.atomic((tx) => none.map((name) => tx.users.update(1, { name })))).toEqual([]);
    expect(batches).toEqual([]);
  });

  test("copies its input before it loads anything", async () => {
    const { client } = await open();
    const input = { ...person, extra: { deep: [1] } };
    const call = client.atomic((tx) => tx.users.create(input));
    input.name = "changed";
    input.extra.deep.push(2);
    expect(await call).toMatchObject({ name: "ann", extra: { deep: [1] } });
  });

  test("an item is changed only if it has its version", async () => {
    const { client, batches } = await open();
    const article = await client.articles.get(1);
    await client.atomic((tx) => [tx.articles.update(article, { title: "mine" })]);
    expect(batches[0]?.operations[0]?.meta).toEqual({ version: 1 });
    const { error } = await client
      .atomic((tx) => [
        tx.users.update(1, { name: "other" }),
        tx.articles.relationship(article, "tags").remove(["a"]),
        tx.articles.delete(article),
      ])
      .safe();
    if (!(error instanceof PreconditionFailed) || error.code !== "version_mismatch") throw new Error("expected a 412");
    expect(error).toMatchObject({ status: 412, operation: 1, current: { title: "mine", version: 2 } });
    expect(error.message).toMatch(/\(operation 1: remove articles\)$/);
    await client.atomic((tx) => tx.articles.delete(error.current));
  });

  test("an error says which operation failed, and has its fields by name", async () => {
    const { client } = await open();
    const { error } = await client
      .atomic((tx) => [tx.users.update(1, { name: "a" }), tx.users.create({ ...person, name: "" })])
      .safe();
    if (error?.status !== 422) throw new Error("expected a 422");
    expect(error.operation).toBe(1);
    expect(Object.keys(error.fields)).toEqual(["name"]);
  });

  test("what cannot be sent is refused before anything is sent", async () => {
    const { client, batches } = await open();
    const refused = async (plan: (tx: Untyped) => unknown) => (await client.atomic(plan as never).safe()).error;
    let leaked: unknown;
    await client.atomic((tx) => {
      leaked = tx.users.update(1, { name: "a" });
    });
    batches.length = 0;
    for (const [plan, message] of [
      [async (tx: Untyped) => tx.users.update(1, { name: "a" }), "must not be async"],
      [(tx: Untyped) => tx.articles.create({ title: "", author: leaked }), "belongs to another batch"],
      [() => leaked, "belongs to another batch"],
      [
        (tx: Untyped) => tx.articles.delete(tx.users.create(person)),
        'A planned resource of "users" cannot be in place of an id of "articles"',
      ],
      [
        (tx: Untyped) => tx.articles.relationship(tx.users.create(person), "tags").add(["a"]),
        'A planned resource of "users" cannot be in place of an id of "articles"',
      ],
      [(tx: Untyped) => tx.users.get(1), 'A batch cannot "get"'],
      [(tx: Untyped) => tx.users.update("", {}), "cannot be an id"],
      [(tx: Untyped) => tx.users.update(1, 7), "must be an object of fields"],
      [(tx: Untyped) => tx.users.create({ name: () => 1 }), '"name" is a function'],
      [(tx: Untyped) => tx.users.update({ type: "users", id: "1" }, {}), "does not know the version"],
      [
        () => {
          throw new Error("my own");
        },
        "my own",
      ],
    ] as const) {
      expect(await refused(plan)).toMatchObject({
        status: 0,
        code: "not_sent",
        message: expect.stringContaining(message),
      });
    }
    expect(batches).toEqual([]);
  });

  test("the methods of the callback's argument end with the callback", async () => {
    const { client } = await open();
    let later: (() => void) | undefined;
    await client.atomic((tx) => {
      tx.users.update(1, { name: "a" });
      later = () => void tx.users.update(1, { name: "b" });
    });
    expect(later).toThrow("This batch is already planned. Call tx only in its callback.");
  });

  test("headers, a signal and a timeout are for the whole batch", async () => {
    const { client, batches } = await open();
    const aborted = await client
      .atomic((tx) => tx.users.update(1, { name: "a" }), { signal: AbortSignal.abort() })
      .safe();
    expect(aborted.error?.code).toBe("aborted");
    await client.atomic((tx) => tx.users.update(1, { name: "a" }), { headers: { "x-mine": "1" }, timeout: 10_000 });
    expect(batches[0]?.headers.get("x-mine")).toBe("1");
  });

  test("a response that has other results than the request has operations is malformed", async () => {
    const api = makeApi();
    const document = (results: unknown) =>
      Response.json({ "atomic:results": results }, { headers: { "content-type": "application/vnd.api+json" } });
    for (const results of [[], [{}, {}], [null], "x", undefined]) {
      const client = createClient<typeof api>({ url: "http://localhost/api", fetch: () => document(results) });
      const { error } = await client.atomic((tx) => tx.users.update(1, { name: "a" })).safe();
      expect(error).toMatchObject({ code: "malformed", message: expect.stringContaining("may have been done") });
    }
  });
});
