import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

const WRITES = [
  "POST /articles",
  "PATCH /articles/1",
  "PATCH /articles/1/relationship/author",
  "POST /articles/1/relationship/categories",
  "PATCH /articles/1/relationship/categories",
  "DELETE /articles/1/relationship/categories",
];

describeAdapters("bad input", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const json = { "content-type": MEDIA_TYPE };

  describe.each(WRITES)("%s", (line) => {
    test.each([
      "{",
      '{"data":',
      "not json",
      "{'data': 1}",
      '{"data": undefined}',
      "\u0000",
      '{"data":1}garbage',
      "<a/>",
    ])("malformed JSON %j is a 400", async (text) => {
      const { status, errors } = await send(line, { text, headers: json });
      expect([status, errors[0].code, errors[0].source]).toEqual([400, "malformed_json", { pointer: "" }]);
    });

    test.each([
      ["no body at all", { headers: {} }],
      ["no body with a Content-Type", { headers: json }],
      ["an empty body", { text: "", headers: json }],
      ["null", { text: "null", headers: json }],
      ["a number", { text: "7", headers: json }],
      ["a string", { text: '"data"', headers: json }],
      ["a list", { text: "[]", headers: json }],
      ["an empty object", { text: "{}", headers: json }],
      ["no data", { text: '{"errors":[]}', headers: json }],
      ["inherited data", { text: '{"__proto__":{"data":{"type":"articles","id":"1"}}}', headers: json }],
    ])("%s is a 400", async (_, sent) => {
      const { status, errors } = await send(line, sent);
      expect([status, errors[0].code]).toEqual([400, "invalid_document"]);
      expect(newsroom.store.calls).toEqual([]);
    });
  });

  test.each(["null", "7", '"x"', "[]", '[{"type":"articles"}]', "true"])(
    "data: %s is not a resource: 400",
    async (data) => {
      for (const line of ["POST /articles", "PATCH /articles/1"]) {
        const { status, errors } = await send(line, { text: `{"data":${data}}`, headers: json });
        expect([line, status, errors[0].code]).toEqual([line, 400, "invalid_document"]);
      }
    },
  );

  test.each(["attributes", "relationships"])("%s must be an object", async (name) => {
    for (const value of [7, "x", [], null, true]) {
      const data = { type: "articles", id: "1", [name]: value };
      const { status, errors } = await send("PATCH /articles/1", { body: { data } });
      expect([status, errors[0].source]).toEqual([400, { pointer: `/data/${name}` }]);
    }
  });

  describe("__proto__ and constructor as names", () => {
    const polluted = () => expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

    test.each(NAMES)("as an attribute, a relationship and a field: %s", async (name) => {
      const members = `{"${name}":{"polluted":true,"data":{"polluted":true}}}`;
      for (const text of [
        `{"data":{"type":"articles","id":"1","attributes":${members}}}`,
        `{"data":{"type":"articles","id":"1","relationships":${members}}}`,
        `{"data":{"type":"articles","id":"1","trestle:fields":${members}}}`,
      ]) {
        const { status, errors } = await send("PATCH /articles/1", { text, headers: { "content-type": EXTENDED } });
        expect([text, status, errors[0].code]).toEqual([text, 422, "unknown_field"]);
      }
      polluted();
    });

    test.each(NAMES)("as a member of the document and of data: %s", async (name) => {
      const text = `{"${name}":{"polluted":true},"data":{"type":"articles","id":"1","${name}":{"polluted":true}}}`;
      expect((await send("PATCH /articles/1", { text, headers: json })).status).toBe(200);
      polluted();
    });

    test.each(NAMES)("as a type and an id: %s", async (name) => {
      const body = { data: { type: name, id: name } };
      expect((await send("PATCH /articles/1/relationship/author", { body })).status).toBe(409);
      expect((await send("POST /articles", { body })).status).toBe(409);
      expect((await send(`GET /articles/${name}`)).status).toBe(404);
      expect((await send(`GET /${name}/1`)).status).toBe(name === "constructor" ? 200 : 404);
    });

    test.each(NAMES)("as a parameter: %s", async (name) => {
      for (const query of [
        `${name}=1`,
        `filter[${name}]=1`,
        `filter[${name}][${name}]=1`,
        `page[${name}]=1`,
        `fields[${name}]=title`,
        `fields[articles]=${name}`,
        `sort=${name}`,
        `include=${name}`,
        `include=author.${name}`,
      ]) {
        expect([query, (await send(`GET /articles?${query}`)).status]).toEqual([query, 400]);
      }
      polluted();
    });

    test("as ids that exist they are ids like any other", async () => {
      expect((await send("GET /tags/__proto__")).data).toMatchObject({ id: "__proto__" });
      expect((await send("GET /tags/constructor")).data).toMatchObject({ id: "constructor" });
    });

    test("as declared names they are names like any other", async () => {
      const { data, document } = await send("GET /constructor?include=valueOf&sort=constructor&filter[constructor]=x");
      expect(newsroom.store.last).toMatchObject({ sort: [{ field: "constructor", order: "asc" }] });
      expect(newsroom.store.last.filter.constructor).toBe("x");
      expect(Object.entries(data[0].attributes)).toEqual([
        ["constructor", "hasOwnProperty constructor"],
        ["toString", "hasOwnProperty toString"],
      ]);
      expect(document.included).toHaveLength(1);
      const plain = await send("GET /constructor?fields[constructor]=toString");
      expect(Object.keys(plain.data[0].attributes)).toEqual(["toString"]);
      const missing = await send("POST /constructor", { body: { data: { type: "constructor" } } });
      expect(missing.errors.map(({ code, meta }) => `${code} ${meta.path}`)).toEqual([
        "required constructor",
        "required toString",
      ]);
      const attributes = { constructor: "a", toString: "b" };
      expect((await send("POST /constructor", { body: { data: { type: "constructor", attributes } } })).status).toBe(
        201,
      );
      expect(newsroom.store.last.input).toEqual({ constructor: "a", toString: "b", valueOf: [] });
      const edit = { data: { type: "constructor", id: "x", attributes: { toString: "c" } } };
      expect((await send("PATCH /constructor/x", { body: edit })).status).toBe(200);
      expect(typeof newsroom.store.last.input.constructor).toBe("symbol"); // UNSET, not Object
    });
  });

  describe("sizes", () => {
    test("a query of 10 000 characters is a 400", async () => {
      const { status, errors } = await send(`GET /articles?filter[title][contains]=${"x".repeat(10_000)}`);
      expect([status, errors[0].code]).toEqual([400, "query_too_long"]);
      expect((await send(`GET /articles?${"a=1&".repeat(2_600)}`)).status).toBe(400);
    });

    test("a query just within the limit is read", async () => {
      const query = "filter[title][contains]=";
      expect((await send(`GET /articles?${query}${"x".repeat(8192 - query.length)}`)).status).toBe(200);
      expect((await send(`GET /articles?${query}${"x".repeat(8193 - query.length)}`)).status).toBe(400);
    });

    test("a long name or value is not echoed whole", async () => {
      const long = "x".repeat(5000);
      for (const query of [
        `${long}=1`,
        `sort=${long}`,
        `include=${long}`,
        `filter[author]=${long}`,
        `fields[articles]=${long}`,
      ]) {
        const { status, text } = await send(`GET /articles?${query}`);
        expect(status).toBe(400);
        expect(text.length).toBeLessThan(1000);
      }
    });

    test("too many include paths are a 400", async () => {
      const { status, errors } = await send(`GET /articles?include=${Array(33).fill("author").join()}`);
      expect([status, errors.length]).toEqual([400, 1]);
      expect((await send(`GET /articles?include=${Array(32).fill("author").join()}`)).status).toBe(200);
    });

    test("a body over the limit is a 413, with and without Content-Length", async () => {
      const text = JSON.stringify({
        data: { type: "articles", id: "1", attributes: { content: "x".repeat(1_100_000) } },
      });
      const told = await send("PATCH /articles/1", { text, headers: json });
      expect([told.status, told.errors[0].code]).toEqual([413, "content_too_large"]);
      const headers = { ...json, "transfer-encoding": "chunked" };
      const streamed = await send("PATCH /articles/1", { text, headers });
      expect([streamed.status, streamed.errors[0].code]).toEqual([413, "content_too_large"]);
      expect(newsroom.store.calls).toEqual([]);
    });

    test.each([
      ["text/plain", 415],
      ['application/vnd.api+json; ext="x"', 415],
      ["application/vnd.api+json; charset=utf-8", 415],
      ["nonsense", 415],
      ['application/vnd.api+json; profile="x"', 413],
    ])("a body over the limit of the type %s is a %i, because the type is checked first", async (type, expected) => {
      const text = "x".repeat(1_100_000);
      for (const framing of [{}, { "transfer-encoding": "chunked" }]) {
        const { status } = await send("PATCH /articles/1", { text, headers: { "content-type": type, ...framing } });
        expect(status).toBe(expected);
      }
      expect(newsroom.store.calls).toEqual([]);
    });

    test("a body just within the limit is read", async () => {
      const head = '{"data":{"type":"articles","id":"1","attributes":{"content":"';
      const text = `${head}${"x".repeat(1_048_576 - head.length - 4)}"}}}`;
      expect(Buffer.byteLength(text)).toBe(1_048_576);
      expect((await send("PATCH /articles/1?fields[articles]=title", { text, headers: json })).status).toBe(200);
    });

    test("a deeply nested body is read, or refused, and never a 500", async () => {
      const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      for (const attributes of [`{"title":${nested}}`, `{"content":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`]) {
        const text = `{"data":{"type":"articles","id":"1","attributes":${attributes}}}`;
        expect((await send("PATCH /articles/1", { text, headers: json })).status).toBeLessThan(500);
      }
    });

    test("long ids: a string id of 400 characters is looked up, one of 5 000 is a 404", async () => {
      expect((await send(`GET /tags/${"x".repeat(400)}`)).errors[0].detail).toMatch(/^No tag has the id x/);
      for (const path of [
        `/tags/${"x".repeat(5000)}`,
        `/articles/${"1".repeat(5000)}`,
        `/files/${"a".repeat(5000)}/relationship/tags`,
      ]) {
        const { status, text } = await newsroom.raw(`GET ${path}`);
        expect(status).toBe(404);
        expect(JSON.parse(text).errors[0].code).toBe("not_found");
      }
    });
  });

  describe("percent-encoding", () => {
    test.each(["/articles/%ff", "/articles/%", "/articles/%zz", "/%c3%28", "/articles/%e0%a4%a", "/tags/%ed%a0%80"])(
      "a path that cannot be decoded is a 400: %s",
      async (path) => {
        const { status, errors } = await send(`GET ${path}`);
        expect([status, errors[0].code]).toEqual([400, "bad_request"]);
      },
    );

    test.each(["filter[author]=%ff", "%ff=1", "filter%5Bauthor%=1", "sort=%e0%a4%a", "%"])(
      "a query that cannot be decoded is a 400: %s",
      async (query) => {
        const { status, errors } = await send(`GET /articles?${query}`);
        expect([status, errors[0].code]).toEqual([400, "invalid_parameter"]);
      },
    );

    test("an encoded slash is part of an id, never a separator", async () => {
      expect((await send("GET /tags/a%2Fb%3Fc%23d")).status).toBe(200);
      expect((await send("GET /articles%2F1")).status).toBe(404);
      expect((await send("GET /articles/1%2Fauthor")).status).toBe(404);
      expect((await send("GET /tags/100%25")).data.id).toBe("100%");
      expect((await send("GET /tags/gr%C3%BCn")).data.links.self).toBe("/api/tags/gr%C3%BCn");
    });

    test("an encoded name of a type is that type", async () => {
      expect((await send("GET /%61rticles/1")).status).toBe(200);
    });
  });

  test("a body on GET and on DELETE is ignored where the operation takes none", async () => {
    for (const [line, status] of [
      ["GET /articles/1", 200],
      ["GET /articles/1/author", 200],
      ["DELETE /articles/1", 204],
    ] as const) {
      expect([line, (await send(line, { text: '{"data":', headers: json })).status]).toEqual([line, status]);
    }
    expect((await send("DELETE /articles/2", { body: { data: { type: "articles", id: "2" } } })).status).toBe(204);
  });

  test("text that is not UTF-8 is a 400, and nothing is stored", async () => {
    const text = Buffer.concat([
      Buffer.from('{"data":{"type":"articles","id":"1","attributes":{"title":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}}}'),
    ]);
    expect((await send("PATCH /articles/1", { text, headers: json })).status).toBe(400);
  });

  test("lone surrogates, control characters and U+2028 come back as they went", async () => {
    const title = '\ud800 \u0000\u001f \u2028\u2029 \\ " / 😀 \u007f';
    const body = { data: { type: "articles", id: "1", attributes: { title } } };
    expect((await send("PATCH /articles/1", { body })).data.attributes.title).toBe(title);
    expect((await send("GET /articles/1")).data.attributes.title).toBe(title);
  });

  test("a duplicated key in JSON is the last one, as everywhere", async () => {
    const text = '{"data":{"type":"users","type":"articles","id":"1","attributes":{"title":"a","title":"b"}}}';
    expect((await send("PATCH /articles/1", { text, headers: json })).data.attributes.title).toBe("b");
  });

  test("problems of query and body are told together", async () => {
    const body = { data: { type: "articles", attributes: { title: "" } } };
    const { status, errors } = await send("POST /articles?nope=1", { body });
    expect(status).toBe(400);
    expect(errors.map(({ status }) => status)).toEqual(["400", "422", "422", "422"]);
  });
});
