import { json, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectDocument, expectErrorDocument, type Json } from "../support/documents.js";
import { type RawAnswer, sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers, type Serve } from "../support/serve.js";
import { started } from "../support/routed.js";

const t = trestle();

/** Resources that refer to each other in a ring, each to the requested number. */
const things = t.resource("things", {
  id: z.int(),
  attributes: { value: z.json().optional() },
  relationships: { one: toOne("things"), many: toMany("things", { fanOut: 4 }), few: toMany("things", { fanOut: 2 }) },
  createFields: ["value", "many", "one"],
});

let reached: string[] = [];
let held = 0;

const row = (id: number) => ({
  id,
  one: { id: 900, one: 901 },
  many: Array.from({ length: held }, (_, at) => ({ id: 1000 + at, one: 901 })),
});
const include = ["one", "one__one", "one__one__one", "many", "few", "many__few"] as const;

const api = t.router({
  things: things.routes(
    things.getMany(
      {
        filter: { a: z.string().optional(), b: z.string().optional(), c: z.string().optional() },
        sort: z.string(),
        page: offsetPage({ limit: 2, maxLimit: 5 }),
        include,
      },
      ({ page }) => {
        reached.push("getMany");
        return respond(
          Array.from({ length: page.limit }, (_, at) => row(at)),
          { hasMore: false },
        );
      },
    ),
    things.getOne({ include }, ({ id }) => row(id)),
    things.createOne({ include: ["many"] }, ({ input }) => {
      reached.push("createOne");
      return { ...row(7), value: input.value };
    }),
    things.addToRelationship("many", ({ related }) => void reached.push(`${related.length} related`)),
    things.rpc("count", async ({ request }) => {
      reached.push("count");
      return json({ length: (await request.text()).length });
    }),
    things.rpc("upload", { bodySize: 200 }, async ({ request }) => json({ length: (await request.text()).length })),
    things.rpc("stream", { bodySize: Number.POSITIVE_INFINITY }, async ({ request }) =>
      json({ length: (await request.text()).length }),
    ),
  ),
});

const limits = {
  bodySize: 100,
  nesting: 5,
  relatedIds: 2,
  queryLength: 60,
  filters: 2,
  sortKeys: 2,
  includes: 2,
  includeDepth: 2,
  included: 8,
};

/** `POST /things` with a body of so many bytes. */
const bodyOf = (
  size: number,
  text = '{"data":{"type":"things","relationships":{"one":{"data":{"type":"things","id":"1"}}}}}',
) => text + " ".repeat(size - text.length);

