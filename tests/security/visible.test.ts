import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { BadRequest, offsetPage, respond, toMany, toOne, trestle, Unauthorized, UNSET } from "trestle";
import { memoryData } from "trestle/memory";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { type FetchHandler, fetchHandler } from "trestle/fetch";
import { anyOf } from "trestle/source";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { fetchServer } from "../support/fetch-server.js";
import { type RawAnswer, sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { routed } from "../support/routed.js";

interface Context {
  readonly user: string | undefined;
}
type Seen = object[];

const rows = [1, 2].map((id) => ({
  id,
  name: `Person ${id}`,
  salary: id * 1000,
  since: new Date(0),
  boss: { id: 7, title: "Boss", secret: "s" },
  reviews: [{ id: 8, title: "Review", secret: "s" }],
  office: { id: 9, title: "Office", secret: "s" },
}));

/** People whose salary, boss and reviews administrators alone may know of, and offices with a secret. */
function hiding(seen: Seen) {
  const t = trestle<Context>();
  const isAdmin = ({ ctx }: { readonly ctx: Context }) => ctx.user === "admin";
  const requireLogin = t.wrapper(({ ctx }) => {
    if (ctx.user === undefined) throw new Unauthorized("Log in.");
    return {};
  });
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { title: z.string(), secret: z.string() },
    visible: { secret: isAdmin },
  });
  const people = t.resource("people", {
    id: z.int(),
    attributes: { name: z.string(), salary: z.number().default(0), since: z.date() },
    relationships: {
      boss: toOne("notes").optional(),
      reviews: toMany("notes", { linkage: true }),
      office: toOne("notes"),
    },
    createFields: ["name", "salary", "boss", "reviews", "office"],
    editFields: ["name", "salary", "boss", "office"],
    visible: { salary: isAdmin, boss: isAdmin, reviews: isAdmin, since: isAdmin },
  });
  return t.router({
    notes: notes.routes(notes.getOne(({ id }) => ({ id, title: "Note", secret: "s" }))),
    people: people.routes(
      people.getMany(
        {
          filter: {
            name__contains: z.string().optional(),
            salary__above: z.number().default(5),
            boss: people.ref("boss").optional(),
            office__secret: z.string().optional(),
          },
          sort: ["name", "salary"],
          page: offsetPage(),
          include: ["boss", "office", "reviews"],
        },
        (args) => {
          seen.push(args);
          return respond(rows, { total: 2, included: { notes: [{ id: 8, title: "Review", secret: "s" }] } });
        },
      ),
      people.getOne({ include: ["boss", "office"] }, () => rows[0]!),
      people.createOne((args) => {
        seen.push(args.input);
        return rows[0]!;
      }),
      people.editOne((args) => {
        seen.push(args.input);
        if (args.input.name === "bad") throw new BadRequest("No.", { field: "name" });
        if (args.input.name === "poor") throw new BadRequest("No.", { field: "salary" });
        return rows[0]!;
      }),
      people.getRelated(
        "boss",
        requireLogin(() => rows[0]!.boss),
      ),
      people.getRelated("office", () => rows[0]!.office),
      people.editRelationship("boss", () => undefined),
      people.addToRelationship("reviews", () => undefined),
    ),
  });
}

/** The same API by somebody who never heard of them. */
function without(seen: Seen) {
  const t = trestle<Context>();
  const notes = t.resource("notes", { id: z.int(), attributes: { title: z.string() } });
  const people = t.resource("people", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { office: toOne("notes") },
    createFields: ["name", "office"],
    editFields: ["name", "office"],
  });
  return t.router({
    notes: notes.routes(notes.getOne(({ id }) => ({ id, title: "Note" }))),
    people: people.routes(
      people.getMany(
        { filter: { name__contains: z.string().optional() }, sort: ["name"], page: offsetPage(), include: ["office"] },
        (args) => {
          seen.push(args);
          return respond(rows, { total: 2 });
        },
      ),
      people.getOne({ include: ["office"] }, () => rows[0]!),
      people.createOne((args) => {
        seen.push(args.input);
        return rows[0]!;
      }),
      people.editOne((args) => {
        seen.push(args.input);
        if (args.input.name === "bad") throw new BadRequest("No.", { field: "name" });
        if (args.input.name === "poor") throw new BadRequest("No.");
        return rows[0]!;
      }),
      people.getRelated("office", () => rows[0]!.office),
    ),
  });
}

