import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withDeadline } from "./deadline.js";

const never = () => new Promise<never>(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("leaves no timer and no listener behind where what was aborted heeds no signal", async () => {
  const caller = new AbortController();
  const run = withDeadline(caller.signal, 1000, () => "articles.getList", false, never);
  expect([vi.getTimerCount(), listeners(caller.signal)]).toEqual([1, 1]);
  caller.abort(new Error("gone"));
  await expect(run).rejects.toMatchObject({ code: "aborted", cause: new Error("gone") });
  expect([vi.getTimerCount(), listeners(caller.signal)]).toEqual([0, 0]);
});

it("leaves no listener behind after a timeout that is not heeded", async () => {
  const caller = new AbortController();
  const run = withDeadline(caller.signal, 1000, () => "articles.getList", false, never);
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
      false,
      async () => 7,
    ),
  ).toBe(7);
  await vi.waitFor(() => expect([vi.getTimerCount(), listeners(caller.signal)]).toEqual([0, 0]));
});

it("runs nothing, and leaves no timer, where the signal was aborted before", async () => {
  const run = vi.fn(never);
  await expect(withDeadline(AbortSignal.abort(), 1000, () => "articles.getList", false, run)).rejects.toMatchObject({
    code: "aborted",
  });
  expect(run).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it("lets the caller still end a stream after its answer began", async () => {
  const caller = new AbortController();
  const given = await withDeadline(
    caller.signal,
    1000,
    () => "files.download",
    true,
    async (signal) => signal,
  );
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  caller.abort();
  expect(given?.aborted).toBe(true);
});
