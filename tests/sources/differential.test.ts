import fc from "fast-check";
import { sourceTestRows } from "trestle/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrizzleBed, drizzleBed } from "./drizzle-bed.js";
import { memoryBed } from "./memory-bed.js";
import { runs } from "../support/runs.js";

// Random lists, answered by both stores: filters, sorts, pages in both directions, includes, fields and scopes.

const RUNS = runs(120);

let postgres: DrizzleBed;
const memory = memoryBed();
beforeAll(async () => {
  postgres = await drizzleBed();
  await postgres.reset();
});
afterAll(() => postgres?.close());

interface Filter {
  readonly name: string;
  readonly value: unknown;
}

const orNull = <T>(values: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary: values }, fc.constant(null));
const texts = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "A",
    "plain",
    "PLAIN",
    "%",
    "_",
    "\\",
    "é",
    "É",
    "zed 17",
    "body 4",
    "😀",
    "\uffee",
    "\0",
    "Ann",
    "bob",
    "c1",
  ),
  fc.string({ maxLength: 3 }),
);
const ints = fc.oneof(fc.integer({ min: -2, max: 26 }), fc.constantFrom(99_999_999_999, -99_999_999_999));
const bigints = fc.oneof(fc.bigInt(0n, 25n), fc.constantFrom(9007199254740993n, 2n ** 70n, -(2n ** 70n)));
const dates = fc.integer({ min: 0, max: 10 }).map((day) => new Date(Date.UTC(2026, 0, day)));
const authors = fc.constantFrom(...sourceTestRows.authors.map(({ id }) => id), "rubbish");
const statuses = fc.constantFrom("draft", "live", "gone", "nope");

const named = (names: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Filter> =>
  fc.record({ name: fc.constantFrom(...names), value });
const equality = (name: string, values: fc.Arbitrary<unknown>) =>
  fc.oneof(
    named([name, `${name}__eq`, `${name}__ne`], orNull(values)),
    named([name, `${name}__in`], fc.array(orNull(values), { maxLength: 3 })),
    named([`${name}__isnull`], fc.boolean()),
  );
const ordered = (name: string, values: fc.Arbitrary<unknown>) =>
  fc.oneof(
    equality(name, values),
    named([`${name}__gt`, `${name}__gte`, `${name}__lt`, `${name}__lte`], orNull(values)),
  );
const text = (name: string) =>
  fc.oneof(ordered(name, texts), named([`${name}__contains`, `${name}__startswith`, `${name}__endswith`], texts));

const elements = (name: string, values: fc.Arbitrary<unknown>) =>
  fc.oneof(
    named([`${name}__has`], orNull(values)),
    named([`${name}__hasall`, `${name}__hasany`], fc.array(orNull(values), { maxLength: 3 })),
    named([`${name}__isnull`], fc.boolean()),
  );

const ofPost = (prefix: string) =>
  fc.oneof(
    text(`${prefix}contact__city`),
    ordered(
      `${prefix}contact__size`,
      fc.oneof(
        fc.integer({ min: -2, max: 5 }).map((n) => n - 0.5),
        ints,
      ),
    ),
    equality(`${prefix}contact__home`, fc.boolean()),
    elements(`${prefix}contact__geo__codes`, fc.constantFrom("a", "b", "c", "\0")),
    elements(`${prefix}labels`, fc.oneof(fc.constantFrom("x", "Y", "é,", ""), texts)),
    elements(`${prefix}marks`, fc.oneof(fc.integer({ min: 0, max: 7 }), ints)),
    text(`${prefix}title`),
    text(`${prefix}body`),
    ordered(`${prefix}rating`, ints),
    ordered(`${prefix}views`, bigints),
    ordered(`${prefix}at`, dates),
    ordered(`${prefix}id`, ints),
    ordered(`${prefix}status`, statuses),
    equality(`${prefix}author`, authors),
    named([`${prefix}published`], fc.boolean()),
  );
const filter = fc
  .array(
    fc.oneof(
      ofPost(""),
      ofPost("parent__"),
      ofPost("replies__"),
      text("author__name"),
      text("parent__author__name"),
      named(["tags"], fc.constantFrom("a", "b", "x", "nope", ["a", "c"], [], null)),
      named(["tags__isnull", "replies__isnull", "comments__isnull"], fc.boolean()),
      text("tags__label"),
      text("comments__text"),
      ofPost("replies__none__"),
      ofPost("parent__replies__none__"),
      text("tags__none__label"),
      named(["tags__none", "author__posts__none__tags"], fc.constantFrom("a", "b", "x", "nope", ["a", "c"], [])),
      named(["tags__all", "replies__tags__all"], fc.array(fc.constantFrom("a", "b", "c", "x"), { maxLength: 3 })),
      named(["comments__all"], fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 })),
      ...["tags", "replies", "comments", "parent__replies", "author__posts"].map((name) =>
        named(
          ["", "__eq", "__ne", "__gt", "__gte", "__lt", "__lte"].map((operator) => `${name}__count${operator}`),
          orNull(fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constantFrom(2.5, 1e21))),
        ),
      ),
      named(["text", "textless", "inside"], texts),
    ),
    { maxLength: 2 },
  )
  .map((filters) => Object.fromEntries(filters.map(({ name, value }) => [name, value])));

