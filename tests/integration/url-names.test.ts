import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";
import { api } from "../support/newsroom/api.js";

describe("URL names", () => {
  test("name the paths below the mount point", () => {
    expect(api.url("articles__collection")).toBe("/articles");
    expect(api.url("articles__item", { id: 1 })).toBe("/articles/1");
    expect(api.url("articles__author__related", { id: 1 })).toBe("/articles/1/author");
    expect(api.url("articles__author__relationship", { id: 1 })).toBe("/articles/1/relationship/author");
    expect(api.url("articles__categories__relationship", { id: "1" })).toBe("/articles/1/relationship/categories");
    expect(api.url("articles__rpc__publish", { id: 1 })).toBe("/articles/1/publish");
    expect(api.url("tags__item", { id: "a/b?c#d ü" })).toBe("/tags/a%2Fb%3Fc%23d%20%C3%BC");
    expect(api.url("files__tags__relationship", { id: "x" })).toBe("/files/x/relationship/tags");
  });

  test("a name under which nothing is registered does not compile, and throws a sentence", () => {
    // @ts-expect-error: no such relationship
    expect(() => api.url("articles__editor__related", { id: 1 })).toThrow('no URL is called "articles__editor');
    // @ts-expect-error: files have no related endpoint for tags
    expect(() => api.url("files__tags__related", { id: 1 })).toThrow("no URL is called");
    // @ts-expect-error: an id is missing
    expect(() => api.url("articles__item")).toThrow("needs { id }");
  });
});

describeAdapters("links", (newsroom) => {
  test("every link of every document leads to a document, and self to the very same", async () => {
    const start = [
      "/api/articles",
      "/api/articles/1?include=author.articles,categories",
      "/api/users?filter%5Busername%5D%5Bcontains%5D=",
      "/api/categories",
      "/api/tags",
      "/api/files?include=owner,tags,previous",
    ];
    const seen = new Set<string>();
    const queue = [...start];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, document } = await newsroom.send(`GET ${path.slice("/api".length)}`);
      expect([path, status]).toEqual([path, 200]);
      expect(document.links.self).toBe(path);
      queue.push(...linksIn(document));
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  test("self and related stand exactly where the operation is registered", async () => {
    const { data } = await newsroom.send("GET /files?include=");
    const path = `/api/files/${data[0].id}`;
    expect(data[0].links).toEqual({ self: path });
    expect(data[0].relationships).toEqual({
      owner: {
        data: { type: "users", id: "1" },
        links: { self: `${path}/relationship/owner`, related: `${path}/owner` },
      },
      previous: {
        data: { type: "files", id: data[1].id },
        links: { self: `${path}/relationship/previous`, related: `${path}/previous` },
      },
      tags: { data: expect.any(Array), links: { self: `${path}/relationship/tags` } },
    });
    const named = await newsroom.send("GET /constructor");
    expect(named.data[0].relationships.valueOf).toEqual({ data: expect.any(Array) });
  });
});

function linksIn(value: Json): string[] {
  if (value === null || typeof value !== "object") return [];
  const own = Object.values<Json>(value.links ?? {}).filter((link) => typeof link === "string" && link.startsWith("/"));
  return [...own, ...Object.values(value).flatMap(linksIn)];
}
