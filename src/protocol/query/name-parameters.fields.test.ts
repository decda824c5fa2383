import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany } from "../../define/api/relationship.js";
import { articles, blog, listQuery, operationSpec, resourceMap, resourceSpec } from "../fixtures/specs.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { QueryParser } from "./query-parser.js";

const query = listQuery({ include: ["author__articles"] });

describe("fields", () => {
  test("is a set of names by type", () => {
    const { query: read, errors } = query.read("fields[articles]=title,author&fields%5Busers%5D=username");
    expect(errors).toEqual([]);
    expect(Object.entries(read.fields)).toEqual([
      ["articles", new Set(["title", "author"])],
      ["users", new Set(["username"])],
    ]);
  });

  test("round-trips every set of names", () => {
    fc.assert(
      fc.property(fc.subarray(["title", "content", "published", "created_at", "author", "categories"]), (names) => {
        const { query: read, errors } = query.read(`fields[articles]=${names.join(",")}`);
        expect(errors).toEqual([]);
        expect(read.fields.articles).toEqual(new Set(names));
      }),
    );
  });

  test("is an empty set where it is empty, and nothing where it is absent", () => {
    expect(query.read("fields[articles]=").query.fields.articles).toEqual(new Set());
    expect(Object.keys(query.read("").query.fields)).toEqual([]);
  });

  test("has no inherited members", () => {
    const { fields } = query.read("").query;
    expect(fields.constructor).toBeUndefined();
    expect(Reflect.get(fields, "__proto__")).toBeUndefined();
  });

  test.each([
    ["fields[articles]=titl", 'has no field "titl". Did you mean "title"?'],
    ["fields[articles]=nothingalike", 'has no field "nothingalike". Its fields are "title", "content"'],
    ["fields[articles]=id", 'has no field "id"'],
    ["fields[articles]=title,", 'has no field ""'],
    ["fields[articles]=title, content", 'has no field " content". Did you mean "content"?'],
    ["fields[articles]=__proto__", 'has no field "__proto__"'],
    ["fields[articles]=constructor", 'has no field "constructor"'],
    ["fields[articles]=toString", 'has no field "toString"'],
  ])("refuses %s", (text, sentence) => {
    const { errors } = query.read(text);
    expect(errors).toMatchObject([
      { status: 400, code: "invalid_parameter", source: { parameter: "fields[articles]" } },
    ]);
    expect(errors[0]?.detail).toContain(sentence);
  });

  test.each([
    ["fields[categories]", "a type that the includes do not reach"],
    ["fields[nothing]", "no type"],
    ["fields[__proto__]", "no type"],
    ["fields[constructor]", "no type"],
    ["fields[articles][title]", "no type"],
    ["fields[]", "no type"],
    ["fields", "no type"],
  ])("does not know %s: %s", (name) => {
    expect(query.read(`${name}=title`).errors).toMatchObject([
      { status: 400, code: "unknown_parameter", source: { parameter: name } },
    ]);
  });

  test("does not name what is write-only", () => {
    const accounts = resourceSpec("accounts", {
      attributes: { email: z.string(), password: z.string() },
      relationships: { secrets: toMany("accounts") },
      writeOnly: ["password", "secrets"],
    });
    const read = new QueryParser(
      operationSpec(accounts, { kind: "getMany" }),
      resourceMap(accounts),
      DEFAULT_LIMITS,
    ).read("fields[accounts]=email,password,secrets");
    expect(read.errors.map(({ detail }) => detail)).toEqual([
      '"accounts" has no field "password". Its fields are "email".',
      '"accounts" has no field "secrets".',
    ]);
  });

  test("is refused where sparse fieldsets are off", () => {
    const { errors } = listQuery({ sparse: false }).read("fields[articles]=title");
    expect(errors).toMatchObject([{ code: "unknown_parameter", source: { parameter: "fields[articles]" } }]);
    expect(errors[0]?.detail).toBe("articles.getMany does not support sparse fieldsets.");
  });

  test("is known to reads and writes that answer with a resource, and to no other kind", () => {
    const kinds = {
      getOne: 0,
      createOne: 0,
      editOne: 0,
      deleteOne: 1,
      getRelationship: 1,
      addToRelationship: 1,
    } as const;
    for (const [kind, expected] of Object.entries(kinds)) {
      const info = { kind: kind as keyof typeof kinds, relationship: "categories" };
      const compiled = new QueryParser(operationSpec(articles, info), blog, DEFAULT_LIMITS);
      expect(compiled.read("fields[articles]=title").errors, kind).toHaveLength(expected);
    }
  });

  test("of a related operation are the target's", () => {
    const operation = operationSpec(articles, { kind: "getRelated", relationship: "author" });
    const related = new QueryParser(operation, blog, DEFAULT_LIMITS);
    expect(related.read("fields[users]=username").errors).toEqual([]);
    expect(related.read("fields[articles]=title").errors).toHaveLength(1);
  });
});
