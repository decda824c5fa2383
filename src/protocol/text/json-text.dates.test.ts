import fc from "fast-check";
import { expect, test } from "vitest";
import { isoDate } from "./json-text.js";

test("writes every date as toISOString does", () => {
  const nearby = fc.date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(fc.oneof(fc.date({ noInvalidDate: true }), nearby), (date) => {
      expect(isoDate(date.getTime())).toBe(date.toISOString());
    }),
    { numRuns: 2000 },
  );
});

test.each([
  "0000-01-01T00:00:00.000Z",
  "-000001-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
  "+010000-01-01T00:00:00.000Z",
  "1970-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "1969-12-31T00:00:00.000Z",
  "2024-02-29T12:34:56.007Z",
  "2024-02-29T12:34:56.070Z",
  "-271821-04-20T00:00:00.000Z",
  "+275760-09-13T00:00:00.000Z",
])("writes %s", (iso) => {
  expect(isoDate(new Date(iso).getTime())).toBe(iso);
});

test("throws for an invalid date, as toISOString does", () => {
  expect(() => isoDate(new Date(Number.NaN).getTime())).toThrow(RangeError);
});

test("is right for more days than it remembers", () => {
  for (let day = 0; day < 2500; day++) {
    const date = new Date(day * 86_400_000 + 1);
    expect(isoDate(date.getTime())).toBe(date.toISOString());
  }
});
