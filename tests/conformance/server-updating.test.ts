import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";

const identifier = { type: "articles", id: "1" };

describeAdapters("updating and deleting", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const edit = (data: unknown, line = "PATCH /articles/1") => send(line, { body: { data } });
  const row = () => newsroom.store.articles.get(1);

  proves(
    ["update-patch-resource", "update-patch-resource-members"],
    "an edit takes one resource object with type and id, and refuses anything else",
    async () => {
      expect((await edit(identifier)).status).toBe(200);
      for (const data of [null, [], [identifier], "1", { type: "articles" }, { id: "1" }, { ...identifier, id: 1 }])
        expect([data, (await edit(data)).status]).toEqual([data, 400]);
      expect((await send("PATCH /articles/1", { body: {} })).status).toBe(400);
    },
  );

  proves(
    ["update-interpret-resource-attributes", "update-interpret-resource-relationships"],
    "what an edit leaves out stays as it is, attributes and relationships, defaults and all",
    async () => {
      const before = row();
      await edit({ ...identifier, attributes: { title: "Edited" } });
      expect(row()).toEqual({ ...before, title: "Edited" });
      await edit({ ...identifier, relationships: { author: { data: { type: "users", id: "3" } } } });
      expect(row()).toEqual({ ...before, title: "Edited", author: 3 });
      await edit({ ...identifier, attributes: {}, relationships: {} });
      expect(row()).toEqual({ ...before, title: "Edited", author: 3 });
    },
  );

  proves(
    ["update-resource-relationship-value"],
    "a relationship in an edit is replaced by its data, and left alone without any",
    async () => {
      await edit({ ...identifier, relationships: { author: { data: null } } });
      expect(row()?.author).toBeNull();
      await edit({ ...identifier, relationships: { author: { data: { type: "users", id: "2" } } } });
      await edit({ ...identifier, relationships: { author: { meta: {} } } });
      expect(row()?.author).toBe(2);
      for (const author of ["2", null, [], { data: "2" }, { data: [] }]) {
        expect((await edit({ ...identifier, relationships: { author } })).status).toBeGreaterThanOrEqual(400);
      }
      expect(row()?.author).toBe(2);
    },
  );

  proves(
    ["update-resource-200-status", "update-resource-204-status"],
    "the response to an edit is a 200 with the resource as a GET returns it, even if other fields changed",
    async () => {
      const answer = await edit({ ...identifier, attributes: { title: "Edited" } }, "PATCH /articles/1?include=author");
      expect(answer.status).toBe(200);
      const { document } = await send("GET /articles/1?include=author");
      expect(answer.document).toEqual(document);
    },
  );

  proves(["update-resource-403-status"], "an edit of what cannot be edited is a 403", async () => {
    expect((await edit({ type: "users", id: "1" }, "PATCH /users/1")).status).toBe(403);
    expect((await edit({ type: "categories", id: "1" }, "PATCH /categories/1")).status).toBe(403);
    expect((await edit(null, "PATCH /faults/x/relationship/user")).status).toBe(403);
  });

  proves(
    ["update-resource-404-status", "update-resource-404-related"],
    "an edit of nothing, or to something related that does not exist, is a 404",
    async () => {
      expect((await edit({ ...identifier, id: "99" }, "PATCH /articles/99")).status).toBe(404);
      const author = { data: { type: "users", id: "99" } };
      expect((await edit({ ...identifier, attributes: { title: "x" }, relationships: { author } })).status).toBe(404);
      expect(row()).toMatchObject({ title: "Learning Zod 1", author: 1 });
    },
  );

  proves(
    ["update-resource-409-no-match", "update-resource-409-details"],
    "a type or an id that is not the URL's is a 409 that says which",
    async () => {
      const type = await edit({ ...identifier, type: "users" });
      expect([type.status, type.errors[0].source]).toEqual([409, { pointer: "/data/type" }]);
      const id = await edit({ ...identifier, id: "2" });
      expect([id.status, id.errors[0].source]).toEqual([409, { pointer: "/data/id" }]);
      expect(id.errors[0].detail).toMatch(/"2".*"1"/);
      const taken = await edit({ ...identifier, attributes: { title: "A quiet week 3" } });
      expect([taken.status, taken.errors[0].source]).toEqual([409, { pointer: "/data/attributes/title" }]);
      expect(row()?.title).toBe("Learning Zod 1");
    },
  );

  proves(["update-resource-http-semantics"], "the same edit twice is the same as once", async () => {
    const data = { ...identifier, attributes: { title: "Edited" }, relationships: { author: { data: null } } };
    const [one, other] = [await edit(data), await edit(data)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.document).toEqual(one.document);
  });

  proves(
    ["delete-204-status", "delete-404-status"],
    "a delete is a 204 without content, and of nothing a 404",
    async () => {
      const { status, text, headers } = await newsroom.raw("DELETE /articles/1");
      expect([status, text, headers["content-type"], row()]).toEqual([204, "", undefined, undefined]);
      expect((await send("DELETE /articles/1")).status).toBe(404);
      expect((await send("DELETE /articles/nope")).status).toBe(404);
    },
  );

  proves(["deleting-http-semantics"], "what cannot be deleted is a 405 that says what can be done", async () => {
    const { status, headers } = await send("DELETE /users/1");
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    expect(newsroom.store.users.has(1)).toBe(true);
  });
});
