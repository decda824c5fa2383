import { trestle, Unauthorized, toOne, Forbidden } from "trestle";
import { type HubNotice, liveChannel, memoryHub } from "trestle/live";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { describeEveryServer, until } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { listen } from "../support/live-stream.js";
import { type Context, contextOf, plain } from "./notes-api.js";

const JSON_API = { "content-type": "application/vnd.api+json" };

const t = trestle<Context>();
const context = t.context(contextOf);

const users = t.resource("users", { id: z.int32(), attributes: {} });
const text = { text: z.string().optional() };
const row = { id: 1, text: "a" };
const isAdmin = ({ ctx }: { ctx: Context }) => ctx.isAdmin;

/** An API that hides `secret` and `boss` from all but admins. */
function hidingApi() {
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { ...text, secret: z.string().optional() },
    relationships: { boss: toOne("users").optional() },
    createFields: ["text", "secret", "boss"],
    editFields: ["text", "secret", "boss"],
    visible: { secret: isAdmin, boss: isAdmin },
  });
  const routes = notes.routes(
    notes.createOne(() => row),
    notes.editOne(() => row),
    notes.deleteOne(() => {}),
    notes.editRelationship("boss", () => {}),
  );
  return t.router({ notes: routes, users: users.routes() });
}

/** The same API, if it had never declared them. */
function smallerApi() {
  const notes = t.resource("notes", { id: z.int32(), attributes: text, createFields: ["text"], editFields: ["text"] });
  const routes = notes.routes(
    notes.createOne(() => row),
    notes.editOne(() => row),
    notes.deleteOne(() => {}),
  );
  return t.router({ notes: routes, users: users.routes() });
}

const audiences = {
  audience: ({ ctx }: { ctx: Context }) => [ctx.tenant],
  listens: (ctx: Context) => [ctx.tenant],
};

const edit = (attributes: object, relationships?: object, id = 1) => ({
  text: JSON.stringify({ data: { type: "notes", id: `${id}`, attributes, ...(relationships && { relationships }) } }),
});
const boss = { data: { type: "users", id: "1" } };

/** What an admin writes: only some of it can be seen without `secret` and `boss`. */
const ADMIN_WRITES: readonly [string, { text?: string }, isOnlyHidden: boolean][] = [
  ["POST /api/notes", { text: JSON.stringify({ data: { type: "notes", attributes: { text: "a" } } }) }, false],
  ["PATCH /api/notes/1", edit({ secret: "x" }), true],
  ["PATCH /api/notes/1", edit({ text: "b" }), false],
  ["PATCH /api/notes/1", edit({}, { boss }), true],
  ["PATCH /api/notes/1/relationship/boss", { text: JSON.stringify(boss) }, true],
  ["PATCH /api/notes/1", edit({ text: "b" }), false],
  ["DELETE /api/notes/1", {}, false],
];

