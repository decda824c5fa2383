import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { numberPage, offsetPage } from "../../define/api/page.js";
import type { PageDeclaration } from "../../define/types/page.js";
import { listQuery } from "../fixtures/specs.js";

function read(page: PageDeclaration, text: string) {
  return listQuery({ page }).read(text);
}

const offset = offsetPage({ limit: 20, maxLimit: 100 });

describe("offsetPage", () => {
  test("reads any offset and any limit up to its maximum", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 100 }), (at, limit) => {
        const { query, errors } = read(offset, `page[offset]=${at}&page[limit]=${limit}`);
        expect(errors).toEqual([]);
        expect(query.page).toEqual({ offset: at, limit });
      }),
    );
  });

  test.each([
    ["", { offset: 0, limit: 20 }],
    ["page[offset]=40", { offset: 40, limit: 20 }],
    ["page[limit]=100", { offset: 0, limit: 100 }],
  ])("fills in what %j leaves out", (text, page) => {
    expect(read(offset, text)).toMatchObject({ errors: [], query: { page } });
  });

  test.each([
    ["page[limit]=101", 'page[limit] must be an integer from 1 to 100, not "101".'],
    ["page[limit]=0", 'page[limit] must be an integer from 1 to 100, not "0".'],
    ["page[limit]=", 'page[limit] must be an integer from 1 to 100, not "".'],
    ["page[limit]=1e1", "page[limit] must be"],
    ["page[offset]=-1", 'page[offset] must be an integer of at least 0, not "-1".'],
    ["page[offset]=01", "page[offset] must be"],
    ["page[offset]=9007199254740992", "page[offset] must be"],
    ["page[offset]=x", "page[offset] must be"],
  ])("refuses %s", (text, sentence) => {
    const { errors } = read(offset, text);
    const [parameter] = text.split("=");
    expect(errors).toMatchObject([{ status: 400, code: "invalid_parameter", source: { parameter } }]);
    expect(errors[0]?.detail).toContain(sentence);
  });

  test.each(["page=2", "page[number]=2", "page[size]=2", "page[__proto__]=1", "page[]=1"])(
    "does not know %s",
    (text) => {
      expect(read(offset, text).errors).toMatchObject([{ code: "unknown_parameter" }]);
    },
  );
});

describe("numberPage", () => {
  const page = numberPage({ size: 5 });

  test("counts from 1, which it is by default", () => {
    expect(read(page, "").query.page).toEqual({ number: 1, size: 5 });
    expect(read(page, "page=2").query.page).toEqual({ number: 2, size: 5 });
  });

  test.each(["0", "-1", "1.5", "two", "", "1e0", " 1"])("refuses page=%s", (text) => {
    expect(read(page, `page=${text}`).errors).toMatchObject([
      { status: 400, code: "invalid_parameter", source: { parameter: "page" } },
    ]);
  });

  test("does not know the parameters of the other kind", () => {
    expect(read(page, "page[offset]=1").errors).toMatchObject([{ code: "unknown_parameter" }]);
  });
});

describe("a bare schema", () => {
  test("is page itself", () => {
    expect(read(z.int(), "page=2").query.page).toBe(2);
  });

  test("is required unless it is optional or has a default", () => {
    expect(read(z.int(), "").errors).toMatchObject([{ code: "missing_parameter", source: { parameter: "page" } }]);
    expect(read(z.int().optional(), "").query.page).toBeUndefined();
    expect(read(z.int().default(1), "").query.page).toBe(1);
  });

  test("judges what was sent", () => {
    expect(read(z.int().min(1), "page=0").errors).toMatchObject([{ source: { parameter: "page" } }]);
    expect(read(z.int(), "page=x").errors[0]?.detail).toBe('page must be an integer, not "x".');
  });
});

describe("a shape", () => {
  const page = { offset: z.int().default(0), limit: z.int().max(50).optional(), cursor: z.string().optional() };

  test("is the members of page", () => {
    expect(read(page, "page[offset]=3&page[cursor]=abc").query.page).toEqual({
      offset: 3,
      limit: undefined,
      cursor: "abc",
    });
  });

  test("has each member judged by its schema", () => {
    expect(read(page, "page[limit]=51&page[offset]=x").errors.map(({ source }) => source)).toEqual([
      { parameter: "page[limit]" },
      { parameter: "page[offset]" },
    ]);
  });

  test("tells a required member that is missing", () => {
    expect(read({ after: z.string() }, "").errors).toMatchObject([
      { code: "missing_parameter", detail: "page[after] is required.", source: { parameter: "page[after]" } },
    ]);
  });
});

test("without a declaration, the page is undefined", () => {
  expect(read(undefined, "").query.page).toBeUndefined();
  expect(read(undefined, "page=1").errors).toMatchObject([{ code: "unknown_parameter" }]);
});