type Api = ReturnType<typeof hiding>;

const userOf = (authorization: string | null | undefined): Context => {
  if (authorization === "banned") throw new Unauthorized("Banned.");
  return { user: authorization ?? undefined };
};

async function onFastify(api: Api): Promise<string> {
  const app = Fastify(serverOptions);
  const context = trestle<Context>().context((request: { headers: { authorization?: string } }) =>
    userOf(request.headers.authorization),
  );
  await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: "127.0.0.1" });
}

async function onFetch(api: Api): Promise<string> {
  const context = trestle<Context>().context((request: Request) => userOf(request.headers.get("authorization")));
  const handle: FetchHandler = fetchHandler(api, { prefix: "/api", context });
  const server = fetchServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const document = (type: string, attributes: object, relationships: object, id?: string) =>
  JSON.stringify({ data: { type, id, attributes, relationships } });
const office = { office: { data: { type: "notes", id: "9" } } };

/** Every way to a field, by its name. */
const REQUESTS: readonly (readonly [line: string, body?: string, type?: string])[] = [
  ["GET /people"],
  ["GET /people?include=office"],
  ["GET /people/1"],
  ["GET /people/1?include=office&fields[people]=name"],
  ["GET /people/1/office"],
  ["GET /people/1/relationship/office"],
  ["GET /notes/1"],
  ["GET /notes/1?fields[notes]=secret"],
  ...["salary", "boss", "reviews", "since", "boss.title", "office.secret"].flatMap((name) => [
    [`GET /people?include=${name}`] as const,
    [`GET /people?sort=${name}`] as const,
    [`GET /people?sort=name,-${name}`] as const,
    [`GET /people?filter[${name.replace(".", "][")}]=1`] as const,
    [`GET /people?filter[${name}][above]=1`] as const,
    [`GET /people?filter[${name}s][above]=1`] as const,
    [`GET /people?fields[people]=${name}`] as const,
    [`GET /people?fields[people]=name,${name}x`] as const,
    ...["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"].flatMap((method) => [
      [`${method} /people/1/${name}`] as const,
      [`${method} /people/1/relationship/${name}`] as const,
      [`${method} /people/x/${name}`] as const,
    ]),
    ["POST /people", document("people", { name: "x", [name]: 1 }, office)] as const,
    ["POST /people", document("people", { name: "x" }, { ...office, [name]: { data: null } })] as const,
    ["PATCH /people/1", document("people", { [name]: 1 }, {}, "1")] as const,
    ["PATCH /people/1", document("people", {}, { [name]: { data: [] } }, "1")] as const,
    ["PATCH /people/1", `{"data":{"type":"people","id":"1","trestle:fields":{"${name}":1}}}`, "extended"] as const,
    [
      "POST /people",
      `{"data":{"type":"people","trestle:fields":{"name":"x","office":9,"${name}":1}}}`,
      "extended",
    ] as const,
  ]),
  ["POST /people", document("people", { name: "x" }, office)],
  ["POST /people", document("people", {}, {})],
  ["PATCH /people/1", document("people", { name: "y" }, {}, "1")],
  ["PATCH /people/1", document("people", { name: "bad" }, {}, "1")],
  ["PATCH /people/1", document("people", { name: "poor" }, {}, "1")],
  ["POST /people/1/relationship/reviews", '{"data":[{"type":"notes","id":"1"}]}'],
  ["PATCH /people/1/relationship/boss", '{"data":{"type":"notes","id":"1"}}'],
  ["PATCH /people/1/relationship/boss", "{"],
  ["PATCH /people/1/relationship/boss", "x", "text/plain"],
  ["PATCH /people/1/relationship/boss", "{}", `${MEDIA_TYPE}; charset=utf-8`],
  ["POST /people/1/relationship/boss", "{}", "application/json"],
];

function send(
  origin: string,
  [line, text, type]: (typeof REQUESTS)[number],
  authorization?: string,
): Promise<RawAnswer> {
  const media = type === "extended" ? `${MEDIA_TYPE}; ext="urn:trestle:fields"` : (type ?? MEDIA_TYPE);
  const headers = { authorization, ...(text !== undefined && { "content-type": media }) };
  return sendRaw(origin, line.replace(" ", " /api"), text === undefined ? { headers } : { headers, text });
}

/** What can be told of an answer: all but when it was given. */
const told = ({ status, headers: { date: _, ...headers }, text }: RawAnswer) => ({ status, headers, text });

describe.each([
  ["Fastify", onFastify],
  ["Fetch", onFetch],
] as const)("a field that is hidden: %s", (_, listen) => {
  test("is answered in every way as one that was never declared, byte for byte", async () => {
    const [origin, plain] = [await listen(hiding([])), await listen(without([]) as unknown as Api)];
    const words = /salary|boss|reviews|secret|since/;
    for (const request of REQUESTS) {
      for (const user of [undefined, "ann"]) {
        const answer = await send(origin, request, user);
        expect([request, told(answer)]).toEqual([request, told(await send(plain, request, user))]);
        expect(answer.status).toBeLessThan(500);
        if (!words.test(request.join(" "))) expect(answer.text).not.toMatch(words);
      }
    }
  });

  test("nor does a context that refuses tell of its endpoints", async () => {
    const [origin, plain] = [await listen(hiding([])), await listen(without([]) as unknown as Api)];
    for (const line of [
      "GET /people/1/boss",
      "PUT /people/1/boss",
      "POST /people/1/relationship/reviews",
      "GET /people",
    ]) {
      expect(told(await send(origin, [line], "banned"))).toEqual(told(await send(plain, [line], "banned")));
    }
  });

  test("is there for whom it is visible", async () => {
    const seen: Seen = [];
    const origin = await listen(hiding(seen));
    const ask = async (...request: (typeof REQUESTS)[number]) => {
      const answer = await send(origin, request, "admin");
      expect([request, answer.status]).toEqual([request, expect.any(Number)]);
      return { status: answer.status, ...JSON.parse(answer.text || "{}") };
    };
    const one = await ask("GET /people/1?include=boss");
    expect(one.data.attributes).toEqual({ name: "Person 1", salary: 1000, since: "1970-01-01T00:00:00.000Z" });
    expect(one.included).toEqual([expect.objectContaining({ id: "7", attributes: { title: "Boss", secret: "s" } })]);
    expect(
      (await ask("GET /people?sort=-salary&filter[salary][above]=3&filter[office][secret]=s&include=reviews")).status,
    ).toBe(200);
    expect(seen.pop()).toMatchObject({ filter: { salary__above: 3, office__secret: "s" }, include: { reviews: true } });
    expect((await ask("GET /people/1/boss")).data.id).toBe("7");
    expect((await ask("GET /people/1/relationship/reviews")).status).toBe(405);
    expect((await ask("PUT /people/1/boss")).status).toBe(405);
    expect((await ask("PATCH /people/1/relationship/boss", '{"data":{"type":"notes","id":"1"}}')).status).toBe(204);
    await ask("PATCH /people/1", document("people", { salary: 5 }, {}, "1"));
    expect(seen.pop()).toMatchObject({ salary: 5, name: UNSET });
    const { errors } = await ask("PATCH /people/1", document("people", { name: "poor" }, {}, "1"));
    expect(errors[0]).toMatchObject({ source: { pointer: "/data/attributes" }, meta: { path: ["salary"] } });
  });

  test("leaves a handler what it gets where nothing was sent", async () => {
    const seen: Seen = [];
    const origin = await listen(hiding(seen));
    await send(origin, ["GET /people?include=office"]);
    expect(seen.pop()).toMatchObject({
      filter: { salary__above: 5 },
      include: { boss: false, reviews: false, office: true },
    });
    await send(origin, ["PATCH /people/1", document("people", { name: "y" }, {}, "1")]);
    expect(seen.pop()).toEqual({ name: "y", salary: UNSET, boss: UNSET, office: UNSET });
  });
});

test("a create without the required hidden field is refused at the start, as are others that could not be served", () => {
  const t = trestle<Context>();
  const isVisible = () => false;
  const declare = (options: object) =>
    routed(t.resource("a", { id: z.int(), attributes: { b: z.string(), c: z.string().optional() }, ...options }));
  expect(() => declare({ createFields: ["b"], visible: { b: isVisible } })).toThrow(
    '"b" is hidden from some users, but a create requires it',
  );
  expect(() => declare({ visible: { d: isVisible } })).toThrow('visible contains "d", which is not a field');
  const a = declare({ createFields: ["c"], visible: { c: isVisible } });
  const routes = (options: object) => t.router({ a: a.routes(a.getMany(options as {}, () => [])) });
  expect(() => routes({ sort: z.string() })).toThrow("a sort without a list of names could use hidden fields (c)");
  expect(() => routes({ filter: { c__is: z.string() } })).toThrow('the filter "c__is" is required');
  expect(() => routes({ filter: { c__is: z.string().optional() }, sort: ["c"] })).not.toThrow();
});

test("an answer that is neither true nor false hides nothing silently: it is a 500", async () => {
  const t = trestle();
  const a = t.resource("a", {
    id: z.int(),
    attributes: { b: z.string() },
    visible: { b: (async () => true) as unknown as () => boolean }, // wrong on purpose
  });
  const heard: unknown[] = [];
  const handle = fetchHandler(t.router({ a: a.routes(a.getOne(({ id }) => ({ id, b: "" }))) }), {
    onError: ({ error }) => heard.push(String(error)),
  });
  expect((await handle(new Request("http://x/a/1"))).status).toBe(500);
  expect(heard).toEqual(['TypeError: t.resource("a"): visible.b must return true or false; it returned object.']);
});

test("a field that is hidden in what is related filters and sorts neither the resources nor their linkage", async () => {
  const t = trestle<Context>();
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { title: z.string(), secret: z.string() },
    visible: { secret: ({ ctx }) => ctx.user === "admin" },
  });
  const people = t.resource("people", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { reviews: toMany("notes", { linkage: true }) },
  });
  const api = t.router({
    notes: notes.routes(notes.getOne(({ id }) => ({ id, title: "Note", secret: "s" }))),
    people: people.routes(
      people.getRelated(
        "reviews",
        { filter: { secret: z.string().optional() }, sort: ["title", "secret"] },
        ({ filter }) => (filter.secret === "x" ? [] : [{ id: 8, title: "Review", secret: "s" }]),
      ),
    ),
  });
  const handle = fetchHandler(api, {
    context: t.context(({ headers }: Request) => ({ user: headers.get("authorization") ?? undefined })),
  });
  const statusOf = async (path: string, authorization: string) =>
    (await handle(new Request(`http://x/people/1/${path}`, { headers: { authorization } }))).status;
  for (const path of ["reviews", "relationship/reviews"]) {
    expect(await statusOf(`${path}?sort=title`, "somebody")).toBe(200);
    for (const query of ["filter[secret]=x", "sort=secret"]) {
      expect([path, query, await statusOf(`${path}?${query}`, "somebody")]).toEqual([path, query, 400]);
      expect([path, query, await statusOf(`${path}?${query}`, "admin")]).toEqual([path, query, 200]);
    }
  }
});

