import Fastify from "fastify";
import superjson from "superjson";
import { json, NotFound, readRich, respond, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fastifyPlugin } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";

/** A custom type that the application registers in superjson. */
class Money {
  constructor(readonly cents: bigint) {}
}
superjson.registerCustom<Money, string>(
  {
    isApplicable: (value): value is Money => value instanceof Money,
    serialize: ({ cents }) => `${cents}`,
    deserialize: (text) => new Money(BigInt(text)),
  },
  "money",
);

const t = trestle();
const attributes = {
  name: z.string(),
  at: z.date(),
  maybe: z.date().nullable(),
  absent: z.date().optional(),
  size: z.bigint(),
  tags: z.set(z.string()),
  scores: z.map(z.string(), z.object({ at: z.date() })),
  home: z.instanceof(URL),
  nested: z.object({ "a.b": z.array(z.date()), constructor: z.date() }),
  byDay: z.record(z.string(), z.date()),
  either: z.union([z.date(), z.string()]),
  event: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("at"), when: z.date() }),
    z.object({ kind: z.literal("count"), n: z.number() }),
  ]),
  anything: z.unknown(),
  limit: z.union([z.literal([Number.POSITIVE_INFINITY, Number.NaN]), z.string(), z.int()]),
  price: z.custom<Money>((value) => value instanceof Money),
};
const fields = Object.keys(attributes) as (keyof typeof attributes)[]; // exactly the keys above

const samples = t.resource("samples", {
  id: z.int(),
  attributes,
  relationships: { label: toOne("labels").nullable(), parts: toMany("samples") },
  createFields: fields,
  editFields: fields,
});
const labels = t.resource("labels", { id: z.int(), attributes: { text: z.string(), rank: z.number() } });

const ROW = {
  id: 1,
  name: "plain",
  at: new Date("2026-01-02T03:04:05.678Z"),
  maybe: null,
  size: 9007199254740993n,
  tags: new Set(["a", "b"]),
  scores: new Map([["x", { at: new Date(0) }]]),
  home: new URL("https://example.org/a?b=c"),
  nested: { "a.b": [new Date(1), new Date(2)], constructor: new Date(3) },
  byDay: JSON.parse('{"__proto__":0,"day":0}', (_key, value) => (value === 0 ? new Date(4) : value)),
  either: "2026-01-01T00:00:00.000Z",
  event: { kind: "at" as const, when: new Date(5) },
  anything: { list: [new Date(6), 1n, new Map([[1, new Set([/x/g])]])], "*": new Date(7), none: null },
  limit: Number.POSITIVE_INFINITY,
  price: new Money(995n),
  label: null,
};

let received: Record<string, unknown> = {};
let body: unknown;
const Embargo = z.object({ until: z.date(), except: z.set(z.string()).optional() });

const api = t.router({
  samples: samples.routes(
    samples.getMany(
      { filter: { at: z.date().optional(), size: z.bigint().optional() }, include: ["label", "parts"] },
      ({ filter, include }) => {
        received = filter;
        const parts = include.parts ? [{ ...ROW, id: 3, either: new Date(8) }] : undefined;
        return [
          ROW,
          { ...ROW, id: 2, maybe: new Date(9), label: include.label ? { id: 1, text: "x", rank: 1 } : 1 },
        ].map((row) => ({ ...row, parts }));
      },
    ),
    samples.getOne({ errors: [NotFound] }, ({ id }) => ({ ...ROW, id })),
    samples.createOne(({ input }) => {
      received = input;
      return { ...ROW, ...input, id: 7, label: null };
    }),
    samples.editOne(({ id, input }) => {
      received = input;
      return { ...ROW, id };
    }),
    samples.rpc("embargo", async ({ request }) => {
      body = await readRich(request);
      return json({ ok: true });
    }),
    samples.rpc("embargoChecked", async ({ request }) => {
      body = await readRich(request, Embargo);
      return json({ ok: true });
    }),
  ),
  labels: labels.routes(
    labels.getMany(() =>
      respond([
        { id: 1, text: "x", rank: 1 },
        { id: 2, text: "2026-01-01T00:00:00.000Z", rank: 2 },
      ]),
    ),
  ),
});

type Api = typeof api;
type Send = (request: Request) => Promise<Response>;

const adapters: Record<string, (options: object) => Promise<{ send: Send; end: () => Promise<void> }>> = {
  Fetch: async (options) => {
    const handle = fetchHandler(api, { prefix: "/api", ...options });
    return { send: async (request) => handle(request), end: async () => {} };
  },
  Fastify: async (options) => {
    const app = Fastify();
    await app.register(fastifyPlugin(api, options), { prefix: "/api" });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const send: Send = async (request) => {
      const { method, headers } = request;
      return fetch(request.url.replace("http://internal", origin), {
        method,
        headers,
        body: (await request.text()) || null,
      });
    };
    return { send, end: () => app.close() };
  },
};

