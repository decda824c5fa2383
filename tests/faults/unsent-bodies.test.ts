import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel, memoryHub } from "trestle/live";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { PATIENCE } from "../support/patience.js";
import { describeServers } from "../support/serve.js";

/** What the middleware of the API does around each handler. */
interface Around {
  before?: () => Promise<unknown>;
  after?: (signal: AbortSignal) => Promise<unknown>;
}

/** An API with middleware, and live notices with one place. `seen` is what happened. */
function makeApi({ before, after }: Around = {}, limits: { renewAfter?: number; heartbeat?: number } = {}) {
  const seen: string[] = [];
  const plain = trestle();
  const t = plain.use(
    plain.middleware(async ({ next, signal }) => {
      await before?.();
      const result = await next();
      await after?.(signal);
      return result;
    }),
  );
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
  const failing = notes.collection.stream({ events: { tick: z.int() } }, async function* () {
    try {
      for (;;) {
        yield { event: "tick", data: 1 };
        await sleep(5);
      }
    } finally {
      await Promise.reject(new Error("The connection was not given back."));
    }
  });
  const api = t.router({
    notes: notes
      .routes(
        notes.createOne(({ input }) => {
          seen.push("create");
          return { id: 1, ...input };
        }),
        notes.rpc("body", { method: "GET" }, () => {
          const cancel = () => void seen.push("body ends");
          return new Response(new ReadableStream({ cancel }));
        }),
      )
      .actions({ failing }),
  });
  const live = liveChannel(api, { hub: memoryHub(), caller: () => "ann", maxPerCaller: 1, ...limits });
  return { api, seen, live };
}

/** The status of a request whose client leaves when it has the head. */
async function statusOf(url: string): Promise<number> {
  const leaving = new AbortController();
  const { status } = await fetch(url, { signal: leaving.signal });
  leaving.abort();
  return status;
}

/** Fails once, and once only. */
function once(run: () => Promise<unknown>): () => Promise<unknown> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await run();
  };
}

describeServers("a body that is not sent", (serve) => {
  test.each<[name: string, status: number, after: () => Promise<unknown>]>([
    ["fails", 500, () => Promise.reject(new Error("failed"))],
    ["waits until the timeout", 503, () => sleep(300)],
  ])("ends if a middleware %s behind it", async (_name, status, after) => {
    const { api, live, seen } = makeApi({ after: once(after) });
    const { origin } = await serve(api, { live, timeout: 100 });
    expect((await fetch(`${origin}/api/live`)).status).toBe(status);
    await expect.poll(() => statusOf(`${origin}/api/live`), { timeout: PATIENCE }).toBe(200);
    const other = makeApi({ after: once(after) });
    const { origin: second } = await serve(other.api, { timeout: 100 });
    expect((await fetch(`${second}/api/notes/1/body`)).status).toBe(status);
    await vi.waitFor(() => expect(other.seen).toEqual(["body ends"]), PATIENCE);
    expect(seen).toEqual([]);
  });

  test("a handler is not called when its middleware took longer than the timeout", async () => {
    const { api, seen } = makeApi({ before: () => sleep(150) });
    const { origin, logged } = await serve(api, { timeout: 50 });
    const body = `{"data":{"type":"notes","attributes":{"text":"x"}}}`;
    const headers = { "content-type": MEDIA_TYPE };
    expect((await fetch(`${origin}/api/notes`, { method: "POST", headers, body })).status).toBe(503);
    await vi.waitFor(() => expect(logged).toHaveLength(2), PATIENCE);
    expect(logged[1]).toContain("a middleware called next() when the timeout was over.");
    expect(seen).toEqual([]);
  });

  test("a generator whose clean-up fails when its client has left is logged", async () => {
    const { api } = makeApi();
    const { origin, logged } = await serve(api);
    expect(await statusOf(`${origin}/api/notes/failing`)).toBe(200);
    await vi.waitFor(() => expect(logged).toEqual(["The connection was not given back."]), PATIENCE);
  });

  test("a live connection whose context is made again and again shares one signal", async () => {
    const warned: string[] = [];
    const warn = (warning: Error) => void warned.push(warning.message);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const signals: AbortSignal[] = [];
    const { api, live } = makeApi(
      { after: async (signal) => void signals.push(signal) },
      { renewAfter: 1, heartbeat: 1 },
    );
    const { origin } = await serve(api, { live });
    const leaving = new AbortController();
    const response = await fetch(`${origin}/api/live`, { signal: leaving.signal });
    response.text().catch(() => undefined);
    await vi.waitFor(() => expect(signals.length).toBeGreaterThan(20), PATIENCE);
    leaving.abort();
    expect(new Set(signals).size).toBe(1);
    expect(warned).toEqual([]);
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), PATIENCE);
  });
});

describe("on Fastify, a body in whose place another response is sent ends", () => {
  async function start(server: object, prepare: (app: FastifyInstance) => void, around?: Around) {
    const { api, live } = makeApi(around);
    const app = Fastify({ ...serverOptions, ...server } as object) as FastifyInstance;
    prepare(app);
    await app.register(fastifyPlugin(api, { live }));
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return { statusOfLive: () => statusOf(`${origin}/live`) };
  }

  test.each<[name: string, status: number, instead: (() => Promise<string>) | undefined]>([
    ["fails", 500, () => Promise.reject(new Error("failed"))],
    ["sends something else", 200, async () => "other"],
  ])("if a hook %s", async (_name, status, instead) => {
    let isFirst = true;
    const { statusOfLive } = await start({}, (app) => {
      app.addHook("onSend", async ({ url }, _reply, payload) => {
        if (url !== "/live" || !isFirst) return payload;
        isFirst = false;
        return instead?.();
      });
    });
    expect(await statusOfLive()).toBe(status);
    await expect.poll(statusOfLive, { timeout: PATIENCE }).toBe(200);
  });

  test("if Fastify's own timeout is over", async () => {
    const before = once(() => sleep(400));
    const { statusOfLive } = await start({ handlerTimeout: 200 }, () => undefined, { before });
    expect(await statusOfLive()).toBe(503);
    await sleep(400);
    await expect.poll(statusOfLive, { timeout: PATIENCE }).toBe(200);
  });
});
