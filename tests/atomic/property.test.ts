import fc from "fast-check";
import { expect, test } from "vitest";
import { describeServers } from "../support/serve.js";
import { BEDS, type Opened, open } from "./bed.js";
import { expectSame, oneByOne } from "./one-by-one.js";
import { runs } from "../support/runs.js";

// A batch does what its operations do as single requests, one after the other; and a batch that fails does nothing.

type Ref = { readonly id: string } | { readonly lid: string };

interface Step {
  readonly kind: "person" | "article" | "tag" | "edit" | "author" | "add" | "set" | "drop" | "remove";
  /** Chooses among what exists, or an id that does not. */
  readonly pick: number;
  readonly text: string;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("person", "article", "tag", "edit", "author", "add", "set", "drop", "remove"),
    pick: fc.nat(6),
    text: fc.constantFrom("ann", "bob", "cleo", "dora", ""),
  }),
  { minLength: 1, maxLength: 8 },
);

const choose = <T>(list: readonly T[], at: number): T => list[at % list.length] as T; // no list is empty

/** Writes the steps as operations. What a step creates has a local id, which later steps use. */
function operationsOf(all: readonly Step[]) {
  const people: Ref[] = [{ id: "1" }, { id: "77" }];
  const articles: Ref[] = [{ id: "1" }];
  const tags: Ref[] = [{ id: "red" }, { id: "blue" }, { id: "none" }];
  return all.map(({ kind, pick, text }, index) => {
    const lid = `l${index}`;
    const person = { type: "people", ...choose(people, pick) };
    const article = { type: "articles", ...choose(articles, pick) };
    const tag = { type: "tags", ...choose(tags, pick) };
    switch (kind) {
      case "person":
        people.push({ lid });
        return { op: "add", data: { type: "people", lid, attributes: { name: text } } };
      case "tag":
        tags.push({ lid });
        return { op: "add", data: { type: "tags", id: `t-${text}`, lid, attributes: { label: text } } };
      case "article":
        articles.push({ lid });
        return {
          op: "add",
          data: {
            type: "articles",
            lid,
            attributes: { title: text },
            relationships: { author: { data: person }, tags: { data: [tag] } },
          },
        };
      case "edit":
        return { op: "update", data: { ...article, attributes: { title: text } } };
      case "author":
        return { op: "update", ref: { ...article, relationship: "author" }, data: text === "" ? null : person };
      case "add":
        return { op: "add", ref: { ...article, relationship: "tags" }, data: [tag] };
      case "set":
        return { op: "update", ref: { ...article, relationship: "tags" }, data: [tag] };
      case "drop":
        return { op: "remove", ref: { ...article, relationship: "tags" }, data: [tag] };
      default:
        return { op: "remove", ref: text < "c" ? article : person };
    }
  });
}

/** Everything that is stored. */
async function stored({ send }: Opened) {
  const [people, articles] = await Promise.all(["people", "articles"].map((type) => send("GET", type)));
  const all = articles?.body.data as { id: string }[];
  const tags = await Promise.all(all.map(({ id }) => send("GET", `articles/${id}/relationship/tags`)));
  return JSON.stringify([people?.body.data, all, tags.map(({ body }) => body.data)]);
}

describeServers("any batch", (serve) => {
  test.each(BEDS)(
    "on %s does what its operations do one by one, or nothing",
    { timeout: 120_000 },
    async (name, openBed) => {
      let failures = 0;
      let successes = 0;
      const check = async (all: readonly Step[]) => {
        const operations = operationsOf(all);
        const single = await open(serve, openBed);
        const expected = await oneByOne(single, operations);
        const expectedRows = await stored(single);
        const batched = await open(serve, openBed); // the database is empty again
        const before = await stored(batched);
        const isDone = await expectSame(await batched.post(operations), expected, operations.length);
        expect(await stored(batched)).toBe(isDone ? expectedRows : before);
        if (isDone) successes++;
        else failures++;
      };
      const numRuns = runs(name === "memory" ? 12 : 8); // Postgres is slower
      await fc.assert(fc.asyncProperty(steps, check), { numRuns, seed: 20_261_123 });
      expect([failures > 2, successes > 2]).toEqual([true, true]); // otherwise the test would prove only one half
    },
  );
});