describe.each(Object.keys(adapters))("rich types: %s", (name) => {
  let send: Send;
  let end = async () => {};
  let sent: Request;
  beforeAll(async () => {
    const served = await adapters[name]?.({ requestTypes: ["RegExp"] });
    if (served) ({ send, end } = served);
  });
  afterAll(() => end());
  beforeEach(() => {
    received = {};
    body = undefined;
  });
  const client = createClient<Api>({
    url: "http://internal/api",
    fetch: (request) => {
      sent = request.clone();
      return send(request);
    },
  });
  const raw = async (path: string, init?: RequestInit) =>
    (await send(new Request(`http://internal/api${path}`, init))).json();

  test("every value arrives as its type says, and the cached document stays plain", async () => {
    const sample = await client.samples.get(1);
    const { label: _, ...row } = ROW;
    expect({ ...sample, id: 1 }).toMatchObject({ ...row, byDay: { day: new Date(4) } }); // Zod drops a key called __proto__
    expect(Object.keys(sample.byDay)).toEqual(["day"]);
    expect(sample.anything).toEqual(ROW.anything);
    expect(sample.maybe).toBeNull();
    expect(sample.either).toBe("2026-01-01T00:00:00.000Z"); // a string that looks like a date, and is none
    expect(sample.home).toBeInstanceOf(URL);
    expect(sample.price).toBeInstanceOf(Money);
    expect("absent" in sample).toBe(false);
    expectTypeOf(sample.at).toEqualTypeOf<Date>();
    expectTypeOf(sample.size).toEqualTypeOf<bigint>();
    expectTypeOf(sample.scores).toEqualTypeOf<Map<string, { at: Date }>>();
    expectTypeOf(sample.home).toEqualTypeOf<URL>();
    expectTypeOf(sample.absent).toEqualTypeOf<Date | undefined>();
    const { load, read } = client.samples.get(1)["~"];
    const document = await load();
    const before = JSON.stringify(document);
    expect(read(document)).toEqual(sample);
    expect(read(JSON.parse(before))).toEqual(sample);
    expect(JSON.stringify(document)).toBe(before);
  });

  test("any client reads plain JSON, and one note for all rows of a type", async () => {
    const { data, meta } = await raw("/samples?fields[samples]=name,at,size,tags,scores,nested,maybe");
    expect(data[1].attributes).toEqual({
      name: "plain",
      at: "2026-01-02T03:04:05.678Z",
      maybe: "1970-01-01T00:00:00.009Z",
      size: "9007199254740993",
      tags: ["a", "b"],
      scores: [["x", { at: "1970-01-01T00:00:00.000Z" }]],
      nested: {
        "a.b": ["1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.002Z"],
        constructor: "1970-01-01T00:00:00.003Z",
      },
    });
    expect(meta).toEqual({
      trestle: {
        rich: {
          samples: {
            at: ["Date"],
            maybe: ["Date"],
            size: ["bigint"],
            tags: ["set"],
            scores: ["map", { "*": { "1": { at: ["Date"] } } }],
            nested: { "a.b": { "*": ["Date"] }, constructor: ["Date"] },
          },
        },
      },
    });
  });

  test("open values are described one by one, by type and id, included ones too", async () => {
    const { meta } = await raw("/samples?include=parts&fields[samples]=either,parts");
    expect(meta).toEqual({ trestle: { values: { samples: { "3": { either: ["Date"] } } } } });
    const [one] = await client.samples
      .list()
      .include("parts")
      .fields({ samples: ["either", "parts"] });
    expect(one?.either).toBe("2026-01-01T00:00:00.000Z");
    expect(one?.parts[0]?.either).toEqual(new Date(8));
  });

  test("a list of strings and numbers has no meta, and no pass over it", async () => {
    expect(await raw("/labels")).not.toHaveProperty("meta");
    expect((await client.labels.list())[1]?.text).toBe("2026-01-01T00:00:00.000Z");
    expect(await raw("/samples?fields[samples]=name")).not.toHaveProperty("meta");
  });

  test("what is given to create, update and filter arrives as it was", async () => {
    const { id: _, label: __, ...input } = { ...ROW, either: new Date(1), absent: new Date(2) };
    await client.samples.create(input);
    expect(received).toEqual({ ...input, byDay: { day: new Date(4) } }); // Zod itself drops a key called __proto__
    expect(received.price).toBeInstanceOf(Money);
    await client.samples.update(1, { anything: [new Set([1n])], maybe: null, either: "2026-01-01T00:00:00.000Z" });
    expect(received.anything).toEqual([new Set([1n])]);
    expect(received.maybe).toBeNull();
    expect(received.either).toBe("2026-01-01T00:00:00.000Z");
    await client.samples.list().filter({ at: new Date(3), size: 4n });
    expect(received).toEqual({ at: new Date(3), size: 4n });
  });

  test("a plain client sends the documented JSON forms", async () => {
    const { data } = await raw("/samples/1");
    const { home: _, price: __, ...attributes } = data.attributes;
    await raw("/samples/1", {
      method: "PATCH",
      headers: { "content-type": MEDIA_TYPE },
      body: JSON.stringify({ data: { type: "samples", id: "1", attributes } }),
    });
    expect(received).toMatchObject({
      at: ROW.at,
      maybe: null,
      size: ROW.size,
      tags: ROW.tags,
      scores: ROW.scores,
      nested: ROW.nested,
      either: new Date("2026-01-01T00:00:00.000Z"), // it does not say which: the first branch that takes it
      event: ROW.event,
    });
  });

  test.each([
    ["a type that is none", { anything: ["nonsense"] }],
    ["a type that does not fit", { anything: ["bigint"] }],
    ["superjson's meta that is none", { anything: ["superjson", { values: [["class", "Nope"]] }] }],
  ])("a request whose meta lies is a 422: %s", async (_name, note) => {
    const document = {
      data: { type: "samples", id: "1", attributes: { anything: "x" } },
      meta: { trestle: { rich: { samples: note } } },
    };
    const { errors } = await raw("/samples/1", {
      method: "PATCH",
      headers: { "content-type": MEDIA_TYPE },
      body: JSON.stringify(document),
    });
    expect(errors).toMatchObject([{ status: "422", source: { pointer: "/data/attributes/anything" } }]);
    expect(received).toEqual({});
  });

  test("a note does not overrule the schema", async () => {
    const { errors } = await raw("/samples/1", {
      method: "PATCH",
      headers: { "content-type": MEDIA_TYPE },
      body: JSON.stringify({
        data: { type: "samples", id: "1", attributes: { name: "1970-01-01T00:00:00.000Z", at: "2026-02-30" } },
        meta: { trestle: { rich: { samples: { name: ["Date"], at: ["Date"] } } } },
      }),
    });
    expect(errors).toMatchObject([{ source: { pointer: "/data/attributes/at" } }]); // no such day; name stays a string
  });

  test("readRich revives the body of an rpc, which stays JSON for other readers", async () => {
    const given = { until: new Date(0), "ключ.*": new Map([["a", 1n]]), price: new Money(5n) };
    expect((await client.samples.rpc(1, "embargo", { body: given })).ok).toBe(true);
    expect(body).toEqual(given);
    expect(await sent.json()).toEqual({ until: "1970-01-01T00:00:00.000Z", "ключ.*": [["a", "1"]], price: "5" });
    await client.samples.rpc(1, "embargo", { body: { plain: 1 } });
    expect(sent.headers.has("trestle-rich")).toBe(false);
    expect(body).toEqual({ plain: 1 });
  });

  test("with a schema, readRich validates, and takes the documented JSON of any client", async () => {
    await client.samples.rpc(1, "embargoChecked", { body: { until: new Date(0), except: new Set(["x"]) } });
    expect(body).toEqual({ until: new Date(0), except: new Set(["x"]) });
    const post = (text: string, headers = {}) =>
      raw("/samples/1/embargoChecked", {
        method: "POST",
        body: text,
        headers: { "content-type": "application/json", ...headers },
      });
    await post('{"until":"2026-01-01","except":["y"]}');
    expect(body).toEqual({ until: new Date("2026-01-01"), except: new Set(["y"]) });
    expect((await post('{"until":1}')).errors).toMatchObject([
      { status: "422", source: { pointer: "/until" }, meta: { path: ["until"] } },
    ]);
    expect((await post("{")).errors).toMatchObject([{ status: "400", code: "malformed_json" }]);
    expect((await post("1", { "trestle-rich": "{" })).errors).toMatchObject([{ status: "400" }]);
    const lied = await raw("/samples/1/embargo", {
      method: "POST",
      body: '"x"',
      headers: { "trestle-rich": '["bigint"]' },
    });
    expect(lied.errors).toMatchObject([{ status: "400", source: { header: "trestle-rich" } }]);
  });
});

