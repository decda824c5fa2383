import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../tests/support/code-point.js";
import { canonicalQuery, encode, parseQueryString } from "./query-string.js";

/** Well-formed Unicode: what `encodeURIComponent` takes. */
const text = fc.string({ unit: codePoint });

describe("parseQueryString", () => {
  test("gives back what a client encoded, in order, duplicates and all", () => {
    const parameters = fc.array(fc.tuple(text, text));
    fc.assert(
      fc.property(parameters, (sent) => {
        const query = sent.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
        expect(parseQueryString(query).map(({ name, value }) => [name, value])).toEqual(sent);
      }),
    );
  });

  test("agrees with URLSearchParams on everything that decodes", () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const ours = parseQueryString(query);
        fc.pre(ours.every(({ name, value }) => name !== undefined && value !== undefined));
        expect(ours.map(({ name, value }) => [name, value])).toEqual([...new URLSearchParams(`?${query}`)]);
      }),
    );
  });

  test("takes brackets raw and encoded for the same", () => {
    const [raw] = parseQueryString("filter[title][contains]=zod");
    const [encoded] = parseQueryString("filter%5Btitle%5D%5Bcontains%5D=zod");
    expect(raw?.name).toBe("filter[title][contains]");
    expect(encoded?.name).toBe(raw?.name);
  });

  test.each([
    ["a", [["a", ""]]],
    ["a=", [["a", ""]]],
    ["=a", [["", "a"]]],
    ["a=b=c", [["a", "b=c"]]],
    ["&&a=1&", [["a", "1"]]],
    ["a=1+2%2B3", [["a", "1 2+3"]]],
    ["", []],
  ])("reads %j", (query, expected) => {
    expect(parseQueryString(query).map(({ name, value }) => [name, value])).toEqual(expected);
  });

  test.each(["%", "%zz=1", "%ff", "%E0%A4%A=1", "%ed%a0%80=1"])("has no name for %j", (query) => {
    expect(parseQueryString(query)).toEqual([
      { name: undefined, value: expect.any(String), rawName: query.split("=")[0] },
    ]);
  });

  test.each(["%", "%ff", "%c3%28", "%ed%a0%80", "%zz"])("has no value for a=%s", (value) => {
    expect(parseQueryString(`a=${value}`)).toEqual([{ name: "a", value: undefined, rawName: "a" }]);
  });

  test("does not let one undecodable parameter take the others with it", () => {
    expect(parseQueryString("a=%ff&%ff=1&b=1")).toEqual([
      { name: "a", value: undefined, rawName: "a" },
      { name: undefined, value: "1", rawName: "%ff" },
      { name: "b", value: "1", rawName: "b" },
    ]);
  });
});

describe("canonicalQuery", () => {
  // What RFC 3986 allows in a query but for brackets, quotes and angle brackets; nothing of it ends a URL or an attribute.
  const SAFE = /^[A-Za-z0-9\-._~!*'(),=&%+]*$/;
  const reserved = fc.string({
    unit: fc.constantFrom(...`ab12-._~&=+,!*'"<>[]{}()\\^|\`;:/?#@$ `, "%41", "%22", "é", "\n"),
  });
  const decodable = fc.oneof(fc.string({ unit: codePoint }), reserved).filter((query) => {
    return parseQueryString(query).every(({ name, value }) => name !== undefined && value !== undefined);
  });

  test("reflects no character that needs escaping", () => {
    fc.assert(
      fc.property(decodable, (query) => {
        expect(canonicalQuery(query)).toMatch(SAFE);
      }),
      { numRuns: 500 },
    );
  });

  test("means what the query meant", () => {
    const meaning = (query: string) => parseQueryString(query).map(({ name, value }) => [name, value]);
    fc.assert(
      fc.property(decodable, (query) => {
        expect(meaning(canonicalQuery(query))).toEqual(meaning(query));
      }),
    );
  });

  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(decodable, (query) => {
        expect(canonicalQuery(canonicalQuery(query))).toBe(canonicalQuery(query));
      }),
    );
  });

  test.each([
    ["filter[author]=1&include=author,categories", "filter%5Bauthor%5D=1&include=author,categories"],
    ["sort=-created_at", "sort=-created_at"],
    ['q="><script>', "q=%22%3E%3Cscript%3E"],
    ["q=a b", "q=a%20b"],
    ["q=\\", "q=%5C"],
  ])("writes %j as %j", (query, expected) => {
    expect(canonicalQuery(query)).toBe(expected);
  });
});

describe("encode", () => {
  test("keeps commas and gives back the text", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeURIComponent(encode(value))).toBe(value);
      }),
    );
    expect(encode("a,b")).toBe("a,b");
  });
});
