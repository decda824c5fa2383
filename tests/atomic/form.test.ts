import { describe, expect, test } from "vitest";
import { describeServers } from "../support/serve.js";
import { BEDS, open } from "./bed.js";
import { ATOMIC, ATOMIC_TYPE, BOTH_TYPE, MEDIA_TYPE } from "../support/media-type.js";

const [MEMORY] = BEDS;
const openMemory = (MEMORY as (typeof BEDS)[number])[1]; // the list is not empty

const bob = { op: "add", data: { type: "people", attributes: { name: "bob" } } };
const at = "/atomic:operations/1";

describeServers("the form of a batch", (serve) => {
  const openHere = (options = {}) => open(serve, openMemory, options);

  test("is a POST, and nothing else", async () => {
    const { send } = await openHere();
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "HEAD"]) {
      const { status, headers } = await send(method, "operations");
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
  });

  test("has the extension in Content-Type, and only there", async () => {
    const { send, post } = await openHere();
    const body = { "atomic:operations": [bob] };
    for (const type of [
      MEDIA_TYPE,
      "application/json",
      `application/json; ext="${ATOMIC}"`,
      "text/plain",
      `${MEDIA_TYPE}; ext="urn:trestle:fields"`,
      `${ATOMIC_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="${ATOMIC} urn:x"`,
    ]) {
      const answer = await send("POST", "operations", body, { "content-type": type });
      expect([type, answer.status, answer.body.errors[0].source]).toEqual([type, 415, { header: "Content-Type" }]);
    }
    const elsewhere = await send("POST", "people", { data: bob.data }, { "content-type": ATOMIC_TYPE });
    expect(elsewhere.status).toBe(415);
    expect((await post([bob], { "content-type": `${MEDIA_TYPE};ext="${ATOMIC}"` })).status).toBe(200);
  });

  test("is negotiated by Accept", async () => {
    const { post } = await openHere();
    const results = async (accept: string) => {
      const { status, headers, body } = await post(
        [
          {
            op: "update",
            ref: { type: "tags", id: "red" },
            data: { type: "tags", id: "red", attributes: { label: "x" } },
          },
        ],
        { accept },
      );
      return [status, headers.get("content-type"), body.jsonapi.ext];
    };
    for (const accept of ["*/*", MEDIA_TYPE, ATOMIC_TYPE, `text/html, ${ATOMIC_TYPE};q=0.5`])
      expect(await results(accept)).toEqual([200, ATOMIC_TYPE, [ATOMIC]]);
    expect(await results(BOTH_TYPE)).toEqual([200, BOTH_TYPE, [ATOMIC, "urn:trestle:fields"]]);
    expect((await results(`${MEDIA_TYPE}; ext="${ATOMIC}"; profile="urn:trestle:rich"`))[1]).toBe(
      `${ATOMIC_TYPE}; profile="urn:trestle:rich"`,
    );
    for (const accept of [
      "text/html",
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="urn:x"`,
      `${MEDIA_TYPE}; ext="${ATOMIC} urn:x"`,
    ])
      expect((await post([bob], { accept })).status).toBe(406);
  });

  test("is a document with operations, and without other primary members", async () => {
    const { send, count } = await openHere();
    const before = await count();
    const operations = [bob];
    const wrong: [unknown, string][] = [
      [{}, ""],
      [{ "atomic:operations": {} }, "/atomic:operations"],
      [{ "atomic:operations": [] }, "/atomic:operations"],
      [{ "atomic:operations": operations, data: null }, "/data"],
      [{ "atomic:operations": operations, included: [] }, "/included"],
      [{ "atomic:operations": operations, errors: [] }, "/errors"],
      [{ "atomic:operations": operations, "atomic:results": [] }, "/atomic:results"],
      [[], ""],
      ["{", ""],
    ];
    for (const [body, pointer] of wrong) {
      const { status, body: answer } = await send("POST", "operations", body);
      expect([body, status, answer.errors[0].source]).toEqual([body, 400, { pointer }]);
    }
    expect((await send("POST", "operations", "")).status).toBe(400);
    expect(await count()).toEqual(before);
    const allowed = {
      jsonapi: { version: "1.1", ext: [ATOMIC] },
      meta: { a: 1 },
      links: {},
      "atomic:operations": operations,
    };
    expect((await send("POST", "operations", allowed)).status).toBe(200);
  });

  const article = (attributes: object, more: object = {}) => ({ type: "articles", attributes, ...more });
  const malformed: [name: string, operation: unknown, pointer: string][] = [
    ["no object", 7, ""],
    ["no op", { data: bob.data }, ""],
    ["another op", { ...bob, op: "create" }, "/op"],
    ["an op that is not text", { ...bob, op: ["add"] }, "/op"],
    ["an inherited op", { ...bob, op: "toString" }, "/op"],
    ["ref and href", { op: "remove", ref: { type: "people", id: "1" }, href: "/api/people/1" }, ""],
    ["a ref that is a string", { op: "remove", ref: "people/1" }, "/ref"],
    ["a ref without a type", { op: "remove", ref: { id: "1" } }, "/ref"],
    ["a ref with a type that is a number", { op: "remove", ref: { type: 7, id: "1" } }, "/ref/type"],
    ["a ref without id and lid", { op: "remove", ref: { type: "people" } }, "/ref"],
    ["a ref with id and lid", { op: "remove", ref: { type: "people", id: "1", lid: "x" } }, "/ref"],
    ["a ref with an id that is a number", { op: "remove", ref: { type: "people", id: 1 } }, "/ref/id"],
    ["a ref with an empty id", { op: "remove", ref: { type: "people", id: "" } }, "/ref/id"],
    ["a ref with half a character", { op: "remove", ref: { type: "people", id: "\ud800" } }, "/ref/id"],
    [
      "a ref with a relationship that is not text",
      { op: "update", ref: { type: "articles", id: "1", relationship: 1 }, data: null },
      "/ref/relationship",
    ],
    ["remove without a target", { op: "remove", data: { type: "people", id: "1" } }, ""],
    ["remove of a collection", { op: "remove", href: "/api/people" }, "/href"],
    ["update of a collection", { op: "update", href: "/api/people", data: bob.data }, "/href"],
    ["add of one resource", { op: "add", ref: { type: "people", id: "1" }, data: bob.data }, "/ref"],
    ["add without data", { op: "add" }, ""],
    ["add of null", { op: "add", data: null }, "/data"],
    ["add of a list", { op: "add", data: [bob.data] }, "/data"],
    ["add without a type", { op: "add", data: { attributes: {} } }, "/data"],
    ["add with a type that is a number", { op: "add", data: { type: 1 } }, "/data/type"],
    ["add with a lid that is a number", { op: "add", data: { ...bob.data, lid: 1 } }, "/data/lid"],
    ["update without data", { op: "update", ref: { type: "articles", id: "1" } }, ""],
    ["update without a target", { op: "update", data: article({ title: "x" }) }, "/data"],
    ["update with an id that is a number", { op: "update", data: article({ title: "x" }, { id: 1 }) }, "/data/id"],
    ["a relationship without data", { op: "update", ref: { type: "articles", id: "1", relationship: "author" } }, ""],
    ["meta that is a list", { ...bob, meta: [] }, "/meta"],
    [
      "a version that is an object",
      { op: "update", data: article({}, { id: "1" }), meta: { version: {} } },
      "/meta/version",
    ],
    ["an unknown lid in ref", { op: "remove", ref: { type: "people", lid: "x" } }, "/ref/lid"],
    ["an unknown lid in data", { op: "update", data: article({}, { lid: "x" }) }, "/data/lid"],
    ["a lid of another type", { op: "remove", ref: { type: "articles", lid: "first" } }, "/ref/lid"],
    ["a lid twice", { op: "add", data: { ...bob.data, lid: "first" } }, "/data/lid"],
    [
      "a lid of itself",
      {
        op: "add",
        data: article(
          { title: "x" },
          { lid: "self", relationships: { author: { data: { type: "articles", lid: "self" } } } },
        ),
      },
      "/data/relationships/author/data/lid",
    ],
    [
      "a lid of a later operation",
      {
        op: "add",
        data: article({ title: "x" }, { relationships: { author: { data: { type: "people", lid: "last" } } } }),
      },
      "/data/relationships/author/data/lid",
    ],
    [
      "a lid in a list",
      {
        op: "update",
        ref: { type: "articles", id: "1", relationship: "tags" },
        data: [
          { type: "tags", id: "red" },
          { type: "tags", lid: "x" },
        ],
      },
      "/data/1/lid",
    ],
    [
      "a lid that is not text",
      { op: "update", ref: { type: "articles", id: "1", relationship: "author" }, data: { type: "people", lid: null } },
      "/data/lid",
    ],
    ["an href that is a number", { op: "remove", href: 1 }, "/href"],
    ["an href with a query", { op: "remove", href: "/api/people/1?a=1" }, "/href"],
    ["an href with a fragment", { op: "remove", href: "/api/people/1#a" }, "/href"],
    ["an href of another origin", { op: "remove", href: "http://other.example/api/people/1" }, "/href"],
    ["an href of another host", { op: "remove", href: "//other.example/api/people/1" }, "/href"],
    ["an href of another mount point", { op: "remove", href: "/people/1" }, "/href"],
    ["an href that leaves the mount point", { op: "remove", href: "/api/../people/1" }, "/href"],
    ["an href of another scheme", { op: "remove", href: "file:///api/people/1" }, "/href"],
    ["an href with a user", { op: "remove", href: "http://me@localhost/api/people/1" }, "/href"],
    ["an href that is not UTF-8", { op: "remove", href: "/api/people/%ff" }, "/href"],
  ];
  test.each(malformed)("refuses %s before any operation runs", async (_, operation, pointer) => {
    const { post, count } = await openHere();
    const before = await count();
    const first = { op: "add", data: { type: "people", lid: "first", attributes: { name: "first" } } };
    const last = { op: "add", data: { type: "people", lid: "last", attributes: { name: "last" } } };
    const { status, body } = await post([first, operation, last]);
    expect(body.errors).toEqual([
      expect.objectContaining({
        status: "400",
        code: "invalid_operation",
        source: { pointer: at + pointer },
        meta: { operation: 1 },
      }),
    ]);
    expect(status).toBe(400);
    expect(await count()).toEqual(before);
  });

  test("all errors of form come together", async () => {
    const { post } = await openHere();
    const { body } = await post([{ ...bob, op: "x" }, bob, { op: "remove" }]);
    expect(body.errors.map(({ source }: { source: object }) => source)).toEqual([
      { pointer: "/atomic:operations/0/op" },
      { pointer: "/atomic:operations/2" },
    ]);
  });

  test("has at most as many operations as are allowed", async () => {
    const { post } = await openHere({ atomic: { max: 2 } });
    expect((await post([bob, { op: "remove", ref: { type: "people", id: "2" } }])).status).toBe(200);
    const { status, body } = await post([bob, bob, bob]);
    expect([status, body.errors[0].code, body.errors[0].source]).toEqual([
      413,
      "too_many_operations",
      { pointer: "/atomic:operations" },
    ]);
    const usual = await openHere();
    const many = Array.from({ length: 51 }, (_, index) => ({
      op: "add",
      data: { type: "people", attributes: { name: `p${index}` } },
    }));
    expect((await usual.post(many)).status).toBe(413);
    expect((await usual.post(many.slice(1))).status).toBe(200);
  });

  test("has at most as many bytes as other bodies", async () => {
    const { post } = await openHere({ limits: { bodySize: 300 } });
    expect((await post([{ ...bob, meta: { pad: "x".repeat(300) } }])).status).toBe(413);
  });

  describe("an href", () => {
    test.each<[string, (origin: string) => string]>([
      ["a path", () => "/api/articles/1"],
      ["a URL", (origin) => `${origin}/api/articles/1`],
      ["a relative path", () => "articles/1"],
      ["encoded", () => "/api/%61rticles/1"],
    ])("may be %s", async (_, make) => {
      const { post, origin, count } = await openHere();
      expect((await post([{ op: "remove", href: make(origin) }])).status).toBe(204);
      expect((await count()).articles).toBe(0);
    });

    test("may be a collection for add, a link of a resource for update, and that of a relationship", async () => {
      const { post, send } = await openHere({ baseUrl: "https://api.example.com/v1" });
      const { body: article } = await send("GET", "articles/1");
      expect(article.data.links.self).toBe("https://api.example.com/v1/api/articles/1");
      const { body } = await post([
        { op: "add", href: "https://api.example.com/v1/api/people", data: bob.data },
        {
          op: "update",
          href: article.data.links.self,
          data: { type: "articles", id: "1", attributes: { title: "By link" } },
        },
        { op: "update", href: `${article.data.links.self}/relationship/author`, data: { type: "people", id: "2" } },
        { op: "add", href: article.data.relationships.tags.links.self, data: [{ type: "tags", id: "blue" }] },
      ]);
      expect(body.errors).toBeUndefined();
      const after = (await send("GET", "articles/1")).body.data;
      expect([after.attributes.title, after.relationships.author.data.id]).toEqual(["By link", "2"]);
      expect((await send("GET", "articles/1/relationship/tags")).body.data).toHaveLength(2);
    });
  });

  test("lids work in relationships, in the extension's fields and in linkage, but not in attributes", async () => {
    const { post, send } = await openHere();
    const { status, body } = await post(
      [
        { op: "add", data: { type: "people", lid: "p", "trestle:fields": { name: "bob" } } },
        { op: "add", data: { type: "tags", id: "new", lid: "t", "trestle:fields": { label: "New" } } },
        {
          op: "add",
          data: {
            type: "articles",
            lid: "a",
            "trestle:fields": {
              title: "x",
              author: { type: "people", lid: "p" },
              tags: ["red", { type: "tags", lid: "t" }],
            },
          },
        },
        { op: "add", ref: { type: "articles", lid: "a", relationship: "tags" }, "trestle:related": ["blue"] },
        { op: "remove", ref: { type: "articles", lid: "a", relationship: "tags" }, data: [{ type: "tags", lid: "t" }] },
        { op: "update", data: { type: "articles", lid: "a", attributes: { box: '{"type":"people","lid":"p"}' } } },
      ],
      { "content-type": BOTH_TYPE },
    );
    expect(body.errors).toBeUndefined();
    expect(status).toBe(200);
    const linked = await send("GET", "articles/2/relationship/tags");
    expect(linked.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(["blue", "red"]);
    expect((await send("GET", "articles/2")).body.data).toMatchObject({
      attributes: { box: '{"type":"people","lid":"p"}' },
      relationships: { author: { data: { id: "2" } } },
    });
    const attribute = await post([
      { op: "add", data: { type: "articles", attributes: { title: { type: "people", lid: "x" } } } },
    ]);
    expect(attribute.body.errors[0]).toMatchObject({
      status: "422",
      source: { pointer: "/atomic:operations/0/data/attributes/title" },
    });
  });

  test("a batch without results is a 204", async () => {
    const { post, send } = await openHere();
    const { status, text, headers } = await post([
      { op: "update", ref: { type: "articles", id: "1", relationship: "author" }, data: null },
      { op: "update", ref: { type: "articles", id: "1", relationship: "tags" }, data: [] },
      { op: "remove", ref: { type: "people", id: "1" } },
    ]);
    expect([status, text, headers.get("content-type"), headers.get("trestle-affects")]).toEqual([
      204,
      "",
      null,
      "articles,tags",
    ]);
    expect((await send("GET", "articles/1")).body.data.relationships.author.data).toBeNull();
  });
});
