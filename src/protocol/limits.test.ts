import { expect, test } from "vitest";
import { DEFAULT_LIMITS, readLimits } from "./limits.js";

test("what is not given is the default", () => {
  expect(readLimits()).toEqual(DEFAULT_LIMITS);
  expect(readLimits({ includes: 3, filters: undefined as unknown as number })).toEqual({
    ...DEFAULT_LIMITS,
    includes: 3,
  });
  expect(readLimits({ bodySize: Number.POSITIVE_INFINITY }).bodySize).toBe(Number.POSITIVE_INFINITY);
});

test.each([0, -1, 1.5, Number.NaN, "10"])("%s limits nothing", (value) => {
  expect(() => readLimits({ sortKeys: value as number })).toThrow(
    `limits.sortKeys must be a positive integer or Infinity (no limit); received ${value}.`,
  );
});

test("a limit that there is not is named, and what is deeper than the stack is refused", () => {
  expect(() => readLimits({ include: 3 } as object)).toThrow(
    'limits: "include" is not a limit. Did you mean "includes"?',
  );
  expect(() => readLimits({ __proto__: null, constructor: 3 } as object)).toThrow('"constructor" is not a limit');
  expect(() => readLimits({ nothingalike: 3 } as object)).toThrow(
    'limits: "nothingalike" is not a limit. The limits are "bodySize", "nesting", "relatedIds", "queryLength", "filters", "sortKeys", "includes", "includeDepth" or "included".',
  );
  expect(readLimits({ nesting: 1000 }).nesting).toBe(1000);
  for (const nesting of [1001, Number.POSITIVE_INFINITY])
    expect(() => readLimits({ nesting })).toThrow("must be at most 1000; received");
});
