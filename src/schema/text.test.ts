import { describe, expect, test } from "vitest";
import { DATE_WITHOUT_SECONDS, MAX_DIGITS, parseBigint, parseDate, parseUrl } from "./text.js";

describe("a date", () => {
  test.each([
    "2026-01-31",
    "2026-04-30",
    "2026-11-30",
    "2026-12-31",
    "2024-02-29",
    "2000-02-29",
    "0000-02-29",
    "2026-02-28",
    "2026-01-31T23:59Z",
    "2026-01-31T19:59:59Z",
    "2026-01-31T00:00:00.1Z",
    "2026-01-31T00:00:00.123456Z",
    "2026-01-31T00:00:00+23:59",
    "2026-01-31T00:00-12:30",
    "+010000-01-01",
    "+012024-02-29T00:00:00.000Z",
    "-000001-12-31T23:59:59.999Z",
    "+190000-01-01T00:00Z",
  ])("%s", (text) => {
    const date = parseDate(text);
    expect(date?.getTime()).toBe(new Date(text).getTime());
    expect(date?.getTime()).not.toBeNaN();
  });

  test.each([
    "",
    "2026",
    "2026-01",
    "2026-1-31",
    "2026-00-01",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "2026-04-31",
    "2026-11-31",
    "2026-02-29",
    "2026-02-30",
    "1900-02-29",
    "2100-02-29",
    "2026-01-31T24:00Z",
    "2026-01-31T00:60Z",
    "2026-01-31T00:00:60Z",
    "2026-01-31T00:00",
    "2026-01-31T00:00:00",
    "2026-01-31T00:00:00.Z",
    "2026-01-31T00:00:00z",
    "2026-01-31 00:00:00Z",
    "2026-01-31T00:00:00+24:00",
    "2026-01-31T00:00:00+00:60",
    "2026-01-31T00:00:00+0000",
    " 2026-01-31",
    "2026-01-31 ",
    "x2026-01-31",
    "2026-01-31\n",
    "-000000-01-01",
    "+10000-01-01",
    "010000-01-01",
    "+012023-02-29",
    "+990000-01-01",
    "31.01.2026",
    "0",
  ])("is not %j", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test("without seconds", () => {
    const pattern = new RegExp(DATE_WITHOUT_SECONDS);
    expect(pattern.test("2026-01-31T12:00Z")).toBe(true);
    expect(pattern.test("2026-01-31T12:00+01:00")).toBe(true);
    for (const other of ["2026-01-31T12:00:00Z", "2026-01-31", "a2026-01-31T12:00Z", "2026-01-31T12:00Za"])
      expect(pattern.test(other), other).toBe(false);
  });
});

describe("a bigint", () => {
  test.each(["0", "1", "-1", "10", "9007199254740993", "-120"])("%s", (text) => {
    expect(parseBigint(text)).toBe(BigInt(text));
  });

  test.each(["", "-0", "-", "01", "-01", "+1", "1.0", "1e3", "0x1", " 1", "1 ", "1n", "a"])("is not %j", (text) => {
    expect(parseBigint(text)).toBeUndefined();
  });

  test("has up to 10 000 digits", () => {
    expect(MAX_DIGITS).toBe(10_000);
    expect(parseBigint("9".repeat(MAX_DIGITS))).toBe(10n ** BigInt(MAX_DIGITS) - 1n);
    expect(parseBigint("9".repeat(MAX_DIGITS + 1))).toBeUndefined();
  });
});

describe("a URL", () => {
  test("is absolute", () => {
    expect(parseUrl("https://a.example/b?c#d")).toEqual(new URL("https://a.example/b?c#d"));
    expect(parseUrl("mailto:a@b.example")?.protocol).toBe("mailto:");
    for (const other of ["", "/a", "a", "//a.example"]) expect(parseUrl(other), other).toBeUndefined();
  });
});
