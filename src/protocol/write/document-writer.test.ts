import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldSets, library, libraryOperations, pathsFrom, primaries, worlds } from "../fixtures/library.js";
import { naiveDocument, naiveRows } from "../fixtures/naive-document.js";
import { writeDocument, writersOf } from "../fixtures/writers.js";
import { includeTree } from "../query/include-tree.js";
import { DocumentWriter } from "./document-writer.js";

interface Identifier {
  readonly type: string;
  readonly id: string;
}
interface ResourceObject extends Identifier {
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | readonly Identifier[] | null }>>;
}

const keyOf = ({ type, id }: Identifier) => `${type} ${id}`;

const requests = primaries.chain(([type, ids]) =>
  fc.record({
    type: fc.constant(type),
    ids: fc.constant(ids),
    tree: pathsFrom(type).map(includeTree),
    world: worlds,
    choices: fc.array(fc.nat(1), { minLength: 1, maxLength: 30 }),
  }),
);

function linkedFrom({ relationships = {} }: ResourceObject): string[] {
  return Object.values(relationships).flatMap(({ data }) => [data ?? []].flat().map(keyOf));
}

describe("a compound document", () => {
  test("is what a plain serializer makes of the same records", () => {
    fc.assert(
      fc.property(requests, fieldSets, ({ type, ids, tree, world, choices }, fields) => {
        const { rows, beside } = naiveRows(world, type, ids, tree, choices);
        const written = writeDocument(
          library,
          type,
          rows,
          { includeTree: tree, included: beside, fields },
          libraryOperations,
        );
        const expected = naiveDocument(world, type, ids, tree, fields);
        expect(written.data).toEqual(expected.data);
        const included = Object.fromEntries(
          written.included.map((resource: Identifier) => [keyOf(resource), resource]),
        );
        expect(included).toEqual(expected.included);
        expect(JSON.stringify(written)).not.toContain("SECRET");
      }),
      { numRuns: 400 },
    );
  });

  test("holds no resource twice, none that nothing links, and none that is primary", () => {
    fc.assert(
      fc.property(requests, ({ type, ids, tree, world, choices }) => {
        const { rows, beside } = naiveRows(world, type, ids, tree, choices);
        const written = writeDocument(library, type, [...rows, ...rows], { includeTree: tree, included: beside });
        const data: ResourceObject[] = written.data;
        const included: ResourceObject[] = written.included;
        const keys = [...data, ...included].map(keyOf);
        expect(new Set(keys).size).toBe(keys.length);
        const byKey = new Map([...data, ...included].map((resource) => [keyOf(resource), resource]));
        const linked = new Set(data.map(keyOf));
        for (const key of linked)
          for (const other of linkedFrom(byKey.get(key)!)) if (byKey.has(other)) linked.add(other);
        expect(included.map(keyOf).filter((key) => !linked.has(key))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test("does not depend on those that its writer wrote before", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(requests, fieldSets), { minLength: 2, maxLength: 5 }), (all) => {
        const writers = writersOf(library, libraryOperations);
        const kept = new Map([...writers].map(([type, writer]) => [type, new DocumentWriter(writer, writers)]));
        for (const [{ type, ids, tree, world, choices }, fields] of [...all, ...all]) {
          const { rows, beside } = naiveRows(world, type, ids, tree, choices);
          const parts = { links: {}, meta: undefined, includeTree: tree, included: beside, fields, rich: true };
          const written = JSON.parse(kept.get(type)!.write(rows, parts));
          expect(written).toEqual(writeDocument(library, type, rows, parts, libraryOperations));
        }
      }),
    );
  });

  test("of one row is that of a list of it", () => {
    fc.assert(
      fc.property(requests, ({ type, ids, tree, world, choices }) => {
        fc.pre(ids.length > 0);
        const { rows, beside } = naiveRows(world, type, ids.slice(0, 1), tree, choices);
        const one = writeDocument(library, type, rows[0], { includeTree: tree, included: beside });
        const list = writeDocument(library, type, rows, { includeTree: tree, included: beside });
        expect({ ...one, data: [one.data] }).toEqual(list);
      }),
    );
  });
});

describe("a document", () => {
  test("without includes shows primary data alone, each once", () => {
    const row = { id: 1, title: "a", at: new Date(0), author: { id: 1, name: "x" }, sequel: null };
    const written = writeDocument(library, "books", [row, row, { ...row, id: 2 }], { included: { people: [] } });
    expect(written.data.map(({ id }: Identifier) => id)).toEqual(["1", "2"]);
    expect(written).not.toHaveProperty("included");
  });

  test("has included, even empty, where includes were asked for", () => {
    const tree = includeTree([["author"]]);
    expect(writeDocument(library, "books", [], { includeTree: tree })).toMatchObject({ data: [], included: [] });
    expect(writeDocument(library, "books", null, { includeTree: tree })).toMatchObject({ data: null, included: [] });
    const row = { id: 1, name: "x" };
    expect(writeDocument(library, "people", row, { includeTree: includeTree([]) }).included).toEqual([]);
  });

  test("has its members in their order, and links and meta only where there are some", () => {
    const parts = { links: { self: "/api/people", next: null, prev: undefined }, meta: { total: 1, at: new Date(0) } };
    const tree = includeTree([]);
    const written = writeDocument(library, "people", [], { ...parts, includeTree: tree });
    expect(Object.keys(written)).toEqual(["jsonapi", "links", "data", "included", "meta"]);
    expect(written).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "/api/people", next: null },
      data: [],
      included: [],
      meta: { total: 1, at: "1970-01-01T00:00:00.000Z" },
    });
    expect(Object.keys(writeDocument(library, "people", null))).toEqual(["jsonapi", "data"]);
  });

  test("escapes what links and meta hold", () => {
    const parts = { links: { 'a"b': 'http://x/?"\n' }, meta: { 'c"d': "\u0000" } };
    expect(writeDocument(library, "people", null, parts)).toMatchObject(parts);
  });
});