describeEveryServer("privacy of live notices", (server) => {
  test("an API that hides fields and one that never declared them send the same bytes", async () => {
    const streams = await Promise.all(
      [true, false].map(async (isDeclared) => {
        const api = isDeclared ? hidingApi() : smallerApi();
        const live = liveChannel(plain(api), { hub: memoryHub(), ...audiences });
        const { origin } = await server.serve(plain(api), { live, ...{ context } });
        const stream = await (await listen(origin, { tenant: "a" })).ready();
        let count = 0;
        for (const [line, sending, isOnlyHidden] of ADMIN_WRITES) {
          if (isOnlyHidden && !isDeclared) continue;
          const { status, text } = await sendRaw(origin, line, {
            headers: { ...JSON_API, tenant: "a", admin: "yes" },
            ...sending,
          });
          expect([line, status < 300, text]).toEqual([line, true, text]);
          if (!isOnlyHidden) await stream.heard(++count);
        }
        return stream;
      }),
    );
    const [hides, never] = streams.map(({ text }) => text.replace(/^id: [\w-]+$/gm, ({ length }) => `id: ${length}`));
    expect(hides).toBe(never); // positions are encrypted, and as long as each other
    expect(hides).not.toMatch(/secret|boss/);
  });

  test("a mixed write names what a listener can see, and an admin hears everything", async () => {
    const api = hidingApi();
    const live = liveChannel(api, { hub: memoryHub(), ...audiences });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const [reader, admin] = [
      await (await listen(origin, { tenant: "a" })).ready(),
      await (await listen(origin, { tenant: "a", admin: "yes" })).ready(),
    ];
    const headers = { ...JSON_API, tenant: "a", admin: "yes" };
    await sendRaw(origin, "PATCH /api/notes/1", { headers, ...edit({ text: "b", secret: "x" }, { boss }) });
    const seen = { type: "notes", id: "1", op: "update", fields: ["text"] };
    expect(await reader.heard(1)).toEqual([seen]);
    expect(await admin.heard(1)).toEqual([{ ...seen, fields: ["text", "secret"], relationships: ["boss"] }]);
  });

  test("more connections of one caller than the limit get a 429, and other callers do not", async () => {
    const api = hidingApi();
    const caller = ({ tenant }: Context) => (tenant === "nobody" ? null : tenant);
    const live = liveChannel(api, { hub: memoryHub(), caller, maxPerCaller: 2 });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const tenants = ["a", "a", "b", "nobody", "nobody", "nobody"];
    const streams = await Promise.all(tenants.map((tenant) => listen(origin, { tenant })));
    for (const stream of streams) await stream.ready();
    const refused = await sendRaw(origin, "GET /api/live", { headers: { tenant: "a" } });
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "5" } });
    expect(JSON.parse(refused.text).errors[0].detail).toBe("You have too many open connections to live notices.");
    streams[0]?.leave();
    for (;;) {
      const next = await listen(origin, { tenant: "a" });
      if (next.status === 200) break;
    }
    expect(await sendRaw(origin, "GET /api/live", { headers: { tenant: "a" } })).toMatchObject({ status: 429 });
  });

  test("a connection that cannot be opened takes no place of its caller", async () => {
    let fails = true;
    const api = hidingApi();
    const live = liveChannel(api, {
      hub: memoryHub(),
      caller: (ctx: Context) => ctx.tenant,
      maxPerCaller: 1,
      audience: ({ ctx }) => [ctx.tenant],
      listens: (ctx) => {
        if (fails) throw new Error("The groups cannot be read now.");
        return [ctx.tenant];
      },
    });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    expect(await sendRaw(origin, "GET /api/live", { headers: { tenant: "a" } })).toMatchObject({ status: 500 });
    fails = false;
    expect((await listen(origin, { tenant: "a" })).status).toBe(200);
  });

  test("tenants hear their own changes only, and the audience is never sent", async () => {
    const api = hidingApi();
    const live = liveChannel(api, {
      hub: memoryHub(),
      audience: ({ ctx, type, id }) => (id === "3" ? [] : [`tenant ${ctx.tenant}`, `${type} ${id}`]),
      listens: (ctx: Context) => [`tenant ${ctx.tenant}`],
    });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const [a, b] = [
      await (await listen(origin, { tenant: "a" })).ready(),
      await (await listen(origin, { tenant: "b" })).ready(),
    ];
    const write = (tenant: string, id: number) =>
      sendRaw(origin, `DELETE /api/notes/${id}`, { headers: { tenant, ...JSON_API } });
    await write("a", 1);
    await write("a", 3);
    await write("b", 2);
    await live.publish({ type: "users", id: 9, op: "create", audience: ["tenant a", "tenant b"] });
    expect(await a.heard(2)).toMatchObject([{ id: "1" }, { id: "9" }]);
    expect(await b.heard(2)).toMatchObject([{ id: "2" }, { id: "9" }]);
    expect(a.text + b.text).not.toContain("tenant");
  });

  test("positions do not say whether others wrote between two connections", async () => {
    const api = hidingApi();
    const live = liveChannel(api, { hub: memoryHub(), ...audiences });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const positionOf = async () => (await (await listen(origin, { tenant: "b" })).ready()).position;
    const quiet = [await positionOf(), await positionOf()];
    await live.publish({ type: "notes", id: 1, op: "create", audience: ["a"] });
    const texts = [...quiet, await positionOf()];
    expect(new Set(texts).size).toBe(3);
    expect(new Set(texts.map((text) => text?.length)).size).toBe(1);
  });

  test("without audiences, callers that can be told apart hear types and operations only", async () => {
    const api = hidingApi();
    const heard: unknown[] = [];
    const live = liveChannel(api, {
      hub: memoryHub(),
      hears: ({ ctx, notice }: { ctx: Context; notice: object }) => {
        heard.push([ctx.tenant, notice]);
        return ctx.tenant !== "deaf";
      },
    });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const [a, deaf] = [
      await (await listen(origin, { tenant: "a" })).ready(),
      await (await listen(origin, { tenant: "deaf" })).ready(),
    ];
    const headers = { ...JSON_API, tenant: "b", admin: "yes" };
    await sendRaw(origin, "PATCH /api/notes/1", { headers, ...edit({ secret: "x" }) });
    await sendRaw(origin, "PATCH /api/notes/1", { headers, ...edit({ text: "b" }) });
    const notice = { type: "notes", op: "update" };
    expect(await a.heard(1)).toEqual([notice]);
    await until(() => heard.length === 2, "both listeners");
    expect(heard).toEqual(
      expect.arrayContaining([
        ["a", notice],
        ["deaf", notice],
      ]),
    );
    expect(deaf.notices).toEqual([]);
  });

  test("who may not listen gets the error of the context or of the middleware", async () => {
    const guarded = t.use(
      t.middleware(async ({ ctx, next }) => {
        if (ctx.tenant === "barred") throw new Forbidden("Not you.");
        return next();
      }),
    );
    const notes = guarded.resource("notes", { id: z.int32(), attributes: {} });
    const api = guarded.router({ notes: notes.routes(notes.deleteOne(() => {})) });
    const live = liveChannel(api, { hub: memoryHub(), ...audiences });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    expect((await listen(origin)).status).toBe(401);
    expect((await listen(origin, { tenant: "barred" })).status).toBe(403);
    expect((await listen(origin, { tenant: "a" })).status).toBe(200);
  });

  test("the middleware of a resource does not protect the stream: the router's does", async () => {
    const guarded = t.use(
      t.middleware(async () => {
        throw new Forbidden("Not you.");
      }),
    );
    const notes = guarded.resource("notes", { id: z.int32(), attributes: {} });
    const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id }))) });
    const live = liveChannel(api, { hub: memoryHub(), ...audiences });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    expect((await sendRaw(origin, "GET /api/notes/1", { headers: { tenant: "a" } })).status).toBe(403);
    expect((await listen(origin, { tenant: "a" })).status).toBe(200);
  });

  test("what other tenants write during a break is not noticed", async () => {
    const api = hidingApi();
    const live = liveChannel(api, { hub: memoryHub({ keep: 100_000 }), maxQueued: 10, ...audiences });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const publish = (id: number, audience: string, count: number) =>
      live.publish(
        Array.from({ length: count }, () => ({ type: "notes", id, op: "delete", audience: [audience] }) as const),
      );
    const stream = await (await listen(origin, { tenant: "b" })).ready();
    const position = stream.position ?? "";
    stream.leave();
    await new Promise((resolve) => setTimeout(resolve, 1500)); // so that a position is old enough for `since`
    const removal = (id: number) => ({ type: "notes", id: `${id}`, op: "delete" });
    const eventsAfter = async (last: number, headers: Record<string, string>, path?: string) => {
      const again = await (await listen(origin, { tenant: "b", ...headers }, path)).ready();
      await publish(last, "b", 1);
      await until(() => again.text.includes(`"${last}"`), "the last notice");
      again.leave();
      return again.events.flatMap(({ event, data }) => (event === "change" ? (data as object[]) : [{ event }]));
    };
    const begin = performance.now();
    await publish(5, "a", 1100);
    await publish(1, "b", 1);
    await publish(5, "a", 10_000);
    const since = Math.ceil(performance.now() - begin) + 1000;
    expect(await eventsAfter(2, {}, `/api/live?since=${since}`)).toEqual([1, 2].map(removal));
    expect(await eventsAfter(3, { "last-event-id": position })).toEqual([1, 2, 3].map(removal));
    await publish(1, "b", 8);
    expect(await eventsAfter(4, { "last-event-id": position })).toEqual([{ event: "reset" }, removal(4)]);
  });

  test("a connection that would read too much of what others wrote gets a reset", async () => {
    const api = hidingApi();
    const live = liveChannel(api, { hub: memoryHub({ keep: 100_000 }), ...audiences });
    const { origin } = await server.serve(plain(api), { live, ...{ context } });
    const publish = (audience: string, count: number) =>
      live.publish(Array.from({ length: count }, () => ({ type: "notes", op: "call", audience: [audience] }) as const));
    const stream = await (await listen(origin, { tenant: "b" })).ready();
    const headers = { tenant: "b", "last-event-id": stream.position ?? "" };
    const events = async () => {
      const again = await (await listen(origin, headers)).ready();
      await publish("b", 1);
      await until(() => again.events.length > 0, "an event");
      again.leave();
      return again.events[0]?.event;
    };
    await publish("a", 19_000);
    expect(await events()).toBe("change");
    await publish("a", 1000);
    expect(await events()).toBe("reset");
  });

  test("a listener who loses their rights stops listening, and hears nothing that they may not", async () => {
    const members = new Set(["a"]);
    const projects = new Map([["a", ["p"]]]);
    const checked = t.context((request: Parameters<typeof contextOf>[0]) => {
      const ctx = contextOf(request);
      if (!members.has(ctx.tenant)) throw new Unauthorized("You were removed.");
      return ctx;
    });
    const api = hidingApi();
    const live = liveChannel(api, {
      hub: memoryHub(),
      renewAfter: 50,
      audience: ({ ctx }) => [ctx.tenant],
      listens: (ctx: Context) => projects.get(ctx.tenant) ?? [],
    });
    const { origin, logged } = await server.serve(plain(api), { live, ...{ context: checked } });
    const stream = await (await listen(origin, { tenant: "a" })).ready();
    const publish = (id: number, audience: string) =>
      live.publish({ type: "users", id, op: "create", audience: [audience] });
    await publish(1, "p");
    await stream.heard(1);
    projects.set("a", ["q"]);
    await until(() => stream.events.some(({ event }) => event === "reset"), "a reset, because they hear more");
    await publish(2, "p");
    await publish(3, "q");
    expect(await stream.heard(2)).toMatchObject([{ id: "1" }, { id: "3" }]);
    members.delete("a");
    expect(await stream.ended()).toBe("complete");
    expect(stream.events.at(-1)).toMatchObject({
      event: "trestle-error",
      data: { errors: [{ status: "401", detail: "You were removed." }] },
    });
    expect(logged).toEqual([]);
  });
});