test("an attribute whose name contains the separator is hidden from filters, sorts and their other names", async () => {
  const t = trestle<Context>();
  const people = t.resource("people", {
    id: z.int(),
    attributes: { name: z.string(), pay__net: z.int() },
    visible: { pay__net: ({ ctx }) => ctx.user === "admin" },
  });
  const rows = [{ id: 1, name: "Ann", pay__net: 10 }];
  const { getMany } = memoryData().source(people, { rows });
  const filter = { pay__net: z.int().optional(), pay__net__gt: z.int().optional() };
  const router = t.router({ people: people.routes(people.getMany({ filter, sort: ["pay__net"] }, getMany)) });
  const context = t.context((request: Request) => ({ user: request.headers.get("x-user") ?? undefined }));
  const handle = fetchHandler(router, { context });
  for (const query of ["filter[pay][net]=10", "filter[pay][net][gt]=1", "sort=pay__net"]) {
    const statusFor = async (user: string) =>
      (await handle(new Request(`http://a.test/people?${query}`, { headers: { "x-user": user } }))).status;
    expect([query, await statusFor("admin"), await statusFor("ann")]).toEqual([query, 200, 400]);
  }
  const start = (filters: object, filter: Record<string, z.ZodOptional<z.ZodInt> | z.ZodInt>) => () => {
    const source = memoryData().source(people, { rows, filters } as never);
    return t.router({ people: people.routes(people.getMany({ filter }, source.getMany as never)) });
  };
  const net = { net: z.int().optional() };
  expect(start({ net: "pay__net" }, net)).toThrow('the filter "net" reads "pay__net", which some callers cannot see');
  expect(start({}, { pay__net: z.int() })).toThrow('the filter "pay__net" is required, but its field is hidden');
});

