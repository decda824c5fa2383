import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listQuery } from "../fixtures/specs.js";
import type { IncludeNode } from "../../wire/include-path.js";

const DECLARED = ["author__articles", "categories"];
const query = listQuery({ include: DECLARED });

/** A tree as the sorted paths that lead to its nodes. */
function pathsOf(node: IncludeNode | undefined, prefix = ""): string[] {
  return [...(node?.children ?? [])].flatMap(([name, child]) => [
    `${prefix}${name}`,
    ...pathsOf(child, `${prefix}${name}.`),
  ]);
}

function details(text: string): string[] {
  return query.read(text).errors.map(({ detail }) => detail);
}

describe("include", () => {
  test("is a flag a declared path, and their prefixes", () => {
    const { query: read, errors } = query.read("include=author.articles");
    expect(errors).toEqual([]);
    expect(read.include).toEqual({ author: true, author__articles: true, categories: false });
    expect(pathsOf(read.includeTree)).toEqual(["author", "author.articles"]);
  });

  test("is all false and no tree where it is absent", () => {
    const { query: read } = query.read("");
    expect(read.include).toEqual({ author: false, author__articles: false, categories: false });
    expect(read.includeTree).toBeUndefined();
  });

  test("is an empty tree where it is empty: included then is there, and empty", () => {
    for (const text of ["include=", "include"]) {
      const { query: read, errors } = query.read(text);
      expect(errors).toEqual([]);
      expect(read.includeTree?.children.size).toBe(0);
    }
  });

  test("joins any of the declared paths, in any order and however often", () => {
    const paths = ["author", "author.articles", "categories"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...paths), { minLength: 1, maxLength: 10 }), (asked) => {
        const { query: read, errors } = query.read(`include=${asked.join(",")}`);
        const expected = new Set(asked.flatMap((path) => (path === "author.articles" ? ["author", path] : [path])));
        expect(errors).toEqual([]);
        expect(new Set(pathsOf(read.includeTree))).toEqual(expected);
        for (const path of paths) expect(read.include[path.replaceAll(".", "__")]).toBe(expected.has(path));
      }),
    );
  });

  test("means the same the second time, when its meaning is known", () => {
    const first = query.read("include=categories").query;
    expect(query.read("include=categories").query).toEqual(first);
    expect(() => Object.assign(first.include, { author: true })).toThrow(TypeError); // one object serves many requests
    expect(query.read("include=categories").query.include.author).toBe(false);
  });

  test("bounds what it remembers, and still means the same", () => {
    for (let count = 1; count <= 32; count++) {
      for (const path of ["author", "categories", "author.articles", "categories,author"]) {
        const text = `include=${Array.from({ length: Math.min(count, 16) }, () => path).join(",")}`;
        expect(query.read(text).errors).toEqual([]);
      }
    }
  });

  test.each([
    ["include=authr", 'include does not allow "authr". Did you mean "author"?'],
    [
      "include=nothingalike",
      'include does not allow "nothingalike". It allows "author", "author.articles" or "categories".',
    ],
    ["include=author__articles", 'include does not allow "author__articles". Did you mean "author.articles"?'],
    ["include=categories.articles", 'include does not allow "categories.articles"'],
    ["include=author,", 'include does not allow ""'],
    ["include=author%20", 'include does not allow "author ". Did you mean "author"?'],
    ["include=__proto__", 'include does not allow "__proto__"'],
    ["include=constructor", 'include does not allow "constructor"'],
    ["include=toString.prototype", 'include does not allow "toString.prototype"'],
    ["include=author.__proto__", 'include does not allow "author.__proto__"'],
  ])("refuses %s", (text, sentence) => {
    const { query: read, errors } = query.read(text);
    expect(errors).toMatchObject([{ status: 400, code: "invalid_parameter", source: { parameter: "include" } }]);
    expect(errors[0]?.detail).toContain(sentence);
    expect(read.includeTree).toBeUndefined();
  });

  test("tells every path that it refuses", () => {
    expect(details("include=authr,categories,categoris")).toEqual([
      'include does not allow "authr". Did you mean "author"?',
      'include does not allow "categoris". Did you mean "categories"?',
    ]);
  });

  test("starts from the declared paths, each of them false", () => {
    expect(listQuery({ include: ["author__articles"] }).read("").query.include).toEqual({
      author: false,
      author__articles: false,
    });
  });

  test("is refused where nothing may be included, also when it asks for nothing", () => {
    expect(listQuery({}).read("include=").errors).toMatchObject([
      { code: "invalid_parameter", detail: "include is not supported by this operation." },
    ]);
  });

  test("says so where nothing may be included", () => {
    expect(listQuery({}).read("include=author").errors[0]?.detail).toBe(
      'include does not allow "author". This operation does not support include.',
    );
  });

  test("bounds the number of paths", () => {
    const few = listQuery({ include: DECLARED }, { includes: 2 });
    expect(few.read("include=author,categories").errors).toEqual([]);
    expect(few.read("include=author,author,author").errors).toMatchObject([
      { detail: "include has 3 paths; at most 2 are allowed." },
    ]);
  });

  test("bounds the depth of a path", () => {
    const shallow = listQuery({ include: DECLARED }, { includeDepth: 1 });
    expect(shallow.read("include=author").errors).toEqual([]);
    expect(shallow.read("include=author.articles").errors).toMatchObject([
      { detail: 'include: "author.articles" has 2 relationships; at most 1 are allowed.' },
    ]);
  });
});
