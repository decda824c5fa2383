import fc from "fast-check";
import { expect, test } from "vitest";
import { Seen } from "./seen.js";

test("knows what came before as a set does, be it few or many", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(20), fc.constantFrom("1", Number.NaN, null, undefined))), (values) => {
      const seen = new Seen();
      const set = new Set<unknown>();
      for (const value of values) {
        expect(seen.add(value)).toBe(!set.has(value));
        set.add(value);
      }
    }),
  );
});
