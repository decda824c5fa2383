import { fetchHandler } from "trestle/fetch";
import { liveChannel, type LiveHub, memoryHub } from "trestle/live";
import { expect, onTestFinished, test } from "vitest";
import { describeEveryServer, until } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { listen } from "../support/live-stream.js";
import { hear, noticeOf } from "./hub-contract.js";
import { notesApi, plain } from "./notes-api.js";

const JSON_API = { "content-type": "application/vnd.api+json" };
const api = notesApi();
const document = (data: object) => ({ headers: JSON_API, text: JSON.stringify({ data }) });
const withJson = { headers: { "content-type": "application/json" }, text: "{}" };
const user = { type: "users", id: "1" };

const WRITES: readonly [string, object, readonly object[]][] = [
  [
    "POST /api/notes",
    document({ type: "notes", attributes: { text: "a", stars: 2 }, relationships: { author: { data: user } } }),
    [
      { type: "notes", id: "7", op: "create", fields: ["text", "stars"], relationships: ["author"] },
      { type: "users", op: "call" },
    ],
  ],
  [
    "PATCH /api/notes/3",
    document({ type: "notes", id: "3", attributes: { stars: 2 } }),
    [{ type: "notes", id: "3", op: "update", fields: ["stars"] }],
  ],
  [
    "PATCH /api/notes/3",
    document({ type: "notes", id: "3", attributes: { pin: "1234" } }),
    [{ type: "notes", id: "3", op: "update" }],
  ],
  ["DELETE /api/notes/3", {}, [{ type: "notes", id: "3", op: "delete" }]],
  [
    "PATCH /api/notes/3/relationship/author",
    document(user),
    [{ type: "notes", id: "3", op: "relate", relationships: ["author"] }],
  ],
  [
    "POST /api/notes/3/relationship/readers",
    { headers: JSON_API, text: JSON.stringify({ data: [user] }) },
    [{ type: "notes", id: "3", op: "relate", relationships: ["readers"] }],
  ],
  ["POST /api/notes/3/ring", {}, [{ type: "notes", id: "3", op: "call" }]],
  [
    "POST /api/notes/3/close",
    withJson,
    [
      { type: "notes", id: "3", op: "call" },
      { type: "users", op: "call" },
    ],
  ],
  ["POST /api/notes/clean", withJson, [{ type: "notes", op: "call" }]],
  ["POST /api/notify", withJson, [{ type: "users", op: "call" }]],
];

const SILENT: readonly [string, object][] = [
  ["GET /api/notes/3", {}],
  ["PATCH /api/notes/13", document({ type: "notes", id: "13", attributes: { stars: 2 } })],
  ["PATCH /api/notes/3", document({ type: "notes", id: "3", attributes: { stars: "many" } })],
  ["POST /api/notes/13/ring", {}],
  ["GET /api/notes/3/peek", {}],
  ["GET /api/notes/3/stats", {}],
  ["POST /api/notes/3/fail", withJson],
  ["POST /api/notes/count", withJson],
  ["POST /api/ping", withJson],
];

