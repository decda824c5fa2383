import { describe, expect, test } from "vitest";
import { requireLimit } from "./limit.js";

describe("a limit", () => {
  test.each([1, 2, 10, Number.POSITIVE_INFINITY])("may be %d, where at most 10 is possible", (value) => {
    expect(() => requireLimit("here", value, 10)).not.toThrow();
  });

  test.each([0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, "1", null, undefined, 2 ** 53])("is not %s", (value) => {
    expect(() => requireLimit("here", value)).toThrow(
      new TypeError(`here must be a positive integer or Infinity (no limit); received ${value}.`),
    );
  });

  test("is at most what is possible", () => {
    expect(() => requireLimit("here", 11, 10)).toThrow(new TypeError("here is 11; the maximum is 10."));
  });
});
