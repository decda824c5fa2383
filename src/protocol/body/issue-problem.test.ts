import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { fieldProblem, issueProblem, requiredProblem } from "./issue-problem.js";

const issueAt = (...path: PropertyKey[]) =>
  ({ code: "invalid_type", message: "Is wrong", path, expected: "string" }) as z.core.$ZodIssue;

describe("an issue of a schema", () => {
  const told = (input: unknown, ...path: PropertyKey[]) => {
    const { code, source, meta } = issueProblem(issueAt(...path), input, "field", "/at");
    return [code, source, meta];
  };

  test.each<[name: string, input: unknown, path: PropertyKey[]]>([
    ["the value itself", undefined, []],
    ["a member that is null", { a: null }, ["a"]],
    ["a member of null", { a: null }, ["a", "b"]],
    ["a member of text", { a: "x" }, ["a", "b"]],
    ["a member of nothing", {}, ["a", "b"]],
    ["an entry of a map", new Map(), ["a"]],
  ])("is a value that is wrong: %s", (_name, input, path) => {
    const pointer = ["/at", ...path].join("/");
    expect(told(input, ...path)).toEqual(["invalid_type", { pointer }, { path: ["field", ...path] }]);
  });

  test.each<[name: string, input: unknown, path: PropertyKey[], parent: string]>([
    ["a member", {}, ["a"], "/at"],
    ["a member of a member", { a: {} }, ["a", "b"], "/at/a"],
    ["an item", { a: [1] }, ["a", 1], "/at/a"],
  ])("is something missing: %s", (_name, input, path, pointer) => {
    expect(told(input, ...path)).toEqual(["required", { pointer }, { path: ["field", ...path] }]);
  });
});

test("a problem of a field has a title of its kind", () => {
  const rest = { status: 422, detail: "Why.", source: { pointer: "/at" }, meta: { path: ["a"] } };
  expect(fieldProblem("unknown_field", "a", "/at", "Why.")).toEqual({
    ...rest,
    code: "unknown_field",
    title: "Unknown field",
  });
  expect(fieldProblem("too_big", "a", "/at", "Why.")).toEqual({ ...rest, code: "too_big", title: "Invalid value" });
  expect(requiredProblem("a", "/at")).toEqual({
    ...rest,
    code: "required",
    title: "Required",
    detail: "a is required.",
  });
});