describeEveryServer("live notices", (server) => {
  test("each write that succeeded gives its notices, and nothing else gives any", async () => {
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin, logged } = await server.serve(plain(api), { live });
    const stream = await (await listen(origin)).ready();
    expect(stream).toMatchObject({
      status: 200,
      headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
    });
    for (const [line, sending] of SILENT) await sendRaw(origin, line, sending);
    const expected: object[] = [];
    for (const [line, sending, notices] of WRITES) {
      const { status, text } = await sendRaw(origin, line, sending);
      expect([line, status < 300, text]).toEqual([line, true, text]);
      expected.push(...notices);
      await stream.heard(expected.length);
    }
    expect(stream.notices).toEqual(expected);
    expect(logged).toEqual([]);
  });

  test("a client continues after its last id, by header or by query; a wrong one is a reset", async () => {
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin } = await server.serve(plain(api), { live });
    const stream = await (await listen(origin)).ready();
    const start = stream.position ?? "";
    await live.publish({ type: "notes", id: 1, op: "update" });
    await stream.heard(1);
    const first = stream.position ?? "";
    stream.leave();
    await live.publish({ type: "notes", id: 2, op: "update" });
    const ids = async (headers: Record<string, string>, path?: string) => {
      const again = await (await listen(origin, headers, path)).ready();
      await until(() => again.events.length > 0, "an event");
      again.leave();
      return again.events.map(({ event, data }) => [event, data]);
    };
    const one = { type: "notes", id: "1", op: "update" };
    const two = { type: "notes", id: "2", op: "update" };
    expect(await ids({ "last-event-id": start })).toEqual([["change", [one, two]]]);
    expect(await ids({ "last-event-id": first })).toEqual([["change", [two]]]);
    expect(await ids({}, `/api/live?after=${first}`)).toEqual([["change", [two]]]);
    expect(await ids({ "last-event-id": first }, `/api/live?after=${start}`)).toEqual([["change", [two]]]);
    expect(await ids({ "last-event-id": "2" })).toEqual([["reset", {}]]);
    expect(await ids({}, "/api/live?after=")).toEqual([["reset", {}]]);
  });

  test("a client does not hear of its own writes, and nobody sees its mark", async () => {
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin } = await server.serve(plain(api), { live });
    const [own, other] = [await listen(origin, { "trestle-client": "page-1" }), await listen(origin)];
    await Promise.all([own.ready(), other.ready()]);
    await sendRaw(origin, "DELETE /api/notes/1", { headers: { "trestle-client": "page-1" } });
    await sendRaw(origin, "DELETE /api/notes/2", { headers: { "trestle-client": "page-2" } });
    expect(await other.heard(2)).toMatchObject([{ id: "1" }, { id: "2" }]);
    expect(await own.heard(1)).toEqual([{ type: "notes", id: "2", op: "delete" }]);
    expect(own.text + other.text).not.toContain("page-");
  });

  test("a quiet connection gets a comment with a position", async () => {
    const live = liveChannel(api, { hub: memoryHub(), heartbeat: 20 });
    const { origin } = await server.serve(plain(api), { live });
    const stream = await listen(origin);
    await until(() => stream.text.split("\n\n").length > 4, "some comments");
    expect(stream.text).toMatch(/^:\n\n(?::\nid: [\w-]+\n\n)+/);
    expect(stream.events).toEqual([]);
  });

  test("a server that closes says when to connect again, and ends its streams", async () => {
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin, close } = await server.serve(plain(api), { live });
    const streams = await Promise.all([listen(origin), listen(origin), listen(origin)]);
    await Promise.all(streams.map((stream) => stream.ready()));
    await close();
    for (const stream of streams) {
      expect(await stream.ended()).toBe("complete");
      expect(stream.text).toMatch(/\n\nretry: \d+\n\n$/);
    }
  });

  test("a hub is read once, from when the server listens until it has closed", async () => {
    const hub = counted(memoryHub());
    const live = liveChannel(api, { hub });
    const { origin, close } = await server.serve(plain(api), { live });
    expect(hub.open).toBe(server.isFastify ? 1 : 0); // a Fetch handler does not know when its server listens
    const streams = await Promise.all([listen(origin), listen(origin)]);
    await Promise.all(streams.map((stream) => stream.ready()));
    for (const stream of streams) stream.leave();
    expect((await sendRaw(origin, "HEAD /api/live")).status).toBe(200);
    await (await listen(origin)).ready();
    expect([hub.open, hub.opened]).toEqual([1, 1]);
    await close();
    await live.settled();
    await until(() => hub.open === 0, "the end of the subscription");
  });

  test("a client can begin in the past, but not before the server began to read", async () => {
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin } = await server.serve(plain(api), { live });
    const events = async (since: number) => {
      const stream = await (await listen(origin, {}, `/api/live?since=${since}`)).ready();
      await live.publish({ type: "notes", id: "last", op: "update" });
      await until(() => stream.text.includes("last"), "the last notice");
      stream.leave();
      return stream.events.flatMap(({ event, data }) => (event === "change" ? (data as object[]) : [{ event }]));
    };
    const update = (id: string) => ({ type: "notes", id, op: "update" });
    await (await listen(origin)).ready();
    expect(await events(60_000)).toEqual([{ event: "reset" }, update("last")]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await live.publish({ type: "notes", id: 1, op: "update" });
    await live.publish({ type: "notes", id: 2, op: "update" });
    expect(await events(800)).toEqual([update("1"), update("2"), update("last")]);
    expect(await events(0)).toEqual([update("last")]);
    expect(await events(60_000)).toEqual([{ event: "reset" }, update("last")]);
    expect(await sendRaw(origin, "GET /api/live?since=-1")).toMatchObject({ status: 400 });
  });

  test("a reader that is too slow gets a reset in place of many notices", async () => {
    const live = liveChannel(api, { hub: memoryHub(), maxQueued: 10 });
    const { origin } = await server.serve(plain(api), { live });
    const stream = await (await listen(origin)).ready();
    const position = stream.position ?? "";
    const notice = { type: "notes", id: 1, op: "update" } as const;
    await live.publish(Array.from({ length: 11 }, () => notice));
    await until(() => stream.events.length > 0, "the reset");
    expect(stream.events).toMatchObject([{ event: "reset", data: {} }]);
    await live.publish(notice);
    expect(await stream.heard(1)).toHaveLength(1);
    const again = await (await listen(origin, { "last-event-id": position })).ready();
    await until(() => again.events.length > 0, "the reset of a client that missed too much");
    expect(again.events).toMatchObject([{ event: "reset" }]);
  });

  test("a client that does not read costs no more than its queue, and then gets a reset", async () => {
    const hub = counted(memoryHub());
    const live = liveChannel(api, { hub, maxQueued: 100 });
    const { origin } = await server.serve(plain(api), { live });
    const stream = await (await listen(origin)).ready();
    stream.pause();
    const id = "x".repeat(2000);
    for (let round = 0; round < 20_000; round++) {
      await live.publish({ type: "notes", id, op: "update" }); // 40 MB: more than the buffers of both sockets hold
      if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    stream.resume();
    await until(() => stream.text.includes("event: reset"), "the reset");
    while (!stream.text.includes('"op":"delete"')) {
      await live.publish({ type: "notes", id: "last", op: "delete" }); // another reset may cover the first ones
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(stream.notices.length).toBeLessThan(20_000);
  });

  test("more connections than the limit get a 503, until others leave", async () => {
    const live = liveChannel(api, { hub: memoryHub(), maxConnections: 2 });
    const { origin } = await server.serve(plain(api), { live });
    const streams = await Promise.all([listen(origin), listen(origin)]);
    await Promise.all(streams.map((stream) => stream.ready()));
    const refused = await sendRaw(origin, "GET /api/live");
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    streams[0]?.leave();
    for (;;) {
      const next = await listen(origin);
      if (next.status === 200) break;
    }
  });

  test("other methods and unknown parameters are refused", async () => {
    const live = liveChannel(api, { hub: memoryHub() });
    const { origin } = await server.serve(plain(api), { live });
    expect(await sendRaw(origin, "POST /api/live", { text: "" })).toMatchObject({ status: 405 });
    expect(await sendRaw(origin, "GET /api/live?before=1")).toMatchObject({ status: 400 });
    expect(await sendRaw(origin, "GET /api/live/1")).toMatchObject({ status: 404 });
  });

  test("an API without a channel has no such path", async () => {
    const { origin } = await server.serve(plain(api));
    expect(await sendRaw(origin, "GET /api/live")).toMatchObject({ status: 404 });
  });

  test("a hub that fails does not fail a write, and a stream is a 503", async () => {
    const errors: unknown[] = [];
    let isDown = true;
    const failing = () => Promise.reject(new Error("The hub is down."));
    async function* failingPages(): AsyncGenerator<undefined> {
      yield await failing();
    }
    const publish = async () => (isDown ? failing() : undefined);
    const hub: LiveHub = { secret: failing, publish, subscribe: failing, since: failingPages };
    const live = liveChannel(api, { hub, onError: (error) => errors.push(error) });
    const { origin } = await server.serve(plain(api), { live });
    expect(await sendRaw(origin, "DELETE /api/notes/1")).toMatchObject({ status: 204 });
    const begun = server.isFastify ? 1 : 0; // it tried to read the hub when it began to listen
    await until(() => errors.length === begun + 1, "the report");
    const refused = await sendRaw(origin, "GET /api/live");
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(refused.text).not.toContain("hub is down");
    expect(errors).toEqual(Array.from({ length: begun + 2 }, () => new Error("The hub is down.")));
    await expect(live.publish({ type: "notes", op: "call" })).rejects.toThrow("The hub is down.");
    isDown = false; // a server that closes would wait for it
  });

  test("what a hub failed to publish is published when it is back", async () => {
    const errors: unknown[] = [];
    const inner = memoryHub();
    let failures = 3;
    const hub: LiveHub = {
      ...inner,
      publish: async (notices) => {
        if (failures-- > 0) throw new Error("The hub is down.");
        await inner.publish(notices);
      },
    };
    const live = liveChannel(api, { hub, onError: (error) => errors.push(error) });
    const { origin } = await server.serve(plain(api), { live });
    const stream = await (await listen(origin)).ready();
    await sendRaw(origin, "DELETE /api/notes/1");
    await until(() => stream.notices.length > 0, "the notice");
    expect(stream.notices).toEqual([{ type: "notes", id: "1", op: "delete" }]);
    expect(errors).toEqual([new Error("The hub is down.")]);
  });

  test("a server that closes tries again until its hub is back", async () => {
    const inner = memoryHub();
    const { ids } = await hear(inner);
    let failures = 0;
    const hub: LiveHub = {
      ...inner,
      publish: async (notices) => {
        if (failures++ < 4) throw new Error("The hub is down.");
        await inner.publish(notices);
      },
    };
    const live = liveChannel(api, { hub, onError: () => {} });
    const { origin, close } = await server.serve(plain(api), { live });
    await sendRaw(origin, "DELETE /api/notes/1");
    await close();
    await live.settled(); // the closing of a fetch handler's server is the app's own
    expect(ids).toEqual(["1"]);
  });

  test("a server that closes waits until changes are published", async () => {
    const inner = memoryHub();
    const slow: LiveHub = {
      ...inner,
      publish: (notices) => new Promise((resolve) => setTimeout(() => resolve(inner.publish(notices)), 50)),
    };
    const { ids } = await hear(inner);
    const { origin, close } = await server.serve(plain(api), { live: liveChannel(api, { hub: slow }) });
    await sendRaw(origin, "DELETE /api/notes/1");
    expect(ids).toEqual([]); // the response did not wait
    if (!server.isFastify) return; // the closing of a fetch handler's server is the app's own
    await close();
    expect(ids).toEqual(["1"]);
    await inner.publish([noticeOf(2)]);
  });
});

test.each([1000, Number.POSITIVE_INFINITY])(
  "a job may publish 200 000 changes at once, with maxQueued %s",
  async (maxQueued) => {
    const live = liveChannel(api, { hub: memoryHub(), maxQueued });
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const request = new Request("http://localhost/live", { signal: leaving.signal });
    const response = await fetchHandler(api, { live })(request);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await live.publish(
      Array.from({ length: 200_000 }, (_, index) => ({ type: "notes", id: index, op: "update" }) as const),
    );
    let text = "";
    while (!text.includes("data: ")) text += (await reader?.read())?.value ?? "";
    expect(/^event: (.*)$/m.exec(text)?.[1]).toBe(maxQueued === 1000 ? "reset" : "change");
  },
);

function counted(hub: LiveHub): LiveHub & { open: number; opened: number } {
  const counts = { open: 0, opened: 0 };
  const subscribe: LiveHub["subscribe"] = async (listener) => {
    const { position, close } = await hub.subscribe(listener);
    counts.open++;
    counts.opened++;
    return {
      position,
      close: async () => {
        counts.open--;
        await close();
      },
    };
  };
  return Object.assign(counts, { ...hub, subscribe });
}
