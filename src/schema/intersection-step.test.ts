import { expect, test } from "vitest";
import type { z } from "zod";
import { withoutRepeats } from "./step.js";

type Issue = z.core.$ZodRawIssue;

const [input, other] = [{}, {}];
const issue = (path: PropertyKey[], more: object = {}): Issue => ({ code: "custom", input, path, ...more });
const kept = (...issues: Issue[]) => withoutRepeats({ value: 1, issues });

test("leaves out copies of an issue", () => {
  const one = issue(["a", 0]);
  expect(kept(one, { ...one, path: ["a", 0] }, { ...one, path: ["a", 0] })).toEqual({ value: 1, issues: [one] });
  const without: Issue = { code: "custom", input };
  expect(kept(without, { ...without })).toEqual({ value: 1, issues: [without] });
});

test.each<[name: string, one: Issue, other: Issue]>([
  ["path", issue(["a", "b"]), issue(["a.b"])],
  ["value", issue(["a"]), issue(["a"], { input: other })],
  ["message", issue(["a"], { message: "one" }), issue(["a"], { message: "other" })],
  ["code", issue(["a"]), issue(["a"], { code: "too_big" })],
  ["facts", issue(["a"], { params: {} }), issue(["a"], { params: {} })],
  ["number of facts", issue(["a"]), issue(["a"], { continue: undefined })],
  ["number of facts, the other way round", issue(["a"], { continue: undefined }), issue(["a"])],
])("keeps issues with another %s", (_name, one, second) => {
  expect(kept(one, second)).toEqual({ value: 1, issues: [one, second] });
});

test("takes any value for a part of a path", () => {
  const path = [Object.create(null)] as unknown[] as PropertyKey[]; // a check may put anything there
  expect(kept(issue(path), issue(path))).toEqual({ value: 1, issues: [issue(path)] });
});

test("keeps the order", () => {
  const [a, b, c] = [issue(["a"]), issue(["b"]), issue(["c"])] as const;
  expect(kept(a, b, { ...a }, c, { ...b })).toEqual({ value: 1, issues: [a, b, c] });
});

test("waits for what is not parsed yet", async () => {
  const one = issue(["a"]);
  await expect(withoutRepeats(Promise.resolve({ value: 1, issues: [one, { ...one }] }))).resolves.toEqual({
    value: 1,
    issues: [one],
  });
});

test("reads no path of issues that are of different schemas", () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...issue(["a"]),
    inst: { index } as never,
    get path(): PropertyKey[] {
      throw new Error("The path was read.");
    },
  }));
  expect((kept(...many) as z.core.ParsePayload).issues).toHaveLength(1000);
});

test("compares only issues of the same value", () => {
  let reads = 0;
  const many = Array.from({ length: 1000 }, (_, member) => ({
    code: "custom" as const,
    input: member,
    path: [],
    get message() {
      reads++;
      return "wrong";
    },
  }));
  expect(kept(...many)).toMatchObject({ issues: { length: 1000 } });
  expect(reads).toBe(0);
});
