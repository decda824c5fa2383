import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../create-client.js";
import { Unexpected } from "../errors/response-error.js";
import { waitAfter } from "../send/retry.js";
import { Transport } from "../send/transport.js";
import { noticesOf } from "./live.js";

interface Event {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}
interface Options {
  readonly signal?: AbortSignal;
  readonly after?: string;
  readonly headers?: object;
}
interface Stream extends AsyncIterable<Event> {
  readonly lastId: string | undefined;
}
type Answer = Response | ((request: Request) => Response | Promise<Response>);

const HEADERS = { "content-type": "text/event-stream" };
const END = "event: trestle-end\ndata:\n\n";
const changed = (id: number) => `event: changed\nid: ${id}\ndata: ${id}\n\n`;
const events = (...texts: string[]) => new Response(texts.join(""), { headers: HEADERS });
const busy = (status: number, headers = {}) => new Response("Busy.", { status, headers });

/** A stream over answers that are given one after the other. */
function open(answers: readonly Answer[], options?: Options) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    const answer = answers[requests.length];
    requests.push(request);
    if (answer === undefined) throw new TypeError("no more answers");
    return typeof answer === "function" ? answer(request) : answer;
  };
  const client: unknown = createClient({ url: "http://x/api", fetch });
  const { tickets } = client as { tickets: { stream: { changes(input?: object, options?: Options): Stream } } }; // of no API
  return { stream: tickets.stream.changes({}, options), requests };
}

async function idsOf(stream: Stream): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of stream) ids.push(id);
  return ids;
}

const positions = (requests: readonly Request[]) => requests.map(({ headers }) => headers.get("last-event-id"));

/** A body that stays open, and whether it was cancelled. */
function openBody(text: string) {
  const state = { isCancelled: false };
  const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode(text));
  const cancel = () => {
    state.isCancelled = true;
  };
  return { state, response: new Response(new ReadableStream({ start, cancel }), { headers: HEADERS }) };
}

beforeEach(() =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 500 }),
);
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0); // no timer is left
  vi.useRealTimers();
});

