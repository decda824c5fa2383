import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { abortWith, onAbort } from "./on-abort.js";

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
