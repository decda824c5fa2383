import fc from "fast-check";
import { ApiError, UNSET } from "trestle";
import { sourceTestRows } from "trestle/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrizzleBed, drizzleBed } from "./drizzle-bed.js";
import { memoryBed } from "./memory-bed.js";
import { runs } from "../support/runs.js";

// Random writes, one after the other, in both stores: each has the same outcome, and leaves the same rows for both tenants.

const RUNS = runs(15);

let postgres: DrizzleBed;
const memory = memoryBed();
beforeAll(async () => {
  postgres = await drizzleBed();
});
afterAll(() => postgres?.close());

interface Write {
  readonly source: "posts" | "authors" | "tags";
  readonly method: string;
  readonly relationship?: string;
  readonly id?: unknown;
  readonly input?: object;
  readonly related?: unknown;
  readonly tenant: number;
}

/** The post that was created last, whose id differs between the stores. */
const NEW = "new";
const posts = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(1, 2, 3, 4, 7, 8, 16, 20) }, fc.constantFrom(NEW, 999));
const authors = fc.constantFrom(...sourceTestRows.authors.map(({ id }) => id), "00000000-0000-4000-8000-00000000000f");
const tags = fc.constantFrom("a", "b", "c", "x", "nope");
const several = (ids: fc.Arbitrary<unknown>) => fc.array(ids, { maxLength: 3 });
const orNull = (ids: fc.Arbitrary<unknown>) => fc.oneof(ids, fc.constant(null));
const titles = fc.constantFrom("plain", "zed 7", "fresh", "other", "😀", "\0", "\ud800");
const emails = fc.constantFrom("ann@example.test", "eve@example.test", "new@example.test");
const tenant = fc.constantFrom(1, 1, 1, 2);

const fieldsOfPost = {
  title: titles,
  body: orNull(titles),
  views: fc.constantFrom(0n, 7n, 2n ** 62n),
  rating: orNull(fc.constantFrom(0, 5)),
  published: fc.boolean(),
  status: fc.constantFrom("draft", "live"),
  author: orNull(authors),
  parent: orNull(posts),
  tags: several(tags),
};
const unset = (names: string[]) => Object.fromEntries(names.map((name) => [name, UNSET]));
const changes = (all: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(all, { requiredKeys: [] }).map((some) => ({ ...unset(Object.keys(all)), ...some }));
const toMany = (
  source: Write["source"],
  relationship: string,
  id: fc.Arbitrary<unknown>,
  members: fc.Arbitrary<unknown>,
) =>
  fc.record({
    source: fc.constant(source),
    method: fc.constantFrom("addToRelationship", "removeFromRelationship", "resetRelationship"),
    relationship: fc.constant(relationship),
    id,
    related: several(members),
    tenant,
  });
const toOne = (relationship: string, related: fc.Arbitrary<unknown>) =>
  fc.record({
    source: fc.constant("posts" as const),
    method: fc.constant("editRelationship"),
    relationship: fc.constant(relationship),
    id: posts,
    related: orNull(related),
    tenant,
  });
const one = (source: Write["source"], method: string, more: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ source: fc.constant(source), method: fc.constant(method), tenant, ...more });

const write: fc.Arbitrary<Write> = fc.oneof(
  one("posts", "createOne", { input: fc.record({ ...fieldsOfPost, meta: orNull(fc.constant({ a: [1] })) }) }),
  one("posts", "editOne", { id: posts, input: changes(fieldsOfPost) }),
  one("posts", "deleteOne", { id: posts }),
  one("authors", "editOne", { id: authors, input: changes({ name: titles, email: emails, posts: several(posts) }) }),
  one("authors", "deleteOne", { id: authors }),
  toOne("author", authors),
  toOne("parent", posts),
  toMany("posts", "tags", posts, tags),
  toMany("posts", "replies", posts, posts),
  toMany("tags", "posts", tags, posts),
  toMany("authors", "posts", authors, posts),
) as fc.Arbitrary<Write>;

interface Bed {
  ctx(tenant: number): object;
  // biome-ignore lint/suspicious/noExplicitAny: handlers by name
  readonly sources: any;
}

/** One store, in which the posts that were created are numbered by their order. */
class Store {
  readonly #made: unknown[] = [];

  constructor(readonly bed: Bed) {}

  async write({ source, method, relationship, tenant, ...more }: Write): Promise<unknown> {
    const args = { ctx: this.bed.ctx(tenant), include: {}, fields: {}, ...(this.#replaced(more) as object) };
    const { [source]: methods } = this.bed.sources;
    const handler = relationship === undefined ? methods[method] : methods[method](relationship);
    try {
      const result = await handler(args);
      if (method === "createOne") this.#made.push(result.data.id);
      return { data: this.#normal(result?.data) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, field, message } = error;
      return { status, field, message: message.replace(/\b1\d\d\b/, "new") };
    }
  }

  async rows(tenant: number): Promise<unknown> {
    const args = { ctx: this.bed.ctx(tenant), filter: {}, sort: [], fields: {}, page: undefined };
    const { posts, authors, tags } = this.bed.sources;
    const lists = [
      await posts.getMany({ ...args, include: { tags: true, replies: true, author: true } }),
      await authors.getMany({ ...args, include: { posts: true } }),
      await tags.getMany({ ...args, include: { posts: true } }),
    ];
    return this.#normal(lists.map(({ data }) => data));
  }

  #replaced(value: unknown): unknown {
    return mapped(value, (each) => (each === NEW ? (this.#made.at(-1) ?? 998) : each));
  }

  #normal(value: unknown): unknown {
    return mapped(value, (each) => (this.#made.includes(each) ? `new ${this.#made.indexOf(each)}` : each));
  }
}

/** Leaves out times, which each store takes from its own clock. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (value instanceof Date || typeof value !== "object" || value === null) return change(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (name === "at" ? [] : [[name, mapped(each, change)]])),
  );
}

test(`${RUNS} random sequences of writes are the same in memory and in Postgres`, async () => {
  const statuses = new Map<unknown, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
      await Promise.all([postgres.reset(), memory.reset()]);
      const [one, other] = [new Store(postgres), new Store(memory)];
      for (const each of writes) {
        const [first, second] = [await one.write(each), await other.write(each)];
        expect(second).toEqual(first);
        const { status = 200 } = first as { status?: number };
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        for (const tenant of [1, 2]) expect(await other.rows(tenant)).toEqual(await one.rows(tenant));
      }
    }),
    { numRuns: RUNS },
  );
  // Few sequences rarely reach every status.
  if (RUNS >= 150) expect([200, 403, 404, 409, 422].filter((status) => !statuses.has(status))).toEqual([]);
}, 300_000);
