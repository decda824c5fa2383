import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listQuery } from "../fixtures/specs.js";

const names = listQuery({ sort: ["title", "created_at"] });
const directions = listQuery({ sort: { title: true, created_at: "desc", rank: "asc" } });
const free = listQuery({ sort: z.string() });

describe("sort", () => {
  test("keeps the order of the keys, a leading - for descending", () => {
    expect(names.read("sort=-created_at,title").query.sort).toEqual([
      { field: "created_at", order: "desc" },
      { field: "title", order: "asc" },
    ]);
  });

  test("is empty where it is absent", () => {
    expect(names.read("").query.sort).toEqual([]);
  });

  test("round-trips every valid list, in each of the three declarations", () => {
    const orders = fc.uniqueArray(fc.tuple(fc.constantFrom("title", "created_at"), fc.constantFrom("asc", "desc")), {
      selector: ([field]) => field,
      minLength: 1,
    });
    fc.assert(
      fc.property(orders, (list) => {
        const text = `sort=${list.map(([field, order]) => (order === "desc" ? `-${field}` : field)).join(",")}`;
        const expected = list.map(([field, order]) => ({ field, order }));
        for (const query of [names, free]) {
          expect(query.read(text)).toMatchObject({ errors: [], query: { sort: expected } });
        }
        const oneWay = list.some(([field, order]) => field === "created_at" && order === "asc");
        expect(directions.read(text).errors).toHaveLength(oneWay ? 1 : 0);
      }),
    );
  });

  test.each([
    ["sort=titl", 'sort does not allow "titl". Did you mean "title"?'],
    ["sort=-titl", 'sort does not allow "-titl". Did you mean "-title"?'],
    [
      "sort=nothingalike",
      'sort does not allow "nothingalike". It allows "title" or "created_at", each also with a leading "-".',
    ],
    ["sort=", "sort must be a comma-separated list of names, and none may be empty."],
    ["sort", "sort must be a comma-separated list of names, and none may be empty."],
    ["sort=-", "sort must be a comma-separated list of names, and none may be empty."],
    ["sort=title,", "sort must be a comma-separated list of names, and none may be empty."],
    ["sort=--title", 'sort does not allow "--title"'],
    ["sort=%2Btitle", 'sort does not allow "+title"'],
    ["sort=+title", 'sort does not allow " title"'],
    ["sort=title,-title", 'sort has "title" twice.'],
    ["sort=Title", 'sort does not allow "Title"'],
    ["sort=__proto__", 'sort does not allow "__proto__"'],
    ["sort=-constructor", 'sort does not allow "-constructor"'],
    ["sort=toString", 'sort does not allow "toString"'],
  ])("refuses %s", (text, sentence) => {
    const { errors } = names.read(text);
    expect(errors).toMatchObject([{ status: 400, code: "invalid_parameter", source: { parameter: "sort" } }]);
    expect(errors[0]?.detail).toContain(sentence);
  });

  test("bounds the number of names", () => {
    const few = listQuery({ sort: ["a", "b", "c"] }, { sortKeys: 2 });
    expect(few.read("sort=a,b").errors).toEqual([]);
    expect(few.read("sort=a,b,c").errors).toMatchObject([
      {
        code: "invalid_parameter",
        detail: "sort has 3 names; at most 2 are allowed.",
        source: { parameter: "sort" },
      },
    ]);
  });

  test("allows a name in one direction alone", () => {
    expect(directions.read("sort=-created_at,rank,-title").errors).toEqual([]);
    expect(directions.read("sort=created_at").errors[0]?.detail).toBe(
      'sort allows "created_at" only in the other direction: "-created_at".',
    );
    expect(directions.read("sort=-rank").errors[0]?.detail).toBe(
      'sort allows "rank" only in the other direction: "rank".',
    );
    expect(directions.read("sort=-rang").errors[0]?.detail).toBe('sort does not allow "-rang". Did you mean "rank"?');
    expect(directions.read("sort=nothingalike").errors[0]?.detail).toBe(
      'sort does not allow "nothingalike". It allows "title", "-title", "-created_at" or "rank".',
    );
  });

  test("leaves a free list to the handler", () => {
    expect(free.read("sort=anything,-__proto__").query.sort).toEqual([
      { field: "anything", order: "asc" },
      { field: "__proto__", order: "desc" },
    ]);
    expect(free.read("sort=a,,b").errors).toHaveLength(1);
  });

  test("is unknown where it is not declared, or declared empty", () => {
    for (const query of [listQuery({}), listQuery({ sort: [] })]) {
      expect(query.read("sort=title").errors).toMatchObject([
        { code: "unknown_parameter", source: { parameter: "sort" } },
      ]);
    }
  });
});