describe("when the server sends notes", () => {
  const ask = async (richTypes: "always" | "profile" | "never", accept: string) => {
    const handle = fetchHandler(api, { prefix: "/api", richTypes });
    const response = await handle(
      new Request("http://internal/api/samples/1?fields[samples]=at", { headers: { accept } }),
    );
    return [response.headers.get("content-type"), (await response.json()).meta !== undefined];
  };
  const PROFILE = 'profile="urn:trestle:rich"';
  test.each([
    ["always", MEDIA_TYPE, [MEDIA_TYPE, true]],
    ["always", `${MEDIA_TYPE}; ${PROFILE}`, [`${MEDIA_TYPE}; ${PROFILE}`, true]],
    ["profile", MEDIA_TYPE, [MEDIA_TYPE, false]],
    ["profile", `${MEDIA_TYPE}; profile="urn:other urn:trestle:rich"`, [`${MEDIA_TYPE}; ${PROFILE}`, true]],
    ["profile", `${MEDIA_TYPE}; profile="urn:trestle:richer"`, [MEDIA_TYPE, false]],
    ["never", `${MEDIA_TYPE}; ${PROFILE}`, [MEDIA_TYPE, false]],
  ] as const)("%s, and Accept: %s", async (richTypes, accept, answer) => {
    expect(await ask(richTypes, accept)).toEqual(answer);
  });

  test("a client with the option requests the profile", async () => {
    const handle = fetchHandler(api, { prefix: "/api", richTypes: "profile" });
    const asking = createClient<Api>({ url: "http://internal/api", fetch: handle, profile: true });
    expect((await asking.samples.get(1)).at).toEqual(ROW.at);
  });
});

