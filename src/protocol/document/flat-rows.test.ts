import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldSets, library, libraryOperations, pathsFrom, primaries, worlds } from "../fixtures/library.js";
import { kinds } from "../fixtures/kinds.js";
import { naiveRows } from "../fixtures/naive-document.js";
import { resourceMap, resourceSpec } from "../fixtures/specs.js";
import { writeDocument, writersOf } from "../fixtures/writers.js";
import { type IncludeNode, includeTree } from "../../wire/include-path.js";
import { DocumentWriter, type PlainParts } from "./document-writer.js";

interface ResourceObject {
  readonly type: string;
  readonly id: string;
  readonly attributes?: object;
  readonly relationships?: Readonly<Record<string, { readonly data?: Data }>>;
}
type Data = ResourceObject | readonly ResourceObject[] | null;

/** Plain JSON as a reader of the document makes it: the row of each linkage that a path of the tree leads to, else its id. */
function readingOf(
  { data, included = [] }: { readonly data: Data; readonly included?: readonly ResourceObject[] },
  tree: IncludeNode,
) {
  const known = new Map([data ?? [], included].flat().map((each) => [`${each.type} ${each.id}`, each]));
  const row = ({ id, attributes, relationships = {} }: ResourceObject, node: IncludeNode): object => ({
    id,
    ...attributes,
    ...Object.fromEntries(
      Object.entries(relationships).flatMap(([name, { data: linked }]) => {
        const child = node.children.get(name);
        const one = (identifier: ResourceObject) =>
          child === undefined ? identifier.id : row(known.get(`${identifier.type} ${identifier.id}`)!, child);
        if (linked === undefined) return [];
        return [
          [name, linked === null ? null : Array.isArray(linked) ? linked.map(one) : one(linked as ResourceObject)],
        ];
      }),
    ),
  });
  return Array.isArray(data)
    ? { data: data.map((each) => row(each, tree)) }
    : data && row(data as ResourceObject, tree);
}

function writePlain(resources: typeof library, type: string, data: unknown, parts: Partial<PlainParts> = {}) {
  const writers = writersOf(
    resources,
    libraryOperations.filter(({ info }) => resources.has(info.type)),
  );
  const nothing = {
    links: {},
    meta: undefined,
    total: undefined,
    includeTree: undefined,
    included: undefined,
    fields: {},
  };
  return JSON.parse(new DocumentWriter(writers.get(type)!, writers).writePlain(data, { ...nothing, ...parts }));
}

const requests = primaries.chain(([type, ids]) =>
  fc.record({
    type: fc.constant(type),
    ids: fc.constant(ids),
    tree: pathsFrom(type).map(includeTree),
    world: worlds,
    choices: fc.array(fc.nat(1), { minLength: 1, maxLength: 30 }),
  }),
);

describe("plain JSON", () => {
  test("is what a reader of the document makes of it", () => {
    fc.assert(
      fc.property(requests, fieldSets, fc.boolean(), ({ type, ids, tree, world, choices }, fields, isList) => {
        const { rows, beside } = naiveRows(world, type, ids, tree, choices);
        const parts = { includeTree: tree.children.size === 0 ? undefined : tree, included: beside, fields };
        const data = isList ? [...rows, ...rows.slice(0, 1)] : (rows[0] ?? null);
        const written = writePlain(library, type, data, parts);
        expect(written).toEqual(readingOf(writeDocument(library, type, data, parts, libraryOperations), tree));
        expect(JSON.stringify(written)).not.toContain("SECRET");
      }),
      { numRuns: 500 },
    );
  });

  test("has the values of every schema as the document has them", () => {
    const rows = fc.array(
      kinds.chain((kind) => kind.samples.map(({ value }) => ({ kind, value }))),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(rows, fc.string({ minLength: 1 }), (all, id) => {
        const attributes = Object.fromEntries(all.map(({ kind }, index) => [`a${index}`, kind.schema]));
        const things = resourceSpec("things", { attributes });
        const row = {
          id: 7,
          undeclared: id,
          ...Object.fromEntries(all.map(({ value }, index) => [`a${index}`, value])),
        };
        const document = writeDocument(resourceMap(things), "things", row);
        expect(writePlain(resourceMap(things), "things", row)).toEqual({ id: "7", ...document.data.attributes });
      }),
      { numRuns: 300 },
    );
  });
});
