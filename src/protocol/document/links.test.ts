import { describe, expect, test } from "vitest";
import { articles, operationSpec } from "../fixtures/specs.js";
import { ResourceLinks } from "./links.js";

describe("ResourceLinks", () => {
  test("knows what is registered, and nothing else", () => {
    const links = new ResourceLinks("/api/articles", [
      operationSpec(articles, { kind: "getOne" }),
      operationSpec(articles, { kind: "getRelated", relationship: "author" }),
      operationSpec(articles, { kind: "getRelationship", relationship: "categories" }),
      operationSpec(articles, { kind: "rpc", action: "publish" }),
    ]);
    expect(links.hasSelf).toBe(true);
    expect(links.hasRelated("author")).toBe(true);
    expect(links.hasRelated("categories")).toBe(false);
    expect(links.hasRelationship("categories")).toBe(true);
    expect(links.hasRelationship("author")).toBe(false);
    expect(links.base).toBe("/api/articles");
  });

  test("writes no link to what is not there", () => {
    const links = new ResourceLinks("/articles", [operationSpec(articles, { kind: "deleteOne" })]);
    expect(links.hasSelf).toBe(false);
  });

  test("encodes names", () => {
    const links = new ResourceLinks("/articles", []);
    expect(links.related("1", "café")).toBe("/articles/1/caf%C3%A9");
    expect(links.relationship("1", "a b")).toBe("/articles/1/relationship/a%20b");
  });
});