describeServers("limits", (serve: Serve) => {
  async function start(own: Partial<typeof limits> = limits) {
    const { origin, logged } = await serve(api, { limits: own });
    reached = [];
    held = 0;
    const send = async (
      line: string,
      text?: string,
      headers: Record<string, string> = { "content-type": MEDIA_TYPE },
    ) => {
      const answer = await sendRaw(origin, line.replace(" ", " /api"), text === undefined ? {} : { headers, text });
      expect(logged).toEqual([]);
      return answer;
    };
    return send;
  }

  /** That it is refused, and with what; that no handler was reached. */
  function refused(answer: RawAnswer, status: number, error: Json) {
    expect(expectErrorDocument(answer, status)).toEqual([expect.objectContaining(error)]);
    expect(reached).toEqual([]);
  }

  test.each([
    ["with its length", {}],
    ["in chunks", { "transfer-encoding": "chunked" }],
  ])("bodySize, %s", async (_, more) => {
    const send = await start();
    const headers = { "content-type": MEDIA_TYPE, ...more };
    const detail = "The body has more than 100 bytes, which is the maximum.";
    refused(await send("POST /things", bodyOf(101), headers), 413, { code: "content_too_large", detail });
    expectDocument(await send("POST /things", bodyOf(100), headers));
    expect(reached).toEqual(["createOne"]);
  });

  test.each([
    ["with its length", {}],
    ["in chunks", { "transfer-encoding": "chunked" }],
  ])("bodySize of an rpc, %s", async (_, more) => {
    const send = await start();
    for (const type of ["text/plain", MEDIA_TYPE]) {
      const headers = { "content-type": type, ...more };
      const answer = (line: string, size: number) => send(line, "x".repeat(size), headers);
      expectErrorDocument(await answer("POST /things/1/count", 101), 413);
      expect(JSON.parse((await answer("POST /things/1/count", 100)).text)).toEqual({ length: 100 });
      expect(JSON.parse((await answer("POST /things/1/upload", 200)).text)).toEqual({ length: 200 });
      const [error] = expectErrorDocument(await answer("POST /things/1/upload", 201), 413);
      expect(error.detail).toBe("The body has more than 200 bytes, which is the maximum.");
      expect(JSON.parse((await answer("POST /things/1/stream", 2_000_000)).text)).toEqual({ length: 2_000_000 });
    }
  });

  test("the default of bodySize is 1 MiB, for rpc too", async () => {
    const send = await start({});
    for (const [size, status] of [
      [1_048_576, 200],
      [1_048_577, 413],
    ] as const)
      expect((await send("POST /things/1/count", "x".repeat(size), { "content-type": "text/plain" })).status).toBe(
        status,
      );
    refused(await (await start({}))("POST /things", bodyOf(1_048_577)), 413, { code: "content_too_large" });
    expect((await send("POST /things", bodyOf(1_048_576))).status).toBe(201);
  });

  test("nesting", async () => {
    const send = await start({ nesting: 5 });
    const nested = (value: string) =>
      `{"data":{"type":"things","attributes":{"value":${value}},"relationships":{"one":{"data":{"type":"things","id":"1"}}}}}`;
    const detail = "The document has more than 5 levels, which is the maximum.";
    refused(await send("POST /things", nested("[[[]]]")), 400, { code: "invalid_document", detail });
    expect((await send("POST /things", nested("[[]]"))).status).toBe(201);
  });

  test("relatedIds", async () => {
    const send = await start({ relatedIds: 2 });
    const identifiers = (count: number) => Array.from({ length: count }, (_, at) => ({ type: "things", id: `${at}` }));
    const document = (count: number) => JSON.stringify({ data: identifiers(count) });
    const detail = "many has 3 ids, but a request may send at most 2. Send the others in further requests.";
    const error = { code: "too_big", detail, source: { pointer: "/data" }, meta: { path: ["many"] } };
    refused(await send("POST /things/1/relationship/many", document(3)), 422, error);
    const bare = { "content-type": `${MEDIA_TYPE}; ext="urn:trestle:fields"` };
    const source = { pointer: "/trestle:related" };
    refused(await send("POST /things/1/relationship/many", '{"trestle:related":[1,2,2]}', bare), 422, {
      ...error,
      source,
    });
    const created = (count: number) => {
      const relationships = { one: { data: { type: "things", id: "1" } }, many: { data: identifiers(count) } };
      return JSON.stringify({ data: { type: "things", relationships } });
    };
    refused(await send("POST /things", created(3)), 422, {
      ...error,
      source: { pointer: "/data/relationships/many/data" },
    });

    expect((await send("POST /things/1/relationship/many", document(2))).status).toBe(204);
    expect((await send("POST /things/1/relationship/many", '{"trestle:related":[1,2]}', bare)).status).toBe(204);
    expect((await send("POST /things", created(2))).status).toBe(201);
    expect(reached).toEqual(["2 related", "2 related", "createOne"]);
  });

  test("queryLength", async () => {
    const send = await start();
    const query = (length: number) => `filter[a]=${"x".repeat(length - "filter[a]=".length)}`;
    const detail = "The query string has 61 characters; at most 60 are allowed.";
    refused(await send(`GET /things?${query(61)}`), 400, { code: "query_too_long", detail });
    expectDocument(await send(`GET /things?${query(60)}`));
  });

  test("filters", async () => {
    const send = await start();
    const detail = "The request has 3 filters; at most 2 are allowed.";
    const error = { code: "invalid_parameter", detail, source: { parameter: "filter" } };
    refused(await send("GET /things?filter[a]=1&filter[b]=2&filter[c]=3"), 400, error);
    expectDocument(await send("GET /things?filter[a]=1&filter[c]=3"));
  });

  test("sortKeys", async () => {
    const send = await start();
    const detail = "sort has 3 names; at most 2 are allowed.";
    refused(await send("GET /things?sort=a,-b,c"), 400, {
      code: "invalid_parameter",
      detail,
      source: { parameter: "sort" },
    });
    expectDocument(await send("GET /things?sort=a,-b"));
  });

  test("includes", async () => {
    const send = await start();
    const detail = "include has 3 paths; at most 2 are allowed.";
    const error = { code: "invalid_parameter", detail, source: { parameter: "include" } };
    refused(await send("GET /things?include=one,one.one,many&page[limit]=1"), 400, error);
    expectDocument(await send("GET /things/1?include=one,many"));
  });

  test("includeDepth", async () => {
    const send = await start();
    const detail = 'include: "one.one.one" has 3 relationships; at most 2 are allowed.';
    refused(await send("GET /things?include=one.one.one"), 400, { code: "invalid_parameter", detail });
    const answer = await send("GET /things/1?include=one");
    expectDocument(answer);
  });

  test("page size", async () => {
    const send = await start();
    const detail = 'page[limit] must be an integer from 1 to 5, not "6".';
    refused(await send("GET /things?page[limit]=6"), 400, { code: "invalid_parameter", detail });
    expect(expectDocument(await send("GET /things?page[limit]=5")).data).toHaveLength(5);
  });

  test("included, as it is estimated before the handler runs", async () => {
    const send = await start();
    const error = { code: "invalid_parameter", source: { parameter: "include" } };
    refused(await send("GET /things?include=many&page[limit]=3"), 400, {
      ...error,
      detail:
        "include may add 12 resources to 3 rows, but at most 8 are allowed. Remove many, or request page[limit]=2.",
    });
    // 4 of many, and 2 of few for each of them
    refused(await send("GET /things/1?include=many.few"), 400, {
      ...error,
      detail: "include may add 12 resources to one row, but at most 8 are allowed. Remove many.few.",
    });
    expectDocument(await send("GET /things?include=many&page[limit]=2"));
    expectDocument(await send("GET /things?include=many")); // the page's default is 2
    expect(reached).toEqual(["getMany", "getMany"]);
  });

  test("included, as it is counted in the answer to a read", async () => {
    const send = await start();
    held = 8;
    expect(expectDocument(await send("GET /things/1?include=many")).included).toHaveLength(8);
    held = 9;
    const [error] = expectErrorDocument(await send("GET /things?include=many&page[limit]=2"), 400);
    expect(error).toMatchObject({
      code: "invalid_parameter",
      detail:
        "include adds 9 resources to 2 rows, but at most 8 are allowed. Remove paths, or request a page of about 1.",
      source: { parameter: "include" },
    });
    const created = await send("POST /things?include=many", bodyOf(100));
    expect(expectDocument(created).included).toHaveLength(9); // the resource was created, and the response contains it
  });
});

test("the start refuses a value that is not a limit", async () => {
  const { fetchHandler } = await import("trestle/fetch");
  expect(() => fetchHandler(api, { limits: { filters: 0 } })).toThrow("limits.filters must be a positive integer");
  expect(() => fetchHandler(api, { timeout: 0 })).toThrow("timeout must be a positive integer");
  expect(started(() => things.getOne({ timeout: 2 ** 31 }, ({ id }) => row(id)))).toThrow(
    "things.getOne: timeout is 2147483648; the maximum is 2147483647.",
  );
  expect(started(() => things.rpc("x", { bodySize: -1 }, () => new Response()))).toThrow(
    'things.rpc("x"): bodySize must be',
  );
  expect(() => toMany("things", { fanOut: 0 })).toThrow(
    'toMany("things"): fanOut must be a positive integer; received 0.',
  );
});
