import { randomUUID } from "node:crypto";
import { type AtomicOptions, memoryStore, NotFound, TooManyRequests, toMany, trestle, type Transaction } from "trestle";
import { memoryData } from "trestle/memory";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { describeServers, type Serve } from "../support/serve.js";
import { BEDS, open, type Operation } from "./bed.js";
import { PATIENCE } from "../support/patience.js";
import { ATOMIC_TYPE } from "../support/media-type.js";

const person = (name: string, more: object = {}) => ({
  op: "add",
  data: { type: "people", attributes: { name, ...more } },
});
const retitle = (title: string, version?: unknown, id = "1") => ({
  op: "update",
  ref: { type: "articles", id },
  data: { type: "articles", id, attributes: { title } },
  ...(version !== undefined && { meta: { version } }),
});

describeServers("operations of a batch", (serve) => {
  describe.each(BEDS)("on %s", (_, openBed) => {
    test("are compared with the version before the first change of the resource", async () => {
      const { post, send } = await open(serve, openBed);
      const version = async () => (await send("GET", "articles/1")).body.data.attributes.version;
      expect((await post([retitle("a", 1), retitle("b", 1), retitle("c")])).status).toBe(200);
      expect(await version()).toBe(4);
      // A later operation states the version: the first change is compared with it.
      expect((await post([retitle("d"), retitle("e", "4")])).status).toBe(200);
      expect(await version()).toBe(6);
      const failing: [Operation[], number][] = [
        [[person("x"), retitle("f", 5)], 1],
        [[retitle("f", 6), retitle("g", 7)], 1],
        [[retitle("f"), retitle("g", 5)], 1],
        [
          [
            {
              op: "update",
              ref: { type: "articles", id: "1", relationship: "author" },
              data: null,
              meta: { version: 5 },
            },
          ],
          0,
        ],
        [[{ op: "remove", ref: { type: "articles", id: "1" }, meta: { version: 5 } }], 0],
      ];
      for (const [operations, index] of failing) {
        const { status, body, headers } = await post(operations);
        expect([status, body.errors[0].code, body.errors[0].source]).toEqual([
          412,
          "version_mismatch",
          { pointer: `/atomic:operations/${index}` },
        ]);
        expect(body.errors[0].meta).toMatchObject({ operation: index, current: { type: "articles", id: "1" } });
        expect(headers.get("etag")).toBeNull();
      }
      expect(await version()).toBe(6);
      const created = [
        {
          op: "add",
          data: {
            type: "articles",
            lid: "n",
            attributes: { title: "n" },
            relationships: { author: { data: null }, tags: { data: [] } },
          },
        },
        { op: "update", data: { type: "articles", lid: "n", attributes: { title: "m" } }, meta: { version: 1 } },
      ];
      expect((await post(created)).status).toBe(412); // the resource had no version before the batch
    });

    test("have results without top-level links", async () => {
      const { post } = await open(serve, openBed);
      const { body } = await post([person("bob")]);
      expect(body["atomic:results"][0]).not.toHaveProperty("links");
      expect(body["atomic:results"][0].data.links.self).toBe("/api/people/2");
    });

    test("run once for a key, and are undone with it", async () => {
      const { post, count } = await open(serve, openBed, { atomic: { idempotent: true }, store: memoryStore() });
      const key = { "idempotency-key": randomUUID() };
      expect((await post([person("bob"), person("ann")], key)).status).toBe(409);
      const first = await post([person("bob"), { op: "remove", ref: { type: "articles", id: "1" } }], key);
      const second = await post([person("bob"), { op: "remove", ref: { type: "articles", id: "1" } }], key);
      expect(second).toMatchObject({ status: 200, text: first.text });
      expect([first, second].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
      for (const name of ["content-type", "trestle-affects", "vary"])
        expect(second.headers.get(name)).toBe(first.headers.get(name));
      expect((await post([person("other")], key)).body.errors[0].code).toBe("idempotency_key_reused");
      expect((await post([person("x")], { "idempotency-key": "" })).status).toBe(400);
      expect((await count()).people).toBe(2);
    });
  });

  const memory = (BEDS[0] as (typeof BEDS)[number])[1];

  test("need a key where one is required", async () => {
    const { post } = await open(serve, memory, { atomic: { idempotent: "required" }, store: memoryStore() });
    const { status, body } = await post([person("bob")]);
    expect([status, body.errors[0].code]).toEqual([400, "idempotency_key_required"]);
  });

  test.each<[string, Operation, number, string]>([
    ["a value that is too long", person("a name that is much too long"), 422, "/data/attributes/name"],
    [
      "an unknown field",
      { op: "add", data: { type: "people", attributes: { name: "x", unknown: 1 } } },
      422,
      "/data/attributes/unknown",
    ],
    ["no attributes", { op: "add", data: { type: "people" } }, 422, "/data"],
    [
      "an id of the client",
      { op: "add", data: { type: "people", id: "7", attributes: { name: "x" } } },
      403,
      "/data/id",
    ],
    ["a name that is taken", person("ann"), 409, "/data/attributes/name"],
    ["a type of another URL", { op: "add", href: "/api/people", data: { type: "tags", id: "x" } }, 409, "/data/type"],
    ["an update of nothing", retitle("x", undefined, "99"), 404, ""],
    ["an id that is not a number", retitle("x", undefined, "no number"), 404, ""],
    ["two ids", { ...retitle("x"), data: { type: "articles", id: "2", attributes: {} } }, 409, "/data/id"],
    ["a remove of nothing", { op: "remove", ref: { type: "people", id: "99" } }, 404, ""],
    [
      "a related resource of another type",
      { op: "update", ref: { type: "articles", id: "1", relationship: "author" }, data: { type: "tags", id: "red" } },
      409,
      "/data/type",
    ],
    [
      "a related resource that is not there",
      { op: "add", ref: { type: "articles", id: "1", relationship: "tags" }, data: [{ type: "tags", id: "none" }] },
      404,
      "",
    ],
  ])("fail with their own status, at their own place: %s", async (_, operation, expected, pointer) => {
    const { post, count } = await open(serve, memory);
    const before = await count();
    const { status, body } = await post([person("first"), operation]);
    expect(status).toBe(expected);
    expect(body.errors[0].source.pointer).toMatch(new RegExp(`^/atomic:operations/1${pointer}`));
    expect(body.errors[0].meta.operation).toBe(1);
    expect(await count()).toEqual(before);
  });

  test.each<[string, Operation]>([
    ["an unknown type", { op: "remove", ref: { type: "unknown", id: "1" } }],
    ["a name that is not a type", { op: "add", data: { type: "operations" } }],
    [
      "an unknown relationship",
      { op: "update", ref: { type: "articles", id: "1", relationship: "unknown" }, data: null },
    ],
    ["an addition to a to-one", { op: "add", ref: { type: "articles", id: "1", relationship: "author" }, data: [] }],
    ["an id that is too long", { op: "remove", ref: { type: "articles", id: "x".repeat(600) } }],
    ["a URL with other methods", { op: "remove", href: "/api/articles/1/tags" }],
  ])("that the API does not have are a 404, also if another API action is there: %s", async (_, operation) => {
    const { post } = await open(serve, memory);
    const { status, body } = await post([person("first"), operation]);
    expect([status, body.errors[0].code, body.errors[0].meta]).toEqual([404, "not_found", { operation: 1 }]);
  });

  test("that cannot be found have the pointer of their target", async () => {
    const { post } = await open(serve, memory);
    const { body } = await post([{ op: "add", data: { type: "unknown" } }]);
    expect(body.errors).toEqual([
      {
        status: "404",
        code: "not_found",
        title: "Not found",
        detail: 'This API has no operation for "add" of "unknown".',
        source: { pointer: "/atomic:operations/0/data/type" },
        meta: { operation: 0 },
      },
    ]);
  });

  test.each([
    ["include=author", "include"],
    ["fields[people]=name", "fields[people]"],
    ["anything=1", "anything"],
    ["page[limit]=1", "page[limit]"],
  ])("take no parameters in the URL of their request: %s", async (query, parameter) => {
    const { send, count } = await open(serve, memory);
    const before = await count();
    const { status, body } = await send("POST", `operations?${query}`, {}, { "content-type": ATOMIC_TYPE });
    expect([status, body.errors[0].source]).toEqual([400, { parameter }]);
    expect(await count()).toEqual(before);
  });

  test("need a version for each resource, also if its type and id read like those of another", async () => {
    const t = trestle();
    const rows = [
      { id: "1", text: "old", version: 1 },
      { id: "y 1", text: "old", version: 1 },
    ];
    const data = memoryData();
    const routesOf = <const N extends string>(name: N) => {
      const resource = t.resource(name, {
        id: z.string(),
        attributes: { text: z.string(), version: z.int() },
        editFields: ["text"],
        version: { field: "version", required: true },
      });
      const source = data.source(resource, { rows });
      return resource.routes(
        resource.getOne({ errors: [NotFound] }, source.getOne),
        resource.editOne({ errors: [NotFound] }, source.editOne),
      );
    };
    const api = t.router({ "x y": routesOf("x y"), x: routesOf("x") }, { transaction: data.transaction, atomic: true });
    const { origin } = await serve(api as never); // `serve` takes routers without a batch
    const edit = (type: string, id: string, meta?: object) => ({
      op: "update",
      data: { type, id, attributes: { text: "new" } },
      ...(meta && { meta }),
    });
    const response = await fetch(`${origin}/api/operations`, {
      method: "POST",
      headers: { "content-type": ATOMIC_TYPE },
      body: JSON.stringify({ "atomic:operations": [edit("x y", "1", { version: 1 }), edit("x", "y 1")] }),
    });
    expect(response.status).toBe(428);
    expect((await response.json()).errors[0].meta).toEqual({ operation: 1 });
  });

  test("an error of the server is logged with its operation, and has its place", async () => {
    const break_ = (_: object, __: object, { people }: ReturnType<typeof import("./bed.js").define>) => ({
      people: people.routes(people.createOne(() => Promise.reject(new Error("broken")))),
    });
    const { post, logged } = await open(serve, memory, {
      routes: (routes, bed, defined) => ({ ...routes, ...break_(routes, bed, defined) }),
    });
    const { status, body } = await post([{ op: "remove", ref: { type: "articles", id: "1" } }, person("x")]);
    expect([status, body.errors[0]]).toEqual([
      500,
      expect.objectContaining({
        code: "internal_error",
        source: { pointer: "/atomic:operations/1" },
        meta: { operation: 1 },
      }),
    ]);
    expect(logged).toEqual([expect.stringContaining("broken")]);
  });
});

interface Hidden {
  readonly isHidden: boolean;
}

/** An API with a field and a relationship that are hidden, or that it never declared. */
async function withSecrets(serve: Serve, { isHidden }: Hidden) {
  const t = trestle();
  const labels = t.resource("labels", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
  const plain = {
    id: z.int32(),
    attributes: { text: z.string() },
    createFields: ["text"],
    editFields: ["text"],
  } as const;
  const data = memoryData();
  const served = async (routes: object) => {
    const { origin } = await serve(
      t.router(routes as never, { transaction: data.transaction as never, atomic: true }) as never,
    );
    return async (operations: readonly unknown[]) => {
      const response = await fetch(`${origin}/api/operations`, {
        method: "POST",
        headers: { "content-type": ATOMIC_TYPE },
        body: JSON.stringify({ "atomic:operations": operations }),
      });
      return `${response.status} ${await response.text()}`;
    };
  };
  const label = data.source(labels, {});
  const labelRoutes = labels.routes(labels.createOne(label.createOne));
  if (!isHidden) {
    const notes = t.resource("notes", plain);
    const source = data.source(notes, { rows: [{ id: 1, text: "old" }] });
    return served({
      labels: labelRoutes,
      notes: notes.routes(notes.createOne(source.createOne), notes.editOne({ errors: [NotFound] }, source.editOne)),
    });
  }
  const notes = t.resource("notes", {
    ...plain,
    attributes: { text: z.string(), secret: z.string().default("s") },
    relationships: { labels: toMany("labels") },
    createFields: ["text", "secret", "labels"],
    editFields: ["text", "secret", "labels"],
    visible: { secret: () => false, labels: () => false },
  });
  const source = data.source(notes, { rows: [{ id: 1, text: "old", secret: "s", labels: [] }] });
  return served({
    labels: labelRoutes,
    notes: notes.routes(
      notes.createOne(source.createOne),
      notes.editOne({ errors: [NotFound] }, source.editOne),
      notes.addToRelationship("labels", { errors: [NotFound] }, source.addToRelationship("labels")),
      notes.resetRelationship("labels", { errors: [NotFound] }, source.resetRelationship("labels")),
    ),
  });
}

describeServers("what is hidden from the caller of a batch", (serve) => {
  const add = (attributes: object, more: object = {}) => ({ op: "add", data: { type: "notes", attributes, ...more } });
  const linkage = [{ type: "labels", lid: "x" }];
  test.each<[string, readonly unknown[]]>([
    ["a create", [add({ text: "new" })]],
    ["a field in a create", [add({ text: "new", secret: "x" })]],
    ["a field in an update", [{ op: "update", data: { type: "notes", id: "1", attributes: { secret: "x" } } }]],
    ["a relationship in a create", [add({ text: "new" }, { relationships: { labels: { data: [] } } })]],
    [
      "a relationship with a lid",
      [
        { op: "add", data: { type: "labels", lid: "x", attributes: { text: "l" } } },
        add({ text: "new" }, { relationships: { labels: { data: linkage } } }),
      ],
    ],
    ["a relationship with an unknown lid", [add({ text: "new" }, { relationships: { labels: { data: linkage } } })]],
    [
      "a relationship with an unknown lid in fields",
      [{ op: "add", data: { type: "notes", "trestle:fields": { text: "new", labels: linkage } } }],
    ],
    [
      "an operation of a relationship",
      [{ op: "update", ref: { type: "notes", id: "1", relationship: "labels" }, data: [] }],
    ],
    ["an operation of a relationship by its URL", [{ op: "add", href: "/api/notes/1/relationship/labels", data: [] }]],
    [
      "an operation that nobody has",
      [{ op: "remove", ref: { type: "notes", id: "1", relationship: "labels" }, data: [] }],
    ],
  ])("%s has the same bytes as in an API without it", async (_, operations) => {
    const hidden = await withSecrets(serve, { isHidden: true });
    const never = await withSecrets(serve, { isHidden: false });
    expect(await hidden(operations)).toBe(await never(operations));
  });
});

describeServers("the middleware and the timeout of a batch", (serve) => {
  interface Setup {
    readonly atomic?: true | AtomicOptions;
    readonly timeout?: number;
    readonly before?: (name: string, signal: AbortSignal) => unknown;
    readonly wrap?: (own: Transaction<{ db?: string }>) => Transaction<{ db?: string }>;
  }

  async function openNotes({
    atomic = true,
    timeout = 1000,
    before = () => undefined,
    wrap = (own) => own,
  }: Setup = {}) {
    const log: string[] = [];
    const base = trestle<{ db?: string }>();
    const outer = base.middleware(async ({ operation, ctx, next }) => {
      log.push(`outer ${operation.type || operation.action} ${ctx.db ?? "-"}`);
      return next({ user: "ann" });
    });
    const own = base.middleware(async ({ next }) => next({ db: "another" }));
    const t = base.use(outer);
    const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
    const drafts = t.resource("drafts", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
    const data = memoryData();
    const source = data.source(notes, {});
    const draft = data.source(drafts, {});
    const routes = {
      notes: notes.routes(
        notes.createOne({ errors: [TooManyRequests] }, async (args) => {
          log.push(`note ${args.ctx.db ?? "-"} ${args.ctx.user}`);
          await before(args.input.text, args.signal);
          return source.createOne(args);
        }),
      ),
      drafts: drafts.routes(
        drafts.createOne({ middleware: [own] }, async (args) => {
          log.push(`draft ${args.ctx.db ?? "-"}`);
          return draft.createOne(args as never);
        }),
      ),
    };
    const api = t.router(routes, { transaction: wrap(data.transaction as never), atomic });
    const { origin, logged } = await serve(api as never, { timeout });
    const post = async (operations: readonly unknown[], signal?: AbortSignal) => {
      const response = await fetch(`${origin}/api/operations`, {
        method: "POST",
        ...(signal && { signal }),
        headers: { "content-type": ATOMIC_TYPE },
        body: JSON.stringify({ "atomic:operations": operations }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
    };
    const count = async () => {
      const all = (await source.getMany({
        ctx: {},
        include: {},
        filter: {},
        sort: [],
        page: undefined,
        fields: {},
      } as never)) as { data: readonly unknown[] };
      return all.data.length;
    };
    return { post, log, logged, count };
  }
  const note = (text: string) => ({ op: "add", data: { type: "notes", attributes: { text } } });
  const draft = (text: string) => ({ op: "add", data: { type: "drafts", attributes: { text } } });

  test("the API's middleware runs once for the batch, and each operation runs its own within the transaction", async () => {
    const { post, log } = await openNotes({
      wrap:
        (own) =>
        ({ ctx }, run) =>
          own({ ctx }, (ctx) => run({ ...ctx, db: "transaction" })),
    });
    expect((await post([note("a"), draft("b")])).status).toBe(200);
    expect(log).toEqual([
      "outer operations -",
      "outer notes transaction",
      "note transaction ann",
      "draft transaction", // its middleware must not replace the database of the transaction
    ]);
  });

  test("a timeout ends the whole batch: no later operation starts, and nothing is committed", async () => {
    let finish = () => {};
    const before = (text: string) => (text === "slow" ? new Promise<void>((resolve) => (finish = resolve)) : undefined);
    const { post, log, logged, count } = await openNotes({ before, timeout: 50 });
    const { status, body } = await post([note("fast"), note("slow"), note("late")]);
    expect([status, body.errors[0].code]).toEqual([503, "timeout"]);
    finish();
    await vi.waitFor(() => expect(logged.length).toBeGreaterThan(1), PATIENCE);
    expect(logged.join()).toContain("the transaction was rolled back, because the timeout was over");
    expect(log.filter((line) => line.startsWith("note"))).toHaveLength(2);
    expect(await count()).toBe(0);
  });

  test("a client that leaves does not stop its batch: the rest runs, and everything is committed", async () => {
    const leaving = new AbortController();
    const before = (text: string, left: AbortSignal) => {
      if (text !== "slow") return undefined;
      leaving.abort();
      return new Promise((resolve) => left.addEventListener("abort", resolve));
    };
    const { post, log, logged, count } = await openNotes({ before, timeout: 10_000 });
    await expect(post([note("fast"), note("slow"), note("late")], leaving.signal)).rejects.toThrow("aborted");
    await vi.waitFor(async () => expect(await count()).toBe(3), PATIENCE);
    expect(log.filter((line) => line.startsWith("note"))).toHaveLength(3);
    expect(logged).toEqual([]);
  });

  test("an error keeps its Retry-After", async () => {
    const before = () => Promise.reject(new TooManyRequests("Slower.", { headers: { "retry-after": "7" } }));
    const { post } = await openNotes({ before });
    const { status, headers } = await post([note("a")]);
    expect([status, headers.get("retry-after")]).toEqual([429, "7"]);
  });

  test("1 000 operations are one batch", async () => {
    const { post, count } = await openNotes({ atomic: { max: 1000 }, timeout: 20_000 });
    const { status, body } = await post(Array.from({ length: 1000 }, (_, index) => note(`${index}`)));
    expect([status, body["atomic:results"].length]).toEqual([200, 1000]);
    expect(await count()).toBe(1000);
  });
});

test("atomic needs a transaction, and valid options", () => {
  const t = trestle();
  const sentence =
    "atomic needs the option transaction. Add transaction: data.transaction, or a function that opens one.";
  expect(() => t.router({}, { atomic: true } as never)).toThrow(`t.router: ${sentence}`);
  const { transaction } = memoryData();
  const made = (atomic: unknown) => () => t.router({}, { atomic, transaction } as never);
  expect(made({ max: 0 })).toThrow("t.router: atomic.max must be a positive integer");
  expect(made({ maximum: 5 })).toThrow('t.router: atomic: "maximum" is not an option. Use max, idempotent.');
  expect(made("yes")).toThrow("t.router: atomic must be true or an object");
  expect(made({ idempotent: "always" })).toThrow("t.router: atomic.idempotent must be");
  expect(made({ idempotent: true })).toThrow("needs a store for its keys");
});

test("an operation that requires a key is refused in a router whose batches do not", () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
  const { transaction, source } = memoryData();
  const { createOne } = source(notes, {});
  const made = (own: boolean | "required", atomic: true | AtomicOptions) => () =>
    t.router(
      { notes: notes.routes(notes.createOne({ idempotent: own }, createOne)) },
      { transaction, atomic, idempotency: { store: memoryStore(), caller: () => null } },
    );
  const sentence =
    'notes.createOne: it requires an Idempotency-Key, but POST /operations would run it without one. Write atomic: { idempotent: "required" }.';
  expect(made("required", true)).toThrow(sentence);
  expect(made("required", { idempotent: true })).toThrow(sentence);
  expect(made("required", { idempotent: "required" })).not.toThrow();
  expect(made(true, true)).not.toThrow();
  const pay = t.command({ idempotent: "required" }, () => {}); // not in a batch
  const options = { transaction, atomic: true, idempotency: { store: memoryStore(), caller: () => null } } as const;
  expect(() => t.router({}, { ...options, actions: { pay } })).not.toThrow();
});
