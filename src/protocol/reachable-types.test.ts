import { describe, expect, test } from "vitest";
import { articles, blog, categories, operationSpec, resourceMap, users } from "./fixtures/specs.js";
import { includedTypes, primaryResources, reachableTypes, targetsOf } from "./reachable-types.js";

const related = { kind: "getRelated", relationship: "author" } as const;

describe("what an operation answers with", () => {
  test("is its resource, and of a related operation the target", () => {
    expect(primaryResources(operationSpec(articles, { kind: "getOne" }), blog)).toEqual([articles]);
    expect(
      primaryResources(operationSpec(articles, { kind: "editRelationship", relationship: "author" }), blog),
    ).toEqual([articles]);
    for (const kind of ["getRelated", "getRelationship"] as const)
      expect(primaryResources(operationSpec(articles, { kind, relationship: "author" }), blog)).toEqual([users]);
  });

  test("is found where the router has it", () => {
    expect(targetsOf(articles, "categories", blog)).toEqual([categories]);
    expect(() => targetsOf(articles, "author", resourceMap(articles))).toThrow(
      new TypeError('"articles.author" has no target in this router.'),
    );
    expect(targetsOf(articles, "nope", blog)).toEqual([]);
  });
});

describe("what an operation's includes reach", () => {
  const include = ["author__articles__categories", "categories"];

  test("is each type once, from the primary resource on", () => {
    const list = operationSpec(articles, { kind: "getMany" }, { include });
    expect(includedTypes(list, blog)).toEqual([users, articles, categories]);
    expect(reachableTypes(list, blog)).toEqual([articles, users, categories]);
    expect(includedTypes(operationSpec(articles, related, { include: ["articles"] }), blog)).toEqual([articles]);
    expect(reachableTypes(operationSpec(articles, related, { include: ["articles"] }), blog)).toEqual([
      users,
      articles,
    ]);
  });

  test("is nothing without includes", () => {
    expect(includedTypes(operationSpec(articles, { kind: "getMany" }), blog)).toEqual([]);
    expect(reachableTypes(operationSpec(articles, related), blog)).toEqual([users]);
  });
});
