import { expect, test } from "vitest";
import { droppedInside } from "./dropped.js";

test("promises do not count as objects that are searched, so those behind them are ignored, too", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    const rows = Array.from({ length: 4000 }, (_, id) => ({
      id,
      count: Promise.resolve(0),
      author: { id, name: Promise.reject(new Error("No value today.")) },
    }));
    expect(droppedInside(rows)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    process.off("unhandledRejection", note);
  }
  expect(unhandled).toEqual([]);
});