describe("a stream connects again", () => {
  test("behind the last event, after a cut or a network error", async () => {
    const fail = () => Promise.reject(new TypeError("fetch failed"));
    const { stream, requests } = open([events(changed(1)), fail, events(changed(2), "id: 5\n\n"), events(END)]);
    expect(await idsOf(stream)).toEqual(["1", "2"]);
    expect(positions(requests)).toEqual([null, "1", "1", "5"]);
    expect(stream.lastId).toBe("5");
  });

  test.each([429, 502, 503, 504])("after a %i", async (status) => {
    const { stream, requests } = open([busy(status), events(changed(1), END)], { after: "0" });
    expect(await idsOf(stream)).toEqual(["1"]);
    expect(positions(requests)).toEqual(["0", "0"]);
  });

  test.each([400, 401, 403, 404, 409, 500])("but not after a %i", async (status) => {
    const body = JSON.stringify({ errors: [{ status: `${status}`, code: "no" }] });
    const { stream, requests } = open([new Response(body, { status })]);
    await expect(idsOf(stream)).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  test("but not after a response of another type", async () => {
    const { stream } = open([new Response("<html>", { headers: { "content-type": "text/html" } })]);
    await expect(idsOf(stream)).rejects.toMatchObject({ name: "Unexpected", code: "malformed" });
  });
});

describe("the time before a new connection", () => {
  const between = (failures: number) => {
    const random = vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(1);
    const [least, most] = [waitAfter(failures, undefined), waitAfter(failures, undefined)];
    random.mockRestore();
    return [least, most];
  };

  test("doubles with each failure, up to 30 seconds", () => {
    expect([0, 1, 2, 7, 100].map(between)).toEqual([
      [125, 250],
      [250, 500],
      [500, 1000],
      [15_000, 30_000],
      [15_000, 30_000],
    ]);
  });

  test("respects Retry-After", () => {
    expect(waitAfter(0, busy(503, { "retry-after": "120" }))).toBe(120_000);
    const date = new Date(Date.now() + 100_000).toUTCString();
    expect(waitAfter(0, busy(503, { "retry-after": date }))).toBeGreaterThan(90_000);
    expect(waitAfter(0, busy(503, { "retry-after": "soon" }))).toBeLessThanOrEqual(250);
    expect(waitAfter(0, busy(503, { "retry-after": "99999999999" }))).toBe(2 ** 31 - 1);
  });

  test("starts again after an event", async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const random = vi.spyOn(Math, "random").mockReturnValue(1);
    const times: number[] = [];
    const answers = [busy(503), busy(503), events(changed(1)), busy(503), events(END)].map((response) => () => {
      times.push(Date.now());
      return response;
    });
    const loop = idsOf(open(answers).stream);
    while (times.length < answers.length) {
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      await vi.advanceTimersToNextTimerAsync();
      await vi.waitUntil(() => vi.getTimerCount() > 0 || times.length === answers.length);
    }
    await loop;
    random.mockRestore();
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([250, 500, 250, 500]);
  });
});

describe("a stream closes its connection", () => {
  test("when the loop is left, and at a second loop begins anew", async () => {
    const { response, state } = openBody(changed(1));
    const { stream, requests } = open([response, events(END)]);
    for await (const _ of stream) break;
    expect(state.isCancelled).toBe(true);
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await idsOf(stream)).toEqual([]);
    expect(positions(requests)).toEqual([null, null]);
  });

  test("when it is returned while it waits for an event", async () => {
    const { response, state } = openBody(changed(1));
    const iterator = open([response]).stream[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    await iterator.return?.();
    expect(state.isCancelled).toBe(true);
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("when the signal is aborted, and leaves no listener", async () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const { response, state } = openBody(changed(1));
    const { stream } = open([response], { signal: controller.signal });
    const ids: unknown[] = [];
    for await (const { id } of stream) {
      ids.push(id);
      Promise.resolve().then(() => controller.abort());
    }
    expect([ids, state.isCancelled]).toEqual([["1"], true]);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  test("while it waits to connect again", async () => {
    const controller = new AbortController();
    const { stream, requests } = open([busy(503, { "retry-after": "1000" })], { signal: controller.signal });
    const loop = idsOf(stream);
    await vi.waitUntil(() => requests.length === 1 && vi.getTimerCount() > 0);
    controller.abort();
    expect(await loop).toEqual([]);
  });

  test("before it is opened, if the signal was aborted", async () => {
    const { stream, requests } = open([], { signal: AbortSignal.abort() });
    expect(await idsOf(stream)).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe("the last event", () => {
  test("throws the error in it", async () => {
    const body = JSON.stringify({ errors: [{ status: "409", code: "late", detail: "Too late." }] });
    const { stream } = open([events(changed(1), `event: trestle-error\ndata: ${body}\n\n`)]);
    await expect(idsOf(stream)).rejects.toMatchObject({ name: "Conflict", status: 409, code: "late" });
  });

  test.each(["{", "null", '{"errors":[{"status":"9"}]}'])("throws a 500 if its data is %s", async (data) => {
    const { stream } = open([events(`event: trestle-error\ndata: ${data}\n\n`)]);
    await expect(idsOf(stream)).rejects.toMatchObject({ name: "Unexpected", status: 500 });
  });
});

test("data that is not JSON, or does not fit its note, is malformed", async () => {
  const note = ': trestle-rich ["Date"]\n';
  for (const text of ["data: {\n\n", `${note}data: "x"\n\n`, ": trestle-rich {\ndata: 1\n\n"]) {
    await expect(idsOf(open([events(text)]).stream)).rejects.toMatchObject({ code: "malformed" });
  }
});

test("if the code for what failed cannot be loaded, the error is one of the client's", async () => {
  const transport = new Transport({ url: "http://x/api" }, () => Promise.reject(new TypeError("offline")));
  const call = { type: undefined, segments: ["live"], input: undefined, options: {} };
  const error: unknown = await noticesOf(transport, call, { lastId: undefined })
    .next()
    .catch((cause) => cause);
  expect(error).toBeInstanceOf(Unexpected);
  expect(error).toMatchObject({
    code: "not_sent",
    message: "The request was not sent: offline",
    cause: { message: "offline" },
  });
});
