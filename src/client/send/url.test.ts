import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../tests/support/code-point.js";
import { queryString, readSearch } from "./url.js";

const decoded = (state: Parameters<typeof queryString>[0]) => decodeURIComponent(queryString(state));

describe("queryString", () => {
  test.each([
    [{ filter: { title__contains: "zod" } }, "?filter[title][contains]=zod"],
    [
      { filter: { author: null, published: true, views: 10n } },
      "?filter[author]=null&filter[published]=true&filter[views]=10",
    ],
    [
      { filter: { author__name__contains: "a.b" }, include: ["a__b__c", "d"] },
      "?filter[author][name][contains]=a.b&include=a.b.c,d",
    ],
    [{ filter: { a___b: 1, __c: 2, d__: 3 } }, "?filter[a][_b]=1&filter[][c]=2&filter[d][]=3"],
    [{ filter: { since: new Date(0) } }, "?filter[since]=1970-01-01T00:00:00.000Z"],
    [{ filter: { ids: [1, 2], names: ["a,b", "c\\d"] } }, "?filter[ids]=1,2&filter[names]=a\\,b,c\\\\d"],
    [{ filter: { gone: undefined } }, ""],
    [{ sort: ["-created_at", "title"] }, "?sort=-created_at,title"],
    [{ page: 2 }, "?page=2"],
    [{ page: { offset: 0, limit: 10 } }, "?page[offset]=0&page[limit]=10"],
    [{ include: ["author", "author__articles", "author"] }, "?include=author,author.articles"],
    [
      {
        include: ["a__b"],
        includeQueries: { a__b: { filter: { c__gte: new Date(0), d: [1, 2] }, sort: ["-c", "e__f"], limit: 3 } },
      },
      "?include=a.b&includeFilter[a.b][c][gte]=1970-01-01T00:00:00.000Z&includeFilter[a.b][d]=1,2&includeSort[a.b]=-c,e__f&includePage[a.b][limit]=3",
    ],
    [{ includeQueries: { a: { filter: { b: undefined }, sort: [], limit: undefined }, c: {}, d: undefined } }, ""],
    [{ fields: { articles: ["title", "author"], users: [] } }, "?fields[articles]=title,author&fields[users]="],
    [{ extra: { custom_thing: "x y&z" } }, "?custom_thing=x y&z"],
    [{ sort: [], include: [], filter: {}, fields: {}, extra: {} }, ""],
  ])("%o is %s", (state, expected) => {
    expect(decoded(state)).toBe(expected);
  });

  test("names and values are percent-encoded, separating commas stay readable", () => {
    expect(queryString({ filter: { "a&b": "c=d" }, sort: ["a", "b"] })).toBe("?filter%5Ba%26b%5D=c%3Dd&sort=a,b");
    expect(queryString({ extra: { "a+b": "1+1" } })).toBe("?a%2Bb=1%2B1");
  });

  test("a Date as the page is a value, not its members", () => {
    expect(decoded({ page: new Date(0) })).toBe("?page=1970-01-01T00:00:00.000Z");
  });

  test.each<[string, Parameters<typeof queryString>[0]]>([
    ['filter "tag": a query string cannot contain [""].', { filter: { tag: [""] } }],
    ['filter "tag": a query string cannot contain a list in a list.', { filter: { tag: [["a", "b"], "c"] } }],
    ['filter "tag": a query string cannot contain null in a list.', { filter: { tag: ["a", null] } }],
    ['filter "tag": a query string cannot contain undefined in a list.', { filter: { tag: [undefined] } }],
    ['filter "views": a query string cannot contain NaN.', { filter: { views: Number.NaN } }],
    ['filter "views": a query string cannot contain Infinity.', { filter: { views: [1, Number.POSITIVE_INFINITY] } }],
    ['filter "since": a query string cannot contain Invalid Date.', { filter: { since: new Date(Number.NaN) } }],
    ['filter "x": a query string cannot contain [object Object].', { filter: { x: {} } }],
    ['filter "x": a query string cannot contain [object Set].', { filter: { x: new Set([1]) } }],
    ['filter "x": a query string cannot contain a function.', { filter: { x: () => 1 } }],
    ['filter "x": a query string cannot contain a symbol.', { filter: { x: Symbol("x") } }],
    ['filter: a query string cannot contain the name "title][contains".', { filter: { "title][contains": "x" } }],
    ['page: a query string cannot contain the name "a]".', { page: { "a]": 1 } }],
    ['page "limit": a query string cannot contain NaN.', { page: { limit: Number.NaN } }],
    ["page: a query string cannot contain NaN.", { page: Number.NaN }],
    ['extra "q": a query string cannot contain [""].', { extra: { q: [""] } }],
    ['fields "articles": a query string cannot contain [""].', { fields: { articles: [""] } }],
    ['sort: a query string cannot contain the name "".', { sort: ["", "title"] }],
    ['sort: a query string cannot contain the name "a,b".', { sort: ["a,b"] }],
    ['include: a query string cannot contain the name "".', { include: [""] }],
    [
      'includeFilter[a.b] "c": a query string cannot contain NaN.',
      { includeQueries: { a__b: { filter: { c: Number.NaN } } } },
    ],
    ['includeSort[a]: a query string cannot contain the name "b,c".', { includeQueries: { a: { sort: ["b,c"] } } }],
    ['includePage[a] "limit": a query string cannot contain NaN.', { includeQueries: { a: { limit: Number.NaN } } }],
    ['include: a query string cannot contain the name "author.articles".', { include: ["author.articles"] }],
    ['include: a query string cannot contain the name "author,tags".', { include: ["author,tags"] }],
  ])("refuses what would be read as something else: %s", (message, state) => {
    expect(() => queryString(state)).toThrow(expect.objectContaining({ code: "not_sent", message }));
  });

  test("distinct values have distinct texts", () => {
    const values = [[], ["", ""], ["a", ""], ["a,b"], ["a", "b"], ["a\\", "b"], ["a\\,b"], 0, -0, "-1", new Date(0)];
    expect(new Set(values.map((value) => queryString({ filter: { value } }))).size).toBe(values.length);
  });

  test("a date of another realm is a date, and a URL is its text", () => {
    expect(decoded({ filter: { since: runInNewContext("new Date(0)") } })).toBe(
      "?filter[since]=1970-01-01T00:00:00.000Z",
    );
    expect(decoded({ extra: { at: new URL("https://example.org/x") } })).toBe("?at=https://example.org/x");
  });

  test("a member of a page keeps its name, as the server declares it", () => {
    expect(decoded({ page: { after__id: 1 } })).toBe("?page[after__id]=1");
  });

  const text = fc.string({ unit: codePoint }).filter((value) => !/\p{Surrogate}/u.test(value));
  const name = text.filter((value) => !value.includes("__") && value !== "" && !/[[\]]/.test(value));

  test("a server reads back every filter, extra and list that was sent", () => {
    fc.assert(
      fc.property(fc.dictionary(name, text), fc.dictionary(name, fc.array(text, { minLength: 2 })), (filter, extra) => {
        const read = new URLSearchParams(queryString({ filter, extra }));
        for (const [key, value] of Object.entries(filter)) expect(read.get(`filter[${key}]`)).toBe(value);
        for (const [key, values] of Object.entries(extra))
          expect(read.getAll(key).map(splitList)).toContainEqual(values);
      }),
    );
  });
});