describe("what the client is sent that does not fit", () => {
  const answering = (document: object) =>
    createClient<Api>({ url: "http://internal/api", fetch: () => Response.json(document) });
  const data = { type: "samples", id: "1", attributes: { size: "x" } };

  test("a value that is not what its note says is a malformed answer", async () => {
    const { error } = await answering({ data, meta: { trestle: { rich: { samples: { size: ["bigint"] } } } } })
      .samples.get(1)
      .safe();
    expect(error).toMatchObject({ status: 0, code: "malformed" });
  });

  test.each([
    { rich: { samples: { size: ["nonsense"] } } },
    { rich: { samples: { size: "Date" } } },
    { rich: { samples: { size: ["Date"] } } },
    { values: { samples: { "1": { size: { at: ["Date"] } } } } },
    { values: { samples: { "1": { size: ["set"] } } } },
    { values: { samples: { "1": { size: 5 } } } },
  ])("so is one whose note is wrong: %j", async (trestle) => {
    const { error } = await answering({ data, meta: { trestle } }).samples.get(1).safe();
    expect(error).toMatchObject({ status: 0, code: "malformed" });
    expect(error?.message).toMatch(/^The response to GET \S+ is malformed: "x" does not fit its note /);
  });

  test.each<[trestle: unknown]>([
    [null],
    [5],
    ["x"],
    [[]],
    [{ rich: 5 }],
    [{ rich: { samples: 5 } }],
    [{ rich: [], values: "x" }],
    [{ rich: { constructor: { a: ["Date"] } } }],
  ])("a meta of another form says nothing: %j", async (trestle) => {
    expect((await answering({ data, meta: { trestle } }).samples.get(1)).size).toBe("x");
  });
});

test("an instance that a z.custom() promises, and superjson does not know, is a 500 that says what to do", async () => {
  class Secret {
    readonly part = 1;
  }
  const reports: unknown[] = [];
  const things = t.resource("things", { id: z.int(), attributes: { secret: z.instanceof(Secret), any: z.any() } });
  const own = t.router({
    things: things.routes(
      things.getOne(({ id }) => ({ id, secret: new Secret(), any: new Secret() })),
      things.getMany(() => []),
    ),
  });
  const handle = fetchHandler(own, { prefix: "/api", onError: ({ error }) => reports.push(error) });
  expect((await handle(new Request("http://internal/api/things/1"))).status).toBe(500);
  expect(String(reports[0])).toContain("superjson.registerCustom");
  const response = await handle(new Request("http://internal/api/things/1?fields[things]=any"));
  expect((await response.json()).data.attributes).toEqual({ any: { part: 1 } });
});

test("a value that holds itself is a 500 whose log names the field", async () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const reports: unknown[] = [];
  const things = t.resource("things", { id: z.int(), attributes: { any: z.any() } });
  const own = t.router({ things: things.routes(things.getOne(({ id }) => ({ id, any: loop }))) });
  const handle = fetchHandler(own, { prefix: "/api", onError: ({ error }) => reports.push(error) });
  expect((await handle(new Request("http://internal/api/things/1"))).status).toBe(500);
  expect(String(reports[0])).toContain('"any"');
});

test("meta.trestle is reserved: a handler that uses it gets an error", async () => {
  const reports: unknown[] = [];
  const own = t.router({
    samples: samples.routes(samples.getOne(({ id }) => respond({ ...ROW, id }, { meta: { trestle: 1 } }))),
    labels: labels.routes(),
  });
  const handle = fetchHandler(own, { prefix: "/api", onError: ({ error }) => reports.push(error) });
  expect((await handle(new Request("http://internal/api/samples/1"))).status).toBe(500);
  expect(String(reports[0])).toContain("meta.trestle is reserved");
});
