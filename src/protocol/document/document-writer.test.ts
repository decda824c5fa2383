import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldSets, library, libraryOperations, pathsFrom, primaries, worlds } from "../fixtures/library.js";
import { naiveDocument, naiveRows } from "../fixtures/naive-document.js";
import { resourceMap, resourceSpec } from "../fixtures/specs.js";
import { writeDocument, writersOf } from "../fixtures/writers.js";
import { includeTree } from "../../wire/include-path.js";
import { type DocumentParts, DocumentWriter } from "./document-writer.js";

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

describe("what a document is about", () => {
  const book = (id: number) => ({ id, title: "a", at: new Date(0), author: { id: 1, name: "x" }, sequel: null });
  const nothing = { meta: undefined, included: undefined, includeTree: undefined, links: {}, fields: {}, rich: false };

  function documentOf(data: unknown, parts: Partial<DocumentParts> = {}, isRelated = true) {
    const writers = writersOf(library);
    const options = { isRelated, maxIncluded: Number.POSITIVE_INFINITY };
    const writer = new DocumentWriter(writers.get("books")!, writers, options);
    return JSON.parse(writer.write(data, { ...nothing, ...parts }));
  }

  test("is written if a related list or resource is empty", () => {
    for (const data of [[], null])
      expect(documentOf(data)).toEqual({ jsonapi: { version: "1.1" }, data, meta: { trestle: { types: ["books"] } } });
    expect(documentOf([], {}, false)).not.toHaveProperty("meta");
    expect(documentOf([book(1)])).not.toHaveProperty("meta");
    expect(documentOf([], { meta: { total: 0 } }).meta).toEqual({ total: 0, trestle: { types: ["books"] } });
    expect(documentOf([], { meta: {} }).meta).toEqual({ trestle: { types: ["books"] } });
  });

  test("is written if an include has no resources, and not otherwise", () => {
    const asked = includeTree([["author"], ["sequel", "author"]]);
    expect(documentOf([], { includeTree: asked }, false).meta).toEqual({
      trestle: { types: ["people", "books"] },
    });
    expect(documentOf([book(1)], { includeTree: asked }, false)).not.toHaveProperty("meta");
    const alone = { ...book(1), author: null };
    expect(documentOf([alone], { includeTree: includeTree([["author"]]) }, false).meta).toEqual({
      trestle: { types: ["people"] },
    });
  });

  test("is written together with type notes", () => {
    const tree = includeTree([["author"]]);
    expect(documentOf([{ ...book(1), author: null }], { includeTree: tree, rich: true }, false).meta).toEqual({
      trestle: { rich: { books: { at: ["Date"] } }, types: ["people"] },
    });
    expect(documentOf([book(1)], { rich: true }, false).meta).toEqual({
      trestle: { rich: { books: { at: ["Date"] } } },
    });
    expect(documentOf([book(1)], {}, false)).not.toHaveProperty("meta");
  });

  test("is also written for linkage", () => {
    const writers = writersOf(library);
    const linkage = (isRelated: boolean, text: string) => {
      const options = { isRelated, maxIncluded: Number.POSITIVE_INFINITY };
      const parts = { links: { self: "/x" }, meta: { a: 1 } };
      return JSON.parse(new DocumentWriter(writers.get("people")!, writers, options).writeLinkage(text, parts));
    };
    const document = { jsonapi: { version: "1.1" }, links: { self: "/x" } };
    expect(linkage(true, "[]")).toEqual({ ...document, data: [], meta: { a: 1, trestle: { types: ["people"] } } });
    expect(linkage(false, "[]")).toEqual({ ...document, data: [], meta: { a: 1 } });
    const data = [{ type: "people", id: "1" }];
    expect(linkage(true, JSON.stringify(data))).toEqual({ ...document, data, meta: { a: 1 } });
  });

  test("may contain at most the allowed number of resources", () => {
    const writers = writersOf(library);
    const write = (rows: number, maxIncluded: number, list = true) => {
      const all = Array.from({ length: rows }, (_, id) => ({ ...book(id), author: { id, name: "x" } }));
      const writer = new DocumentWriter(writers.get("books")!, writers, { isRelated: false, maxIncluded });
      return () => writer.write(list ? all : all[0], { ...nothing, includeTree: includeTree([["author"]]) });
    };
    expect(write(4, 4)).not.toThrow();
    expect(write(4, 3)).toThrow(
      "include adds 4 resources to 4 rows, but at most 3 are allowed. Remove paths, or request a page of about 3.",
    );
    expect(write(1, 0)).toThrow("include adds 1 resources to one row, but at most 0 are allowed. Remove paths.");
    expect(write(4, 1)).toThrow("Remove paths, or request a page of about 1.");
    expect(write(1, 0)).not.toThrow("or ask");
    expect(write(4, 0)).not.toThrow("or ask");
    expect(write(4, 0)).toThrow("at most 0 are allowed. Remove paths.");
    expect(write(4, 3)).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ code: "invalid_parameter", source: { parameter: "include" } })],
      }),
    );
  });
});

describe("what JSON cannot say of open values", () => {
  const resources = resourceMap(resourceSpec("books", { attributes: { extra: z.unknown(), at: z.date().optional() } }));
  const notesOf = (rows: readonly object[], parts?: Partial<DocumentParts>) =>
    writeDocument(resources, "books", rows, parts).meta?.trestle;
  const dated = { id: 2, extra: { on: new Date(0) } };

  test("is written per resource, in addition to the notes of a type", () => {
    expect(notesOf([{ id: 1, extra: 1 }, dated])).toEqual({
      rich: { books: { at: ["Date"] } },
      values: { books: { 2: { extra: { on: ["Date"] } } } },
    });
    expect(notesOf([dated], { fields: { books: new Set(["extra"]) } })).toEqual({
      values: { books: { 2: { extra: { on: ["Date"] } } } },
    });
  });

  test("is not told where there is nothing to tell, or nobody who asks", () => {
    expect(notesOf([{ id: 1, extra: 1 }])).toEqual({ rich: { books: { at: ["Date"] } } });
    expect(notesOf([dated], { rich: false })).toBeUndefined();
    expect(notesOf([dated], { fields: { books: new Set() } })).toBeUndefined();
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

  test("writes what a handler says of it, Trestle's own name excepted", () => {
    const metaOf = (meta: object) => writeDocument(library, "people", null, { meta: { ...meta } }).meta;
    expect(metaOf({ total: 7, pages: 2 })).toEqual({ total: 7, pages: 2 });
    expect(metaOf({ total: 7, at: new Date(0), half: 0.5 })).toEqual({
      total: 7,
      at: "1970-01-01T00:00:00.000Z",
      half: 0.5,
    });
    expect(metaOf({})).toEqual({});
    expect(metaOf(Object.create({ inherited: 1 }))).toEqual({});
    expect(() => metaOf({ trestle: 1 })).toThrow(new TypeError("respond: meta.trestle is reserved. Use another name."));
  });

  test("escapes what links and meta hold", () => {
    const parts = { links: { 'a"b': 'http://x/?"\n' }, meta: { 'c"d': "\u0000" } };
    expect(writeDocument(library, "people", null, parts)).toMatchObject(parts);
  });
});
