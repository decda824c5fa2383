import { expect, test } from "vitest";
import { z } from "zod";
import { inheritedMember, memberOf, isInherited, ownMembersOnly } from "./own-members.js";

test("every object inherits some names", () => {
  expect(["constructor", "toString", "__proto__", "hasOwnProperty"].filter((name) => !isInherited(name))).toEqual([]);
  expect(["a", "", "prototype"].filter(isInherited)).toEqual([]);
  expect(isInherited(1)).toBe(false);
  expect(inheritedMember("constructor")).toBe(Object);
  expect(inheritedMember("a")).toBeUndefined();
});

test("a member is read, but not one that every object inherits", () => {
  expect(memberOf({ a: 1 }, "a")).toBe(1);
  expect(memberOf({}, "a")).toBeUndefined();
  expect(memberOf({ constructor: "own" }, "constructor")).toBe("own");
  expect(memberOf({}, "constructor")).toBeUndefined();
  expect(memberOf({}, "toString")).toBeUndefined();
});

test("an accessor of a class is a member", () => {
  class Row {
    get title() {
      return "read";
    }
    get valueOf() {
      return "own" as never;
    }
  }
  const row = new Row() as unknown as Readonly<Record<string, unknown>>;
  expect([memberOf(row, "title"), memberOf(row, "valueOf")]).toEqual(["read", "own"]);
});

test("a schema gets only an object's own members, and other values unchanged", () => {
  const seen: unknown[] = [];
  const schema = ownMembersOnly(z.any().refine((value) => seen.push(value)));
  const date = new Date(0);
  for (const value of [{ a: 1 }, [1], date, "text", null]) z.parse(schema, value);
  expect(seen).toEqual([{ a: 1 }, [1], date, "text", null]);
  expect(Object.getPrototypeOf(seen[0])).toBeNull();
  expect(seen[2]).toBe(date);
});