/** The server's side of a comma list, written as plainly as can be. */
function splitList(value: string): string[] {
  const elements: string[] = [];
  let element = "";
  for (let index = 0; index < value.length; index++) {
    if (value[index] === "\\") element += value[++index];
    else if (value[index] !== ",") element += value[index];
    else {
      elements.push(element);
      element = "";
    }
  }
  return [...elements, element];
}

describe("readSearch", () => {
  const NOTHING = { filter: undefined, sort: undefined, page: undefined };

  test.each([
    ["", {}],
    ["?", {}],
    ["filter[a]=1", { filter: { a: "1" } }],
    [
      "?filter%5Btitle%5D%5Bcontains%5D=a%20b+c&filter[author]=null",
      { filter: { title__contains: "a b c", author: "null" } },
    ],
    ["?sort=-created_at,title", { sort: ["-created_at", "title"] }],
    ["?page=2", { page: "2" }],
    ["?page[offset]=20&page[limit]=10", { page: { offset: "20", limit: "10" } }],
    ["?filter[names]=a\\,,b", { filter: { names: "a\\,,b" } }],
    ["?filter[a]=1&filter[a]=2", { filter: { a: "2" } }],
    [
      "?includeFilter[a.b][c][gte]=1&includeFilter%5Ba.b%5D%5Bd%5D=x&includeSort[a.b]=-c,d&includePage[e][limit]=3",
      { includeQueries: { a__b: { filter: { c__gte: "1", d: "x" }, sort: ["-c", "d"] }, e: { limit: "3" } } },
    ],
    // What no include can send.
    [
      "?includeFilter[a]=1&includeSort[a][b]=2&includePage[a]=3&includePage[a][offset]=4&includeSort[]=b&includePage[a[b]][limit]=1",
      {},
    ],
    // What belongs to the code or to the page.
    ["?include=author&fields[articles]=title&q=x&tab=2&filter=x&sort[a]=1", {}],
    // What no list can send.
    ["?filter[]=1&filter[a=2&filter[a[b]]=3&filter]a[=4&page[]=5&sort=", { sort: [] }],
    ["?sort=a\\b,,c", { sort: ["a", "b", "c"] }],
  ])("%s is %o", (search, expected) => {
    expect(readSearch(search)).toEqual({ ...NOTHING, ...expected });
    expect(readSearch(new URLSearchParams(search))).toEqual(readSearch(search));
  });

  test("reads many names in linear time", () => {
    const search = new URLSearchParams(Array.from({ length: 20_000 }, (_, index) => [`filter[a${index}]`, "1"]));
    const start = performance.now();
    expect(Object.keys(readSearch(search).filter ?? {})).toHaveLength(20_000);
    expect(performance.now() - start).toBeLessThan(5000); // a copy for each name takes a minute
  });

  test("has no prototype to write to", () => {
    const { filter, page, includeQueries } = readSearch(
      "filter[__proto__]=1&page[__proto__]=2&filter[constructor]=3&includeSort[__proto__]=a&includeFilter[b][__proto__]=4",
    );
    expect(Object.keys(includeQueries ?? {})).toEqual(["__proto__", "b"]);
    expect(Object.keys(includeQueries?.b?.filter ?? {})).toEqual(["__proto__"]);
    expect(Object.entries(filter ?? {})).toEqual([["__proto__", "1"], ["constructor", "3"]]); // biome-ignore format: one line
    expect([Object.keys(page ?? {}), Object.getPrototypeOf(filter)]).toEqual([["__proto__"], null]);
    expect(({} as { constructor: unknown }).constructor).toBe(Object);
  });

  const value = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.integer(),
    fc.boolean(),
    fc.bigInt(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.array(fc.string({ unit: codePoint, minLength: 1 })),
  );
  const name = fc.stringMatching(/^[a-z]\w{0,9}$/).filter((one) => !one.endsWith("_"));
  const state = fc.record({
    filter: fc.dictionary(name, value),
    sort: fc.uniqueArray(fc.tuple(fc.constantFrom("", "-"), name).map((parts) => parts.join(""))),
    page: fc.oneof(
      fc.constant(undefined),
      fc.integer(),
      fc.dictionary(name, fc.oneof(fc.integer(), fc.string()), { minKeys: 1 }),
    ),
    includeQueries: fc.dictionary(
      name,
      fc.record({
        filter: fc.dictionary(name, value),
        sort: fc.uniqueArray(name),
        limit: fc.option(fc.nat(), { nil: undefined }),
      }),
    ),
  });

  test("gives the query string back that a list has written", () => {
    fc.assert(
      fc.property(state, (query) => {
        const search = queryString(query);
        expect(queryString(readSearch(search))).toBe(search);
        expect(queryString(readSearch(new URL(search, "https://example.org").search))).toBe(search); // as a browser shows it
      }),
      { numRuns: 500 },
    );
  });

  test("reads any text, and what it reads can be written", () => {
    const part = fc.constantFrom(
      "filter",
      "page",
      "sort",
      "includeFilter",
      "includeSort",
      "includePage[a][limit]",
      "[",
      "]",
      "][",
      "=",
      "&",
      ",",
      "\\",
      "%",
      "%5B",
      "__",
      "?",
      "#",
      "a",
      "\ud800",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (search) => {
          const once = queryString(readSearch(search));
          expect(queryString(readSearch(once))).toBe(once);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
