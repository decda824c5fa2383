import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "./relationship.js";
import type { RelationshipSpec } from "../model/resource.js";

const specOf = (declared: unknown) => ({ ...(declared as RelationshipSpec) }); // what the engine reads of it
const id = z.uuid();

describe("a relationship to one", () => {
  const required = { many: false, linkage: false, fanOut: 1, target: "users", allowsNull: false, allowsAbsent: false };

  test("is required, until it is loosened", () => {
    expect(specOf(toOne("users"))).toEqual({ ...required, id: undefined });
    expect(specOf(toOne("users", { id }))).toEqual({ ...required, id });
  });

  test("may be null, absent, or both, in either order", () => {
    const both = { ...required, id, allowsNull: true, allowsAbsent: true };
    expect(specOf(toOne("users", { id }).nullable())).toEqual({ ...both, allowsAbsent: false });
    expect(specOf(toOne("users", { id }).optional())).toEqual({ ...both, allowsNull: false });
    expect(specOf(toOne("users", { id }).nullable().optional())).toEqual(both);
    expect(specOf(toOne("users", { id }).optional().nullable())).toEqual(both);
  });
});

describe("a relationship to many", () => {
  test("may be absent and is never null; its ids are not in every row, and it states no size, unless it says one", () => {
    const plain = { many: true, target: "tags", allowsNull: false, allowsAbsent: true };
    expect(specOf(toMany("tags"))).toEqual({ ...plain, id: undefined, linkage: false, fanOut: undefined });
    expect(specOf(toMany("tags", { id, linkage: true, fanOut: 1 }))).toEqual({
      ...plain,
      id,
      linkage: true,
      fanOut: 1,
    });
  });

  test.each([0, -1, 1.5, Number.POSITIVE_INFINITY])("does not hold %d", (fanOut) => {
    expect(() => toMany("tags", { fanOut })).toThrow(
      new TypeError(`toMany("tags"): fanOut must be a positive integer; received ${fanOut}.`),
    );
  });
});
