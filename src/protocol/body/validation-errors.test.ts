import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schemaNode } from "../../schema/schema-node.js";
import { fieldError, validationError, requiredError } from "./validation-errors.js";

const issueAt = (...path: PropertyKey[]) =>
  ({ code: "invalid_type", message: "Is wrong", path, expected: "string" }) as z.core.$ZodIssue;

describe("an issue of a schema", () => {
  const place = (schema: z.ZodType, json: unknown, ...path: PropertyKey[]) => {
    const node = schemaNode(schema, "input");
    const { code, source, meta } = validationError(issueAt(...path), { json, node, field: "field", pointer: "/at" });
    expect(meta).toEqual({ path: ["field", ...path] });
    return [code, source && "pointer" in source ? source.pointer : undefined];
  };

  test.each<[name: string, schema: z.ZodType, json: unknown, path: PropertyKey[], pointer: string]>([
    ["the value itself", z.string(), undefined, [], "/at"],
    ["a member that is null", z.object({ a: z.string() }), { a: null }, ["a"], "/at/a"],
    ["a member of null", z.json(), { a: null }, ["a", "b"], "/at/a"],
    ["a member of a string", z.json(), { a: "x" }, ["a", "b"], "/at/a"],
    ["a member of nothing", z.json(), {}, ["a", "b"], "/at"],
    ["an item", z.array(z.string()), [1], [0], "/at/0"],
    ["a map's value", z.map(z.string(), z.int()), [["b", 1], ["a", "x"]], ["a"], "/at/1/1"],
    ["a map's value by a number", z.map(z.int(), z.int()), [[7, 1], [1, "x"]], [1], "/at/1/1"],
    ["a member of a map's value", z.map(z.string(), z.object({ n: z.int() })).nullable(), [["a", { n: "x" }]], ["a", "n"], "/at/0/1/n"],
    ["a map with a key that has a member toString", z.map(z.json(), z.int()), [[{ toString: 1 }, 1], ["a", "x"]], ["a"], "/at/1/1"],
    ["an unknown key of a map", z.map(z.string(), z.int()), [], ["a"], "/at"],
    ["a member of a set's element", z.set(z.object({ n: z.int() })), [{}], ["n"], "/at"],
    ["an item of a set's element", z.set(z.array(z.int())), [["x"]], [0], "/at"],
    ["a set in a union", z.union([z.string(), z.set(z.array(z.int()))]), [["x"]], [0], "/at"],
    ["a rest item", z.tuple([z.string()], z.map(z.string(), z.int())), ["a", [["b", "x"]]], [1, "b"], "/at/1/0/1"],
    ["one side of an intersection", z.intersection(z.looseObject({}), z.object({ m: z.map(z.string(), z.int()) })), { m: [["b", "x"]] }, ["m", "b"], "/at/m/0/1"],
    ["any member", z.record(z.string(), z.map(z.string(), z.int())), { m: [["b", "x"]] }, ["m", "b"], "/at/m/0/1"],
  ])("points to what is wrong: %s", (_name, schema, json, path, pointer) => {
    expect(place(schema, json, ...path)).toEqual(["invalid_type", pointer]);
  }); // biome-ignore format: a table

  test.each<[name: string, schema: z.ZodType, json: unknown, path: PropertyKey[], parent: string]>([
    ["a member", z.object({ a: z.string() }), {}, ["a"], "/at"],
    ["a member that every object inherits", z.object({ constructor: z.string() }), {}, ["constructor"], "/at"],
    ["a member of a member", z.object({ a: z.object({ b: z.string() }) }), { a: {} }, ["a", "b"], "/at/a"],
    ["an item", z.object({ a: z.tuple([z.int(), z.int()]) }), { a: [1] }, ["a", 1], "/at/a"],
    ["a member of a map's value", z.map(z.string(), z.object({ n: z.int() })), [["a", {}]], ["a", "n"], "/at/0/1"],
  ])("points to the parent of what is missing: %s", (_name, schema, json, path, pointer) => {
    expect(place(schema, json, ...path)).toEqual(["required", pointer]);
  });
});

test("a problem of a field has a title of its kind", () => {
  const rest = { status: 422, detail: "Why.", source: { pointer: "/at" }, meta: { path: ["a"] } };
  expect(fieldError("unknown_field", "a", "/at", "Why.")).toEqual({
    ...rest,
    code: "unknown_field",
    title: "Unknown field",
  });
  expect(fieldError("too_big", "a", "/at", "Why.")).toEqual({ ...rest, code: "too_big", title: "Invalid value" });
  expect(requiredError("a", "/at")).toEqual({
    ...rest,
    code: "required",
    title: "Required",
    detail: "a is required.",
  });
});
