import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberPage, offsetPage } from "../define/api/page.js";
import { listQuery } from "../protocol/fixtures/specs.js";
import { pageUrls } from "./page-urls.js";

type Declaration = ReturnType<typeof offsetPage> | ReturnType<typeof numberPage>;

/** What a request with these parameters gets, as if it had been sent. */
function linksAt(page: Declaration, parameters: Readonly<Record<string, string>>, total?: number, hasMore?: boolean) {
  const text = new URLSearchParams(parameters).toString();
  const { query, errors } = listQuery({ page }).read(text);
  expect(errors).toEqual([]);
  const urls = pageUrls("/x", text, page, query.page, total, hasMore);
  const [prev, next, last] = [urls.prev, urls.next, urls.last].map(parametersOf);
  return { first: parametersOf(urls.first) ?? {}, prev, next, last };
}

function parametersOf(url: string | undefined): Readonly<Record<string, string>> | undefined {
  return url === undefined ? undefined : Object.fromEntries(new URL(url, "http://localhost").searchParams);
}

const declarations = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((limit) => offsetPage({ limit, maxLimit: 100 })),
  fc.integer({ min: 1, max: 100 }).map((size) => numberPage({ size })),
);

describe("with a total", () => {
  test("following next from first reaches last, through every page, and prev leads back", () => {
    fc.assert(
      fc.property(declarations, fc.nat(300), (page, total) => {
        const first = linksAt(page, {}, total).first;
        const walked = [first];
        for (let at = linksAt(page, first, total).next; at !== undefined; at = linksAt(page, at, total).next) {
          const { prev } = linksAt(page, at, total);
          expect(prev).toEqual(walked.at(-1));
          expect(linksAt(page, prev!, total).next).toEqual(at);
          walked.push(at);
        }
        const size = page["~page"] === "offset" ? page.limit : page.size;
        expect(walked).toHaveLength(Math.max(1, Math.ceil(total / size)));
        expect(linksAt(page, {}, total).last).toEqual(walked.at(-1));
        expect(linksAt(page, first, total).prev).toBeUndefined();
        expect(linksAt(page, walked.at(-1)!, total).next).toBeUndefined();
      }),
    );
  });

  test("from anywhere, every link is a query that is accepted, and walking back ends at the first", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 100 }), fc.nat(300), (offset, limit, total) => {
        const page = offsetPage({ maxLimit: 100 });
        let at: Readonly<Record<string, string>> | undefined = {
          "page[offset]": `${offset}`,
          "page[limit]": `${limit}`,
        };
        for (let steps = 0; at !== undefined; steps++) {
          expect(steps).toBeLessThan(310);
          const links = linksAt(page, at, total);
          for (const link of Object.values(links)) if (link !== undefined) linksAt(page, link, total);
          at = links.prev;
        }
      }),
    );
  });

  test("keeps the limit that was asked for", () => {
    const links = linksAt(offsetPage(), { "page[offset]": "10", "page[limit]": "5" }, 23);
    expect(links).toEqual({
      first: { "page[offset]": "0", "page[limit]": "5" },
      prev: { "page[offset]": "5", "page[limit]": "5" },
      next: { "page[offset]": "15", "page[limit]": "5" },
      last: { "page[offset]": "20", "page[limit]": "5" },
    });
  });

  test("leads back from beyond the end to where something is", () => {
    expect(linksAt(offsetPage({ limit: 10 }), { "page[offset]": "500" }, 23).prev).toEqual({
      "page[offset]": "20",
      "page[limit]": "10",
    });
    expect(linksAt(numberPage({ size: 10 }), { page: "500" }, 23)).toMatchObject({
      prev: { page: "3" },
      last: { page: "3" },
    });
  });

  test("of nothing is one page", () => {
    expect(linksAt(offsetPage({ limit: 10 }), {}, 0)).toEqual({
      first: { "page[offset]": "0", "page[limit]": "10" },
      prev: undefined,
      next: undefined,
      last: { "page[offset]": "0", "page[limit]": "10" },
    });
    expect(linksAt(numberPage(), {}, 0)).toEqual({
      first: { page: "1" },
      prev: undefined,
      next: undefined,
      last: { page: "1" },
    });
  });
});

describe("with hasMore alone", () => {
  test.each([
    [true, { "page[offset]": "30", "page[limit]": "10" }],
    [false, undefined],
  ])("%s says whether there is a next, and nothing says which is last", (hasMore, next) => {
    const links = linksAt(offsetPage({ limit: 10 }), { "page[offset]": "20" }, undefined, hasMore);
    expect(links).toMatchObject({ prev: { "page[offset]": "10" } });
    expect(links.next).toEqual(next);
    expect(links.last).toBeUndefined();
  });

  test("counts pages on", () => {
    expect(linksAt(numberPage(), { page: "2" }, undefined, true)).toEqual({
      first: { page: "1" },
      prev: { page: "1" },
      next: { page: "3" },
      last: undefined,
    });
  });
});
