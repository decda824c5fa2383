import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withDeadline, abortWith, onAbort } from "./deadline.js";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const never = () => new Promise<never>(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("leaves no timer and no listener behind if the aborted function ignores its signal", async () => {
  const caller = new AbortController();
  const run = withDeadline(caller.signal, 1000, () => "articles.getList", never);
  expect([vi.getTimerCount(), listeners(caller.signal)]).toEqual([1, 1]);
  caller.abort(new Error("gone"));
  await expect(run).rejects.toMatchObject({ code: "aborted", cause: new Error("gone") });
  expect([vi.getTimerCount(), listeners(caller.signal)]).toEqual([0, 0]);
});

it("leaves no listener behind after a timeout that the function ignores", async () => {
  const caller = new AbortController();
  const run = withDeadline(caller.signal, 1000, () => "articles.getList", never);
  vi.advanceTimersByTime(1000);
  await expect(run).rejects.toMatchObject({ code: "timeout", message: expect.stringContaining("within 1000 ms") });
  expect(listeners(caller.signal)).toBe(0);
});

it("leaves neither behind after an answer", async () => {
  const caller = new AbortController();
  expect(
    await withDeadline(
      caller.signal,
      1000,
      () => "articles.getList",
      async () => 7,
    ),
  ).toBe(7);
  await vi.waitFor(() => expect([vi.getTimerCount(), listeners(caller.signal)]).toEqual([0, 0]));
});

it("runs nothing, and leaves no timer, where the signal was aborted before", async () => {
  const run = vi.fn(never);
  await expect(withDeadline(AbortSignal.abort(), 1000, () => "articles.getList", run)).rejects.toMatchObject({
    code: "aborted",
  });
  expect(run).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it("lets the caller still end a stream after its answer began, without a listener for each", async () => {
  const caller = new AbortController();
  const signals: AbortSignal[] = [];
  const answers: Response[] = [];
  for (let count = 0; count < 1000; count++) {
    const answer = await withDeadline(
      caller.signal,
      1000,
      () => "files.download",
      async (signal) => {
        signals.push(signal as AbortSignal); // there is one, because the caller has a signal
        return new Response("x");
      },
    );
    answers.push(answer);
  }
  expect(listeners(caller.signal)).toBe(1);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  caller.abort();
  expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1000);
  expect([answers.length, listeners(caller.signal)]).toEqual([1000, 0]);
});

setFlagsFromString("--expose_gc");
const collectGarbage: () => void = runInNewContext("gc");

it("adds one listener to a signal, and removes it with the last thing that it ends", () => {
  const { signal } = new AbortController();
  const releases = Array.from({ length: 1000 }, () => onAbort(signal, () => {}));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  for (const release of releases) release();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("ends everything that was not taken back", () => {
  const controller = new AbortController();
  const ended: number[] = [];
  const releases = [1, 2, 3].map((id) => onAbort(controller.signal, () => ended.push(id)));
  releases[1]?.();
  controller.abort();
  expect(ended).toEqual([1, 3]);
});

it("forgets bodies that nobody holds", async () => {
  const { signal } = new AbortController();
  (() => {
    for (let count = 0; count < 1000; count++) abortWith(signal, {}, new AbortController());
  })();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await vi.waitFor(
    () => {
      collectGarbage();
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
    { timeout: 10_000 },
  );
});