const SORTS = [
  "title",
  "body",
  "rating",
  "views",
  "at",
  "published",
  "status",
  "author",
  "author__name",
  "parent__title",
  "parent__author__name",
  "parent__rating",
  "contact__city",
  "contact__size",
  "contact__home",
  "parent__contact__size",
  "tags__count",
  "replies__count",
  "parent__comments__count",
  "id",
];
const sort = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...SORTS), order: fc.constantFrom("asc" as const, "desc" as const) }),
  { selector: ({ field }) => field, maxLength: 3 },
);
const page = fc.oneof(
  fc.constant(undefined),
  fc.record({ offset: fc.nat(20), limit: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ size: fc.integer({ min: 1, max: 7 }) }),
);
const PATHS = [
  "author",
  "author__posts",
  "author__posts__author",
  "parent",
  "parent__parent__tags",
  "replies",
  "replies__comments",
  "tags",
  "tags__posts",
  "comments",
  "comments__post",
];
const include = fc.subarray(PATHS).map((paths) => Object.fromEntries(paths.map((path) => [path, true])));
const fields = fc.oneof(
  fc.constant({}),
  fc.subarray(["title", "views", "author", "tags", "note"]).map((names) => ({ posts: new Set(names) })),
);

interface Page {
  readonly data: readonly object[];
  readonly total?: number;
  readonly links?: { readonly [name: string]: { readonly page: object } | null };
}

test(`${RUNS} random lists are the same in memory and in Postgres`, async () => {
  let compared = 0;
  const lists = fc.record({ filter, sort, page, include, fields, tenant: fc.constantFrom(1, 2) });
  await fc.assert(
    fc.asyncProperty(lists, async ({ tenant, page, ...query }) => {
      const both = async (pages: readonly [unknown, unknown]): Promise<[Page, Page]> => {
        const [one, other] = await Promise.all(
          [postgres, memory].map((bed, index) =>
            bed.sources.posts.getMany({ ctx: bed.ctx(tenant), ...query, page: pages[index] }),
          ),
        );
        expect(one.data).toEqual(other.data);
        expect(one.total).toEqual(other.total);
        compared += one.data.length;
        return [one, other];
      };
      let found = await both([page, page]);
      const size = (page as { size?: number } | undefined)?.size;
      if (size === undefined) return;
      // Cursors belong to their store: each follows its own, forwards and back again.
      for (const name of ["next", "next", "prev"]) {
        const [one, other] = found.map(({ links }) => links?.[name]);
        expect(one === null).toBe(other === null);
        if (!one || !other) return;
        found = await both([
          { size, ...one.page },
          { size, ...other.page },
        ]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS);
}, 300_000);
