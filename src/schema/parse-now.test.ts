import { expect, test } from "vitest";
import { z } from "zod";
import { compileParse, defaultOf } from "./parse-now.js";

const untaken = z.string().refine(async (name) => name !== "ann");

test("gives what the schema says", () => {
  expect(compileParse(z.int(), "filter[rank]")(7)).toEqual({ success: true, data: 7 });
  expect(compileParse(z.int(), "filter[rank]")("7").success).toBe(false);
});

test("says whose asynchronous check cannot be waited for", () => {
  expect(() => compileParse(untaken, "filter[name]")("ann")).toThrow(
    "filter[name] has an asynchronous check in its schema, which only attributes in a request body may have. Check it in the handler, and throw BadRequest or NotFound there.",
  );
});

test("leaves what else a schema throws as it is", () => {
  const broken = z.string().refine(() => {
    throw new RangeError("broken");
  });
  expect(() => compileParse(broken, "filter[name]")("ann")).toThrow(new RangeError("broken"));
});

test("gives what a schema makes of a value that is not there", () => {
  expect(defaultOf(z.string().default("a"), "filter.name")).toBe("a");
  expect(defaultOf(z.string().prefault("a"), "filter.name")).toBe("a");
  expect(defaultOf(z.string().catch("a"), "filter.name")).toBe("a");
  expect(defaultOf(z.string().optional(), "filter.name")).toBeUndefined();
  expect(defaultOf(z.string(), "filter.name")).toBeUndefined();
});
