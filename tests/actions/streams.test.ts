import { Conflict, trestle } from "trestle";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { describeEveryServer, open, until } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: {} });

const seen = { yielded: 0, ended: 0, aborted: 0, opened: 0 };
beforeEach(() => void Object.assign(seen, { yielded: 0, ended: 0, aborted: 0, opened: 0 }));
const never = () => new Promise<never>(() => undefined);
const LARGE = "x".repeat(100_000);

const events = { tick: z.string() };
const tick = (data: string, id?: string) => ({ event: "tick" as const, data, ...(id !== undefined && { id }) });

/** Yields without a pause, for as long as somebody reads. */
const endless = things.collection.stream({ events }, async function* () {
  try {
    for (;;) {
      seen.yielded++;
      yield tick(LARGE);
    }
  } finally {
    seen.ended++;
  }
});
const waiting = things.collection.stream({ events, timeout: 100 }, async function* ({ signal }) {
  seen.opened++;
  signal.addEventListener("abort", () => seen.aborted++);
  try {
    yield tick("first");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } finally {
    seen.ended++;
  }
});
/** Ignores its signal. */
const deaf = things.collection.stream({ events }, async function* () {
  seen.opened++;
  yield tick("first");
  await never();
});
const short = things.collection.stream({ events }, async function* () {
  yield tick("only");
});
const throws = things.collection.stream({ events, errors: [Conflict] }, () => {
  throw new Conflict("Not now.");
});
const bad = things.collection.stream({ events, input: z.object({ how: z.string() }) }, async function* ({ input }) {
  yield tick("first");
  if (input.how === "id") yield tick("second", "a\ndata: forged");
  if (input.how === "name") yield { event: "tick\ndata: forged" as "tick", data: "second" };
  if (input.how === "data") yield { event: "tick", data: 5 as unknown as string };
  if (input.how === "null") yield null as never;
  if (input.how === "prototype") yield { event: "constructor" as "tick", data: "x" };
  if (input.how === "error") throw new Error("secret");
});
const api = t.router({ things: things.routes().actions({ endless, waiting, deaf, short, throws, bad }) });

describeEveryServer("streams", (server) => {
  test("a generator does not run ahead of a client that does not read", async () => {
    const { origin } = await server.serve(api);
    const response = await open(origin, "GET /api/things/endless", true); // reads no more than the head
    let before = -1;
    let same = 0;
    await until(() => {
      same = before === seen.yielded && before > 0 ? same + 1 : 0;
      before = seen.yielded;
      return same === 40;
    }, "a generator that waits, though it could go on");
    expect(seen.yielded).toBeLessThan(200); // 20 MB: what fits into the buffers of both sockets
    response.leave();
    await until(() => seen.ended === 1, "the end of the generator");
  });

  test("a client that leaves ends the generator, and aborts its signal", async () => {
    const { origin, logged } = await server.serve(api);
    const response = await open(origin, "GET /api/things/waiting");
    await new Promise((resolve) => setTimeout(resolve, 150)); // longer than its timeout, which ends with the head
    expect(seen).toMatchObject({ ended: 0, aborted: 0 });
    response.leave();
    await until(() => seen.ended === 1 && seen.aborted === 1, "the end of the generator");
    expect(logged).toEqual([]);
  });

  test("a server closes at once, with streams that are open or have just ended", async () => {
    const { origin, close, logged } = await server.serve(api);
    const responses = await Promise.all([
      open(origin, "GET /api/things/waiting"),
      open(origin, "GET /api/things/waiting"),
      open(origin, "GET /api/things/deaf"),
    ]);
    await sendRaw(origin, "GET /api/things/short"); // over a connection that stays open
    let isClosed = false;
    void close().then(() => {
      isClosed = true;
    });
    expect(await Promise.all(responses.map(({ ended }) => ended))).toEqual(["complete", "complete", "complete"]);
    await until(() => seen.ended === 2, "the end of the generators");
    // `until` gives up after some seconds, far before a keep-alive of 72 s ends. A fetch server's own connections stay.
    if (server.isFastify) await until(() => isClosed, "the end of the server");
    expect(logged).toEqual([]);
  });

  test("an error before the first event is a response as to any request, and HEAD has no body", async () => {
    const { origin } = await server.serve(api);
    const failed = await sendRaw(origin, "GET /api/things/throws");
    expect([failed.status, JSON.parse(failed.text).errors[0].detail]).toEqual([409, "Not now."]);
    const head = await sendRaw(origin, "HEAD /api/things/waiting");
    expect([head.status, head.headers["content-type"], head.text]).toEqual([200, "text/event-stream", ""]);
    await until(() => seen.ended === seen.opened, "the end of a generator that nobody reads");
  });

  test.each(["id", "name", "data", "null", "prototype", "error"])(
    "a generator with an invalid %s ends with an error event",
    async (how) => {
      const { origin, logged } = await server.serve(api);
      const { text } = await sendRaw(origin, `GET /api/things/bad?how=${how}`);
      const written = text.split("\n\n");
      expect(written[1]).toBe('event: tick\ndata: "first"');
      expect(written[2]).toMatch(/^event: trestle-error\ndata: \{/);
      expect(written).toHaveLength(4); // and nothing after the last empty line
      expect(text).not.toContain("forged");
      expect(text).not.toContain("secret");
      expect(logged).toHaveLength(1);
    },
  );

  test("many streams that are opened and dropped leave nothing behind", { timeout: 60_000 }, async () => {
    const { origin, logged } = await server.serve(api);
    const count = 100;
    for (let sent = 0; sent < count; sent += 20) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => open(origin, "GET /api/things/waiting")));
      for (const response of responses) response.leave();
    }
    await until(() => seen.ended === count && seen.aborted === count, "the end of all generators");
    expect(logged).toEqual([]);
  });
});

test("the signal of a fetch handler ends its streams", async () => {
  const { fetchHandler } = await import("trestle/fetch");
  const closing = new AbortController();
  const handle = fetchHandler(api, { signal: closing.signal });
  const response = await handle(new Request("http://x/things/waiting"));
  const text = response.text();
  await until(() => seen.opened === 1, "the start");
  closing.abort();
  const [tick, retry] = (await text).split("\n\n").slice(-3);
  expect(tick).toBe('event: tick\ndata: "first"');
  expect(retry).toMatch(/^retry: \d+$/); // without the event that ends a stream
  expect(seen).toMatchObject({ ended: 1, aborted: 1 });
});
