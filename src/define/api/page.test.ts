import { describe, expect, test } from "vitest";
import { z } from "zod";
import { numberPage, offsetPage } from "./page.js";
import { isLinkedPage } from "../model/list-options.js";

describe("offsetPage", () => {
  test.each([
    [undefined, 20, 100],
    [{}, 20, 100],
    [{ limit: 5 }, 5, 100],
    [{ limit: 500 }, 500, 500],
    [{ maxLimit: 10 }, 10, 10],
    [{ limit: 10, maxLimit: 10 }, 10, 10],
    [{ maxLimit: 1000 }, 20, 1000],
  ])("%j", (options, limit, maxLimit) => {
    expect(offsetPage(options)).toEqual({ "~page": "offset", limit, maxLimit });
  });

  test.each([
    [{ limit: 0 }, "offsetPage: limit must be a positive integer; received 0."],
    [{ limit: -1 }, "offsetPage: limit must be a positive integer; received -1."],
    [{ limit: 1.5 }, "offsetPage: limit must be a positive integer; received 1.5."],
    [{ limit: Number.NaN }, "offsetPage: limit must be a positive integer; received NaN."],
    [{ maxLimit: 0 }, "must be a positive integer; received 0."],
    [{ maxLimit: Number.POSITIVE_INFINITY }, "offsetPage: maxLimit must be a positive integer; received Infinity."],
    [{ limit: 50, maxLimit: 10 }, "offsetPage: limit 50 is greater than maxLimit 10."],
  ])("refuses %j", (options, message) => {
    expect(() => offsetPage(options)).toThrow(TypeError);
    expect(() => offsetPage(options)).toThrow(message);
  });
});

describe("numberPage", () => {
  test("is of 20 unless it says", () => {
    expect(numberPage()).toEqual({ "~page": "number", size: 20 });
    expect(numberPage({ size: 1 })).toEqual({ "~page": "number", size: 1 });
  });

  test.each([0, -1, 2.5, Number.NaN])("refuses a size of %s", (size) => {
    expect(() => numberPage({ size })).toThrow(`numberPage: size must be a positive integer; received ${size}.`);
  });
});

test("only these two have links of their own", () => {
  expect([offsetPage(), numberPage(), z.int(), { offset: z.int() }, undefined].map(isLinkedPage)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
