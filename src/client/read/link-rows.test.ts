import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document, ResourceObject } from "../send/document.js";
import { join } from "./link-rows.js";

const user = {
  type: "users",
  id: "7",
  attributes: { username: "ann" },
  relationships: { articles: { data: [{ type: "articles", id: "1" }] } },
};
const article = {
  type: "articles",
  id: "1",
  attributes: { title: "One" },
  relationships: {
    author: { data: { type: "users", id: "7", meta: {} } },
    tags: { links: {} },
    editor: { data: null },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: any tree that the test wrote
type Tree = any;

describe("join", () => {
  test("what is not included is its identifier, also where the document holds it", () => {
    expect(join({ data: article, included: [user] } as Document, [])).toEqual({
      type: "articles",
      id: "1",
      title: "One",
      author: { type: "users", id: "7" },
      editor: null,
    });
  });

  test("what is included is the resource, no deeper than was asked for", () => {
    expect(join({ data: article, included: [user] } as Document, ["author"])).toMatchObject({
      author: { type: "users", id: "7", username: "ann", articles: [{ type: "articles", id: "1" }] },
    });
  });

  test("primary data can be included, and two resources that refer to each other make no cycle", () => {
    const joined = join({ data: [article], included: [user] } as Document, ["author__articles__author"]);
    expect(JSON.parse(JSON.stringify(joined))).toEqual(joined);
    expect(joined).toMatchObject([{ author: { articles: [{ title: "One", author: { username: "ann" } }] } }]);
  });

  test("the same resource below the same remaining paths is one object", () => {
    const other = { ...article, id: "2" };
    const [one, two] = join({ data: [article, other], included: [user] } as Document, [
      "author__articles__author",
    ]) as Tree[];
    expect(one.author).toBe(two.author);
    expect(one.author).not.toBe(one.author.articles[0].author);
    const leaf = join({ data: article, included: [user] } as Document, ["author", "editor"]) as Tree;
    expect(leaf.author.username).toBe("ann");
  });

  test("type and id come first, and harmful names do no harm", () => {
    const attributes = JSON.parse('{"__proto__": {"polluted": true}, "constructor": "c"}');
    const relationships = JSON.parse('{"__proto__": {"data": {"type": "users", "id": "7"}}}');
    const joined = join({ data: { type: "x", id: "1", attributes, relationships } }, []) as Tree;
    expect(Object.keys(joined)).toEqual(["type", "id", "__proto__", "constructor"]);
    expect(Object.getPrototypeOf(joined)).toBe(Object.prototype);
    expect(joined.polluted).toBeUndefined();
    const related = join({ data: { type: "x", id: "1", relationships } }, []) as Tree;
    expect(Object.getPrototypeOf(related)).toBe(Object.prototype);
  });

  test("@-members are not fields, with any value", () => {
    const attributes = { "@context": "x", title: "One", "a@b": 1 };
    const relationships = { "@rel": { data: 5 }, author: { data: null } };
    const document = { data: { type: "x", id: "1", attributes, relationships } } as unknown as Document;
    expect(join(document, ["@rel"])).toEqual({ type: "x", id: "1", title: "One", "a@b": 1, author: null });
    expect(attributes["@context"]).toBe("x");
  });

  test("null is null, and an empty list is an empty list", () => {
    expect(join({ data: null }, [])).toBeNull();
    expect(join({ data: [], included: [] }, ["author"])).toEqual([]);
  });

  test.each([
    ["no data", {}],
    ["data that is text", { data: "x" }],
    ["an element that is none", { data: [null] }],
    ["an id that is a number", { data: { type: "x", id: 1 } }],
    ["linkage that is none", { data: { type: "x", id: "1", relationships: { a: { data: [5] } } } }],
  ])("%s is malformed", (_name, document) => {
    expect(() => join(document as unknown as Document, [])).toThrow(/^(it has|it holds|its|a resource has)/);
  });

  test.each([["author"], []])("included that is not a list is malformed", (...include) => {
    const document = { data: [], included: {} } as unknown as Document;
    expect(() => join(document, include)).toThrow();
  });

  test.each<[why: string, document: unknown, include?: string[]]>([
    ["it has no data", {}],
    ["a resource has no type or no id", { data: { type: 1, id: "1" } }],
    ["a resource has no type or no id", { data: [], included: [{ type: "a" }] }, ["x"]],
  ])("says why: %s", (why, document, include) => {
    expect(() => join(document as Document, include)).toThrow(why);
  });

  test("ignores a relationship without linkage, in any form", () => {
    const relationships = JSON.parse('{"a":null,"b":{},"c":{"links":{}}}');
    expect(join({ data: { type: "x", id: "1", relationships } }, ["a", "b"])).toEqual({ type: "x", id: "1" });
  });

  test("takes the last of two that are the same resource, which a document may not have", () => {
    const again = { ...user, attributes: { username: "bob" } };
    const document = { data: article, included: [user, again] } as Document;
    expect(join(document, ["author"])).toMatchObject({ author: { username: "bob" } });
  });

  test("gives values back the types that the document names, of all of a type and of one", () => {
    const at = "1970-01-01T00:00:00.000Z";
    const resource = (id: string) => ({ type: "x", id, attributes: { at, any: at, plain: at } });
    const rich = { x: { at: ["Date"], missing: ["Date"] } };
    const values = { x: { "2": { any: ["Date"] } } };
    const read = (trestle: object) => join({ data: [resource("1"), resource("2")], meta: { trestle } } as Document, []);
    const one = { type: "x", id: "1", at, any: at, plain: at };
    const two = { ...one, id: "2" };
    expect(read({ rich })).toEqual([
      { ...one, at: new Date(0) },
      { ...two, at: new Date(0) },
    ]);
    expect(read({ values })).toEqual([one, { ...two, any: new Date(0) }]);
    expect(read({})).toEqual([one, two]);
  });

  test("an include that the document lacks is malformed, not a lie", () => {
    expect(() => join({ data: article } as Document, ["author"])).toThrow(
      /it does not include the users 7 of "author"/,
    );
  });

  const ids = fc.constantFrom("1", "2", "3");
  const identifier = fc.record({ type: fc.constantFrom("a", "b"), id: ids });
  const linkage = fc.oneof(identifier, fc.array(identifier, { maxLength: 3 }), fc.constant(null));
  const relationships = fc.dictionary(fc.constantFrom("one", "two"), fc.record({ data: linkage }));
  const world = fc.record(Object.fromEntries(["a1", "a2", "a3", "b1", "b2", "b3"].map((key) => [key, relationships])));
  const segment = fc.constantFrom("one", "two");
  const paths = fc.array(
    fc.array(segment, { minLength: 1, maxLength: 3 }).map((path) => path.join("__")),
    { maxLength: 3 },
  );

  test("any document joins as the plainest reading of the rules does", () => {
    fc.assert(
      fc.property(world, paths, fc.boolean(), (world, include, many) => {
        const resources: ResourceObject[] = Object.entries(world).map(([key, relationships]) => ({
          type: key[0]!,
          id: key[1]!,
          attributes: { name: key },
          relationships,
        }));
        const document = {
          data: many ? resources.slice(0, 3) : resources[0]!,
          included: many ? resources.slice(3) : resources.slice(1),
        };
        const naive = (resource: ResourceObject, below: string[]): object => ({
          type: resource.type,
          id: resource.id,
          ...resource.attributes,
          ...Object.fromEntries(
            Object.entries(resource.relationships ?? {}).map(([name, { data }]) => {
              const asked = below.filter((path) => path === name || path.startsWith(`${name}__`));
              const one = (to: { type: string; id: string }) =>
                asked.length === 0
                  ? { type: to.type, id: to.id }
                  : naive(
                      resources.find(({ type, id }) => type === to.type && id === to.id)!,
                      asked.filter((path) => path !== name).map((path) => path.slice(name.length + 2)),
                    );
              return [name, Array.isArray(data) ? data.map(one) : data && one(data as ResourceObject)];
            }),
          ),
        });
        const { data } = document;
        expect(join(document, include)).toEqual(
          Array.isArray(data)
            ? data.map((resource) => naive(resource, include))
            : naive(data as ResourceObject, include),
        );
      }),
      { numRuns: 300 },
    );
  });
});