test.each([
  [undefined, "takes a notice or a list of notices; received undefined"],
  [["notes"], "takes a notice or a list of notices; received notes"],
  [{ type: "notes", op: "call", audience: "a" }, "audience must be a list of strings"],
  [{ type: "notes", op: "call", audience: [1] }, "audience must be a list of strings"],
  [{ type: "notes", op: "call", audience: ["a"], fields: "text" }, "fields must be a list of strings"],
  [{ type: "notes", op: "call", audience: ["a"], relationships: {} }, "relationships must be a list of strings"],
  [{ type: "notes", op: "call", audience: ["a"], id: {} }, "id must be a string or a finite number; received object"],
  [{ type: "notes", op: "call", audience: ["a"], id: Number.NaN }, "received NaN"],
])("live.publish refuses %j", async (notice, message) => {
  const live = liveChannel(hidingApi(), { hub: memoryHub(), ...audiences });
  await expect(live.publish(notice as never)).rejects.toThrow(message);
});

test.each([
  [undefined, "liveChannel needs options with a hub. Write liveChannel(api, { hub: memoryHub() })."],
  [{ hub: memoryHub(), foo: 1 }, 'liveChannel: "foo" is not an option. Use hub, audience, listens, hears,'],
  [{ hub: memoryHub(), maxQueud: 5 }, 'liveChannel: "maxQueud" is not an option. Did you mean "maxQueued"?'],
  [{ hub: undefined }, "liveChannel: hub must be a hub, such as memoryHub() or postgresHub(pool); received undefined."],
  [{ hub: memoryHub }, "hub must be a hub, such as memoryHub() or postgresHub(pool); received function."],
  [{ hub: { ...memoryHub(), since: undefined } }, "hub must be a hub"],
  [{ hub: memoryHub(), audience: "x", listens: () => [] }, "audience must be a function; received string."],
  [{ hub: memoryHub(), audience: () => [], listens: null }, "listens must be a function; received null."],
  [{ hub: memoryHub(), hears: true }, "hears must be a function; received boolean."],
  [{ hub: memoryHub(), maxPerCaller: 5 }, "liveChannel: maxPerCaller needs caller"],
  [{ hub: memoryHub(), caller: () => "a", maxPerCaller: 0 }, "liveChannel: maxPerCaller must be a positive integer"],
  [{ hub: memoryHub(), onError: {} }, "onError must be a function; received object."],
  [{ hub: memoryHub(), heartbeat: "15" }, "liveChannel: heartbeat must be a positive integer"],
])("liveChannel refuses %o", (options, message) => {
  expect(() => liveChannel(hidingApi(), options as never)).toThrow(message);
});

