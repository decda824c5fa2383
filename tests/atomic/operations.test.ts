import { describe, expect, test } from "vitest";
import { describeServers } from "../support/serve.js";
import { BEDS, open } from "./bed.js";
import { ATOMIC, ATOMIC_TYPE } from "../support/media-type.js";

describeServers("a batch", (serve) => {
  describe.each(BEDS)("on %s", (_, openBed) => {
    test("adds, updates and removes in one transaction", async () => {
      const { post, count } = await open(serve, openBed);
      const { status, headers, body } = await post([
        { op: "add", data: { type: "people", lid: "bob", attributes: { name: "bob" } } },
        {
          op: "add",
          data: {
            type: "articles",
            lid: "a",
            attributes: { title: "Second" },
            relationships: { author: { data: { type: "people", lid: "bob" } } },
          },
        },
        { op: "update", data: { type: "articles", lid: "a", attributes: { title: "Third" } } },
        {
          op: "update",
          ref: { type: "articles", id: "1", relationship: "author" },
          data: { type: "people", lid: "bob" },
        },
        { op: "remove", ref: { type: "people", id: "1" } },
      ]);
      expect(body.errors).toBeUndefined();
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(ATOMIC_TYPE);
      expect(headers.get("trestle-affects")).toBe("articles,tags");
      expect(headers.get("location")).toBeNull();
      expect(headers.get("etag")).toBeNull();
      const { jsonapi, "atomic:results": results } = body;
      expect(jsonapi).toEqual({ version: "1.1", ext: [ATOMIC] });
      expect(results).toHaveLength(5);
      expect(results[0].data).toMatchObject({ type: "people", id: "2", attributes: { name: "bob" } });
      expect(results[1].data.relationships.author.data).toEqual({ type: "people", id: "2" });
      expect(results[2].data).toMatchObject({ id: "2", attributes: { title: "Third", version: 2 } });
      expect(results.slice(3)).toEqual([{}, {}]);
      expect(await count()).toEqual({ people: 1, articles: 2, tags: 2 });
    });

    test("undoes everything if an operation fails", async () => {
      const { post, count, send } = await open(serve, openBed);
      const before = await count();
      const { status, body } = await post([
        { op: "add", data: { type: "people", attributes: { name: "bob" } } },
        {
          op: "update",
          ref: { type: "articles", id: "1" },
          data: { type: "articles", id: "1", attributes: { title: "x" } },
        },
        { op: "add", data: { type: "people", attributes: { name: "ann" } } },
      ]);
      expect(status).toBe(409);
      expect(body.errors).toEqual([
        expect.objectContaining({
          status: "409",
          source: { pointer: "/atomic:operations/2/data/attributes/name" },
          meta: expect.objectContaining({ operation: 2 }),
        }),
      ]);
      expect(await count()).toEqual(before);
      expect((await send("GET", "articles/1")).body.data.attributes).toMatchObject({ title: "First", version: 1 });
    });
  });
});
