import { seeded } from "../support/statistics.js";
import type { Sizes } from "./tables.js";

/** The row after which a keyset page begins. */
export interface Position {
  readonly created_at: Date;
  readonly id: number;
}

/** An id of two columns. */
export interface Key {
  readonly org: number;
  readonly no: number;
}

/** The input of each need. */
export interface Inputs {
  /** The newest articles, with their authors and three comments of each. */
  readonly page: Record<string, never>;
  /** The same, after a row deep in the list. */
  readonly keyset: Position;
  /** An article with its author, three comments and its categories. */
  readonly one: { readonly id: number };
  /** The newest articles of the authors with a name. */
  readonly byAuthor: { readonly name: string };
  /** The newest articles in the categories with a name. */
  readonly byCategory: { readonly name: string };
  /** The newest articles of an author who exists. */
  readonly related: { readonly id: number };
  /** A draft, whose id has two columns, with three of its remarks. */
  readonly byKey: Key;
  /** The drafts after one, in the order of their ids, with three remarks of each. */
  readonly afterKey: Key;
  /** Drafts by their ids, each with the draft that it was made of. */
  readonly byKeys: readonly Key[];
}

export type Need = keyof Inputs;
/** Those of ids of two columns. Not every contender has them. */
export type KeyNeed = "byKey" | "afterKey" | "byKeys";

export const TITLES: Readonly<Record<Need, string>> = {
  page: "page, two includes",
  keyset: "deep keyset page",
  one: "one, three includes",
  byAuthor: "filter, to-one",
  byCategory: "filter, to-many",
  related: "related list",
  byKey: "two-column id, one",
  afterKey: "two-column id, page",
  byKeys: "two-column ids, include",
};

export type Samples = { readonly [N in Need]: readonly Inputs[N][] };

const SAMPLES = 20;

/** Inputs for each need, the same in every run. Requests take them in turn. */
export function samplesOf({ articles, authors, categories }: Sizes): Samples {
  const random = seeded(2);
  const some = (most: number) => Array.from({ length: SAMPLES }, () => 1 + Math.floor(random() * most));
  const keys = (count: number) =>
    some(articles / 2)
      .slice(0, count)
      .map((n) => keyOf(n));
  const start = Date.parse("2020-01-01T00:00:00Z");
  return {
    page: [{}],
    // In the older half, where an offset would pass a quarter of a million rows.
    keyset: some(articles / 2).map((id) => {
      const at = id + 100;
      return { id: at, created_at: new Date(start + Math.floor(at / 2) * 60_000) };
    }),
    one: some(articles).map((id) => ({ id })),
    byAuthor: some(authors).map((id) => ({ name: `Author ${id}` })),
    byCategory: some(categories).map((id) => ({ name: `Category ${id}` })),
    related: some(authors).map((id) => ({ id })),
    byKey: keys(SAMPLES),
    afterKey: keys(SAMPLES),
    byKeys: Array.from({ length: SAMPLES }, () => keys(SAMPLES)),
  };
}

const ORGS = 100;

/** The key of the draft with a number, as `fillTables` makes it. */
function keyOf(n: number): Key {
  return { org: n % ORGS, no: Math.floor(n / ORGS) };
}
