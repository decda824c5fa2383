import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import { FILE_ID } from "../support/newsroom/store.js";

const list = (...ids: number[]) => ids.map((id) => ({ type: "categories", id: `${id}` }));

describeAdapters("updating relationships", (newsroom) => {
  const one = (data: unknown) => newsroom.send("PATCH /articles/1/relationship/author", { body: { data } });
  const many = (method: string, data: unknown, path = "/articles/1/relationship/categories") =>
    newsroom.send(`${method} ${path}`, { body: { data } });
  const author = () => newsroom.store.articles.get(1)?.author;
  const categories = () => newsroom.store.articles.get(1)?.categories;

  proves(
    ["respond-patch-to-one-relationship-link", "patch-to-one-response"],
    "PATCH sets a to-one relationship, or empties it, and succeeds",
    async () => {
      expect([(await one({ type: "users", id: "3" })).status, author()]).toEqual([204, 3]);
      expect([(await one({ type: "users", id: "3" })).status, author()]).toEqual([204, 3]);
      expect([(await one(null)).status, author()]).toEqual([204, null]);
    },
  );

  proves(["patch-to-one-data-member"], "it takes data, an identifier or null, and refuses anything else", async () => {
    expect((await newsroom.send("PATCH /articles/1/relationship/author", { body: {} })).status).toBe(400);
    for (const data of ["3", 3, [], [{ type: "users", id: "3" }], { id: "3" }, { type: "users" }])
      expect([data, (await one(data)).status]).toEqual([data, 422]);
    expect((await one({ type: "articles", id: "3" })).status).toBe(409);
    expect(author()).toBe(1);
  });

  proves(
    ["respond-patch-post-delete-to-many-relationship-link", "patch-to-many-complete-replace"],
    "PATCH replaces every member of a to-many relationship, or fails and replaces none",
    async () => {
      expect([(await many("PATCH", list(4, 5))).status, categories()]).toEqual([204, [4, 5]]);
      expect([(await many("PATCH", list(3, 99))).status, categories()]).toEqual([404, [4, 5]]);
      expect([(await many("PATCH", [])).status, categories()]).toEqual([204, []]);
      expect((await many("PATCH", [], `/files/${FILE_ID}/relationship/tags`)).status).toBe(403);
      expect(newsroom.store.files.get(FILE_ID)?.tags).toHaveLength(2);
    },
  );

  proves(
    ["patch-post-delete-to-many-data-member"],
    "data is a list of identifiers, or empty; all else is refused",
    async () => {
      for (const method of ["PATCH", "POST", "DELETE"]) {
        expect((await newsroom.send(`${method} /articles/1/relationship/categories`, { body: {} })).status).toBe(400);
        for (const data of [null, "1", list(1)[0], ["1"], [1], [null], [{ type: "categories" }]])
          expect([method, data, (await many(method, data)).status]).toEqual([method, data, 422]);
        expect((await many(method, [{ type: "users", id: "1" }])).status).toBe(409);
        expect(categories()).toEqual([1]);
        expect((await many(method === "PATCH" ? "POST" : method, [])).status).toBe(204);
      }
      expect(categories()).toEqual([1]);
    },
  );

  proves(
    ["post-to-many-add", "post-to-many-add-again", "post-to-many-response"],
    "POST adds what is not there, adds nothing twice, and succeeds though all is there",
    async () => {
      expect([(await many("POST", list(1, 2, 2, 3))).status, categories()]).toEqual([204, [1, 2, 3]]);
      expect([(await many("POST", list(1, 2))).status, categories()]).toEqual([204, [1, 2, 3]]);
    },
  );

  proves(
    ["delete-to-many", "delete-to-many-success"],
    "DELETE removes members, and succeeds though they are not there",
    async () => {
      await many("PATCH", list(1, 2, 3));
      expect([(await many("DELETE", list(1, 3))).status, categories()]).toEqual([204, [2]]);
      expect([(await many("DELETE", list(1, 3))).status, categories()]).toEqual([204, [2]]);
      expect((await many("DELETE", list(1), `/files/${FILE_ID}/relationship/tags`)).status).toBe(403);
    },
  );

  proves(
    ["updating-relationship-204-status"],
    "an update that did what was asked is a 204 without content",
    async () => {
      for (const method of ["POST", "PATCH", "DELETE"]) {
        const sent = { body: { data: list(2) } };
        const { status, text } = await newsroom.raw(`${method} /articles/1/relationship/categories`, sent);
        expect([method, status, text]).toEqual([method, 204, ""]);
      }
    },
  );

  proves(
    ["updating-relationship-403-status", "update-relationship-http-semantics"],
    "an update that a relationship does not support is a 403, of one that is not there a 404, by another method a 405",
    async () => {
      for (const [method, path] of [
        ["POST", "/articles/1/relationship/author"],
        ["DELETE", "/articles/1/relationship/author"],
        ["PATCH", "/users/1/relationship/articles"],
        ["POST", "/users/1/relationship/articles"],
      ] as const)
        expect([method, path, (await many(method, [], path)).status]).toEqual([method, path, 403]);
      expect((await many("PATCH", [], "/articles/1/relationship/nope")).status).toBe(404);
      expect((await many("PATCH", [], "/articles/99/relationship/categories")).status).toBe(404);
      expect((await many("PUT", [])).headers.allow).toBe("POST, DELETE, PATCH, GET, HEAD");
    },
  );
});