test("a field that is hidden in the members of a to-many is hidden from filters of all of them", async () => {
  const t = trestle<Context>();
  const people = t.resource("people", {
    id: z.int(),
    attributes: {},
    relationships: { reviews: toMany("reviews"), friends: toMany("people") },
    visible: { friends: ({ ctx }) => ctx.user === "admin" },
  });
  const reviews = t.resource("reviews", {
    id: z.int(),
    attributes: { title: z.string(), secret: z.string(), count: z.int() },
    visible: { secret: ({ ctx }) => ctx.user === "admin" },
  });
  const data = memoryData();
  const { routes } = data.source(people, { rows: [{ id: 1, reviews: [2], friends: [] }] });
  const row = { id: 2, title: "Two", secret: "s", count: 7 };
  const reviewRoutes = data.source(reviews, { rows: [row] }).routes({});
  const text = z.string().optional();
  const number = z.int().optional();
  const filter = {
    reviews__none__title: text,
    reviews__none__secret: text,
    reviews__none__secret__contains: text,
    reviews__count: number, // a field of reviews
    friends__none: number,
    friends__count__gte: number,
    friends__none__reviews__none__secret: text,
    friends__all: z.array(z.int()).optional(),
  };
  const sort = ["friends__count"] as const;
  const router = t.router({ people: routes({ getMany: { filter, sort } }), reviews: reviewRoutes });
  const context = t.context((request: Request) => ({ user: request.headers.get("x-user") ?? undefined }));
  const handle = fetchHandler(router, { context });
  const ask = async (user: string, query: string) => {
    const response = await handle(new Request(`http://a.test/people?${query}`, { headers: { "x-user": user } }));
    return [response.status, (await response.json()).data?.length];
  };
  for (const name of ["filter[reviews][none][title]=x", "filter[reviews][count]=7"]) {
    expect([name, await ask("ann", name)]).toEqual([name, [200, 1]]);
  }
  expect(await ask("ann", "filter[reviews][count]=1")).toEqual([200, 0]);
  for (const name of [
    "filter[reviews][none][secret]=x",
    "filter[reviews][none][secret][contains]=x",
    "filter[friends][none]=3",
    "filter[friends][count][gte]=0",
    "filter[friends][none][reviews][none][secret]=s",
    "filter[friends][all]=",
    "sort=friends__count",
  ]) {
    expect([name, await ask("admin", name), (await ask("ann", name))[0]]).toEqual([name, [200, 1], 400]);
  }
  const start = (filters: object, filter: object) => () => {
    const data = memoryData();
    const source = data.source(people, { filters } as never);
    const other = data.source(reviews, {}).routes({});
    return t.router({ people: source.routes({ getMany: { filter } } as never), reviews: other } as never);
  };
  expect(start({ q: anyOf("reviews__title", "reviews__none__secret") }, { q: text })).toThrow('reads "secret"');
  expect(start({ q: "reviews__none__secret" }, { q: text })).toThrow('reads "secret"');
  expect(start({ q: "friends__count" }, { q: number })).toThrow('reads "friends"');
});

test("a path that ends in a hidden relationship still includes what leads there", async () => {
  const t = trestle<Context>();
  const people = t.resource("people", {
    id: z.int(),
    attributes: {},
    relationships: { friend: toOne("people").nullable(), boss: toOne("people").nullable() },
    visible: { boss: ({ ctx }) => ctx.user === "admin" },
  });
  const rows = [
    { id: 1, friend: 2, boss: null },
    { id: 2, friend: null, boss: 1 },
  ];
  const { getMany } = memoryData().source(people, { rows });
  const router = t.router({ people: people.routes(people.getMany({ include: ["friend__boss"] }, getMany)) });
  const handle = fetchHandler(router, { context: t.context(() => ({ user: "ann" })) });
  const statusOf = async (include: string) =>
    (await handle(new Request(`http://a.test/people?include=${include}`))).status;
  expect([await statusOf("friend"), await statusOf("friend.boss")]).toEqual([200, 400]);
});
