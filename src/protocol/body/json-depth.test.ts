import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuClock } from "../../../tests/support/cpu-clock.js";
import { isTooDeep } from "./parse-document.js";

const MOST = 200;

function depthOf(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("counts levels as a walk of the parsed value does", () => {
  const text = fc.string({ unit: fc.constantFrom("[", "]", "{", "}", '"', "\\", "a") });
  const padding = "x".repeat(2 * MOST); // so that short texts are counted too
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.dictionary(text, text), (depth, object) => {
      let value: unknown = object;
      for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [padding, value] : { [padding]: value };
      expect(isTooDeep(JSON.parse(JSON.stringify(value)), MOST)).toBe(depthOf(value) > MOST);
    }),
  );
});

test.each<[json: string, most: number, tooDeep: boolean]>([
  ["1", 0, false],
  ["null", 0, false],
  ["[]", 0, true],
  ["{}", 0, true],
  ["[[1]]", 2, false],
  ["[[[1]]]", 2, true],
  ['[null,"[[[",[]]', 2, false],
  ['[{"a":[]},{"a":[]}]', 3, false],
  ['[{"a":[]},{"a":[[]]}]', 3, true],
])("%s has more than %i levels: %s", (json, most, tooDeep) => {
  expect(isTooDeep(JSON.parse(json), most)).toBe(tooDeep);
});

test("reads a megabyte fast, also one of backslashes", () => {
  const spent = cpuClock();
  for (const unit of ["[]", '"', "\\", '\\"']) expect(isTooDeep({ a: unit.repeat(500_000) }, MOST)).toBe(false);
  expect(spent()).toBeLessThan(1000);
});