test("an onError that rejects is logged, and does not end the process", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const api = hidingApi();
  const live = liveChannel(api, {
    hub: memoryHub(),
    audience: () => {
      throw new Error("No audience.");
    },
    listens: (ctx: Context) => [ctx.tenant],
    onError: () => Promise.reject(new Error("The log is down.")),
  });
  const { fetchHandler } = await import("trestle/fetch");
  const handle = fetchHandler(api, { context, live });
  await handle(new Request("http://localhost/notes/1", { method: "DELETE", headers: { tenant: "a" } }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unhandled).toEqual([]);
  expect(logged.mock.calls.map(([text]) => text)).toEqual([
    "Live notices failed:",
    "liveChannel: onError itself failed:",
  ]);
});

test("audiences are lists of strings, and belong to every notice or to none", async () => {
  const api = hidingApi();
  const hub = memoryHub();
  expect(() => liveChannel(api, { hub, audience: () => [] } as never)).toThrow("audience and listens belong together");
  const with_ = liveChannel(api, { hub, ...audiences });
  await expect(with_.publish({ type: "notes", op: "call" })).rejects.toThrow("a notice needs an audience");
  const without = liveChannel(api, { hub });
  await expect(without.publish({ type: "notes", op: "call", audience: ["a"] })).rejects.toThrow("has no audiences");
  await expect(without.publish({ type: "ghosts" as "notes", op: "call" })).rejects.toThrow('no resource "ghosts"');
  await expect(without.publish({ type: "notes", op: "call", fields: ["x" as "text"] })).rejects.toThrow(
    '"notes" has no attribute "x"',
  );
});

test("an audience that fails reports, and does not fail the write", async () => {
  const errors: unknown[] = [];
  const stored: HubNotice[] = [];
  const hub = memoryHub();
  const api = hidingApi();
  const live = liveChannel(api, {
    hub: { ...hub, publish: async (notices) => void stored.push(...notices) },
    audience: (() => Promise.resolve(["a"])) as never,
    listens: (ctx: Context) => [ctx.tenant],
    onError: (error) => errors.push(error),
  });
  const { fetchHandler } = await import("trestle/fetch");
  const handle = fetchHandler(api, { context, live });
  const response = await handle(
    new Request("http://localhost/notes/1", { method: "DELETE", headers: { tenant: "a" } }),
  );
  expect(response.status).toBe(204);
  expect(errors).toEqual([new TypeError("liveChannel: audience must return a list of strings; it returned object.")]);
  expect(stored).toEqual([]);
});
