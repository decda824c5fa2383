import { expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { FILE_ID } from "../support/newsroom/store.js";

const identifiers = (type: string, ...ids: (number | string)[]) => ids.map((id) => ({ type, id: `${id}` }));

describeAdapters("changing relationships", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const categories = () => newsroom.store.articles.get(1)?.categories;
  const path = "/articles/1/relationship/categories";

  test("edit relationship takes one identifier, and answers 204; the handler gets the id as declared", async () => {
    const body = { data: { type: "users", id: "3" } };
    expect((await send("PATCH /articles/1/relationship/author", { body })).status).toBe(204);
    expect(newsroom.store.last).toMatchObject({ id: 1, related: 3 });
    expect((await send("GET /articles/1/relationship/author")).data).toEqual({ type: "users", id: "3" });
  });

  test("edit relationship takes null where the relationship may be empty, and refuses it elsewhere", async () => {
    expect((await send("PATCH /articles/1/relationship/author", { body: { data: null } })).status).toBe(204);
    expect(newsroom.store.articles.get(1)?.author).toBeNull();
    const { status, errors } = await send(`PATCH /files/${FILE_ID}/relationship/owner`, { body: { data: null } });
    expect([status, errors[0].code, errors[0].source]).toEqual([422, "invalid_type", { pointer: "/data" }]);
  });

  test("add takes a list of identifiers and answers 204, even if one was already a member", async () => {
    const body = { data: identifiers("categories", 1, 2, 3, 2) };
    expect((await send(`POST ${path}`, { body })).status).toBe(204);
    expect(newsroom.store.last).toMatchObject({ id: 1, related: [1, 2, 3] });
    expect(categories()).toEqual([1, 2, 3]);
  });

  test("remove takes a list of identifiers and answers 204, even if one was not a member", async () => {
    const body = { data: identifiers("categories", 1, 5) };
    expect((await send(`DELETE ${path}`, { body })).status).toBe(204);
    expect(newsroom.store.last).toMatchObject({ id: 1, related: [1, 5] });
    expect(categories()).toEqual([]);
  });

  test("reset replaces all, and answers 204", async () => {
    const body = { data: identifiers("categories", 4, 5) };
    expect((await send(`PATCH ${path}`, { body })).status).toBe(204);
    expect(categories()).toEqual([4, 5]);
    expect((await send(`PATCH ${path}`, { body: { data: [] } })).status).toBe(204);
    expect(categories()).toEqual([]);
  });

  test("string ids are coerced as declared", async () => {
    const body = { data: identifiers("tags", "grün", "__proto__") };
    expect((await send(`POST /files/${FILE_ID}/relationship/tags`, { body })).status).toBe(204);
    expect(newsroom.store.files.get(FILE_ID)?.tags).toEqual(["blue", "a/b?c#d", "grün", "__proto__"]);
  });

  test("a related resource, or a parent, that does not exist is a 404, and nothing is written", async () => {
    const body = { data: identifiers("categories", 2, 99) };
    for (const method of ["POST", "PATCH", "DELETE"]) {
      expect((await send(`${method} ${path}`, { body })).status).toBe(404);
      expect((await send(`${method} /articles/99/relationship/categories`, { body: { data: [] } })).status).toBe(404);
    }
    const author = { body: { data: { type: "users", id: "99" } } };
    expect((await send("PATCH /articles/1/relationship/author", author)).status).toBe(404);
    expect(categories()).toEqual([1]);
    expect(newsroom.store.articles.get(1)?.author).toBe(1);
  });

  test("an update that a declared relationship does not support is a 403", async () => {
    for (const [method, unsupported] of [
      ["POST", "/articles/1/relationship/author"],
      ["DELETE", "/articles/1/relationship/author"],
      ["PATCH", `/files/${FILE_ID}/relationship/tags`],
      ["DELETE", `/files/${FILE_ID}/relationship/tags`],
      ["PATCH", "/users/1/relationship/articles"],
      ["PATCH", "/faults/x/relationship/user"],
    ]) {
      const { status, errors } = await send(`${method} ${unsupported}`, { body: { data: [] } });
      expect([method, unsupported, status]).toEqual([method, unsupported, 403]);
      expect(errors[0].code).toBe("relationship_update_not_allowed");
    }
    expect((await send("PATCH /articles/1/relationship/nope", { body: { data: null } })).status).toBe(404);
    expect((await send("PUT /articles/1/relationship/author", { body: { data: null } })).status).toBe(405);
  });

  test.each<[string, unknown, number, string, string]>([
    ["PATCH author", {}, 400, "invalid_document", ""],
    ["PATCH author", { data: [] }, 422, "invalid_type", "/data"],
    ["PATCH author", { data: { type: "articles", id: "1" } }, 409, "type_mismatch", "/data/type"],
    ["PATCH author", { data: { type: "users", id: "one" } }, 422, "invalid_id", "/data/id"],
    ["PATCH author", { data: { type: "users" } }, 422, "invalid_type", "/data"],
    ["PATCH author", { data: 7 }, 422, "invalid_type", "/data"],
    ["POST categories", { data: { type: "categories", id: "1" } }, 422, "invalid_type", "/data"],
    ["POST categories", { data: null }, 422, "invalid_type", "/data"],
    ["POST categories", { data: [{ type: "users", id: "1" }] }, 409, "type_mismatch", "/data/0/type"],
    ["DELETE categories", { data: ["1"] }, 422, "invalid_type", "/data/0"],
    ["PATCH categories", { data: [{ type: "categories", id: 1 }] }, 422, "invalid_id", "/data/0/id"],
  ])("%s with %j is a %i", async (request, body, expected, code, pointer) => {
    const [method, name] = request.split(" ");
    const { status, errors } = await send(`${method} /articles/1/relationship/${name}`, { body });
    expect([status, errors[0].code, errors[0].source]).toEqual([expected, code, { pointer }]);
    expect(newsroom.store.calls).toEqual([]);
  });
});
