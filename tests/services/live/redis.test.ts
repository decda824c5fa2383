import { createClient } from "redis";
import type { StoredResponse } from "trestle";
import type { LiveHub } from "trestle/live";
import { redisHub, redisStore } from "trestle/redis";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hear, hubContract, idsSince, noticeOf } from "../../live/hub-contract.js";
import { until } from "../../support/every-server.js";
import { type RunningRedis, startRedis } from "../../support/redis.js";

let redis: RunningRedis;
let count = 0;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

type Protocol = 2 | 3;

async function connect(RESP: Protocol = 2) {
  const client = createClient({ url: redis.url, RESP, socket: { reconnectStrategy: 20 } });
  client.on("error", () => {}); // when the tests cut it
  await client.connect();
  onTestFinished(() => client.destroy());
  return client;
}

async function store(RESP: Protocol) {
  const stream = `stream-${++count}`;
  const clients = await Promise.all([connect(RESP), connect(RESP), connect(RESP), connect(RESP)]);
  const admin = await connect();
  let next = 0;
  return {
    admin,
    stream,
    process: () => redisHub(clients[next++ % clients.length] ?? admin, { stream }),
    async age() {
      await admin.sendCommand(["XADD", stream, "*", "n", "[]"]);
      await admin.sendCommand(["XTRIM", stream, "MAXLEN", "1"]);
    },
    async cut() {
      await admin.sendCommand(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    },
  };
}

hubContract("Redis", { make: () => store(2) });
hubContract("Redis, RESP3", { make: () => store(3) });

describe("Redis hub", () => {
  test("keeps about as many publishes as it should", async () => {
    const { admin, stream } = await store(2);
    const hub = redisHub(admin, { stream, keep: 100 });
    for (let index = 0; index < 1000; index++) await hub.publish([noticeOf(index)]);
    expect(await admin.xLen(stream)).toBeLessThan(300);
  });

  /** Says which ids a reader has neither heard nor was told to read again by a reset. */
  async function listen(hub: LiveHub, published: readonly string[]) {
    const heard = new Set<string>();
    let covered = 0; // how many had been published when the last reset came
    let resets = 0;
    const subscription = await hub.subscribe({
      hear: ({ notices }) => {
        for (const { notice } of notices) heard.add(`${notice.id}`);
      },
      reset: () => {
        covered = published.length;
        resets++;
      },
      fail: () => {},
    });
    onTestFinished(() => subscription.close());
    return { lost: () => published.slice(covered).filter((id) => !heard.has(id)), resets: () => resets };
  }

  test.each([2, 3] as const)(
    "loses nothing without a reset when it keeps 100 of 10 000 notices (RESP%i)",
    async (RESP) => {
      const { admin, stream } = await store(2);
      const hub = redisHub(await connect(RESP), { stream, keep: 100 });
      const published: string[] = [];
      const { lost, resets } = await listen(hub, published);
      for (let next = 0; next < 10_000; ) {
        const sent: Promise<void>[] = [];
        for (const end = next + 500; next < end; next++) {
          sent.push(redisHub(admin, { stream, keep: 100 }).publish([noticeOf(next)]));
          published.push(`${next}`);
        }
        await Promise.all(sent);
      }
      published.push("last");
      await hub.publish([noticeOf("last")]);
      await until(() => lost().length === 0, "everything, or a reset");
      expect(resets()).toBeGreaterThan(0);
    },
  );

  test("resets a reader and a position when the stream begins anew, also with the same ids", async () => {
    const { admin, process, stream } = await store(2);
    const hub = process();
    const add = (ids: readonly string[], at: number) =>
      Promise.all(ids.map((id, n) => admin.xAdd(stream, `${at + n}-0`, { x: JSON.stringify([noticeOf(id)]) })));
    const { ids, resets } = await hear(hub);
    const start = Date.now() + 1000;
    await add(["1", "2", "3"], start);
    await until(() => ids.length === 3, "the first notices");
    const { position } = await hear(process());
    await admin.del(stream);
    await hub.publish([noticeOf("lower")]);
    await until(() => resets.length === 1, "the reset after a lower id");
    expect(await idsSince(hub, position)).toBeUndefined();
    await add(["4", "5"], start);
    await until(() => ids.length === 5, "the notices after the reset");
    expect(await idsSince(hub, position)).toBeUndefined();
  });

  test("a stream that begins anew within a millisecond is not taken for the one before", async () => {
    const { admin, process, stream } = await store(2);
    const hub = process();
    const published: string[] = [];
    const { lost, resets } = await listen(hub, published);
    for (let round = 0; round < 60; round++) {
      const sent: Promise<unknown>[] = [];
      for (let count = 0; count < 40; count++) {
        if (count === 20) sent.push(admin.del(stream));
        published.push(`${round}/${count}`);
        sent.push(redisHub(admin, { stream }).publish([noticeOf(`${round}/${count}`)]));
      }
      await Promise.all(sent);
      await until(() => lost().length === 0, `everything, or a reset, in round ${round}`);
    }
    expect(resets()).toBeGreaterThan(0);
  });

  test("does not reset again and again while the stream is empty", async () => {
    const { admin, process, stream } = await store(2);
    const hub = process();
    const { ids, resets } = await hear(hub);
    await admin.del(stream);
    await until(() => resets.length === 1, "the reset");
    await new Promise((resolve) => setTimeout(resolve, 2500)); // two more reads
    expect(resets).toHaveLength(1);
    await hub.publish([noticeOf(1)]);
    await until(() => ids.length === 1, "the notice after the reset");
    expect(await idsSince(hub, resets[0] ?? "")).toEqual(["1"]);
  });

  test("resets readers after a restart that lost everything, and continues", async () => {
    const { process } = await store(2);
    const [hub, other] = [process(), process()];
    const { ids, resets, position } = await hear(hub);
    await hub.publish([noticeOf(1)]);
    await until(() => ids.length === 1, "the first notice");
    await redis.restart();
    await hear(other); // the first to come makes the stream anew
    await until(() => resets.length === 1, "the reset");
    await hub.publish([noticeOf(2)]);
    await until(() => ids.length === 2, "the notice after the restart");
    expect(await idsSince(hub, position)).toBeUndefined();
    expect(await idsSince(hub, resets[0] ?? "")).toEqual(["2"]);
  });
});

describe("Redis store of keys", () => {
  const response: StoredResponse = { status: 201, headers: { location: "/notes/1" }, body: "{}", view: "all" };
  const use = (id: string) => ({ ctx: {}, id, fingerprint: "f" });
  let prefix = "";
  afterEach(() => {
    prefix = `keys-${++count}:`;
  });

  test("one of many claims is new; the others see that it runs, then its response", async () => {
    const [a, b] = [redisStore(await connect(), { prefix }), redisStore(await connect(3), { prefix })];
    const claims = await Promise.all([a, b, a, b].map(({ claim }) => claim(use("one"))));
    expect(claims.map(({ state }) => state).sort()).toEqual(["new", "running", "running", "running"]);
    const claim = claims.find(({ state }) => state === "new");
    if (claim?.state !== "new") throw new Error("unreachable");
    await claim.finish(response);
    const empty = { ...response, status: 204, body: undefined };
    expect(await b.claim(use("one"))).toEqual({ state: "done", fingerprint: "f", response });
    const second = await b.claim(use("two"));
    if (second.state !== "new") throw new Error("unreachable");
    await second.finish(empty);
    expect(await a.claim(use("two"))).toEqual({ state: "done", fingerprint: "f", response: empty });
  });

  test("a released key is free, and a response expires", async () => {
    const keys = redisStore(await connect(), { prefix, expiresAfter: 1 });
    const first = await keys.claim(use("one"));
    if (first.state !== "new") throw new Error("unreachable");
    await first.release();
    const second = await keys.claim(use("one"));
    if (second.state !== "new") throw new Error("unreachable");
    await second.finish(response);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await keys.claim(use("one"))).toMatchObject({ state: "new" });
  });

  test("a claim that expired can neither finish nor release the key of the next one", async () => {
    const client = await connect();
    const short = redisStore(client, { prefix, claimExpiresAfter: 1 });
    const late = await short.claim(use("one"));
    if (late.state !== "new") throw new Error("unreachable");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const keys = redisStore(client, { prefix });
    const next = await keys.claim(use("one"));
    expect(next.state).toBe("new");
    await expect(late.finish(response)).rejects.toThrow("redisStore: the claim of the key expired");
    await late.release();
    expect(await keys.claim(use("one"))).toEqual({ state: "running" });
  });
});
