import { describe, expect, test } from "vitest";
import { readResource } from "../fixtures/read-resource.js";
import { problemsOf } from "../fixtures/refusal.js";

const UUID = "0190a8e0-7b6a-7c1e-8f3a-1b2c3d4e5f60";
const AUTHOR = { data: { type: "users", id: "7" } };
const PLAIN = { type: "articles", attributes: { title: "Zod" }, relationships: { author: AUTHOR } };

describe("a document, in both forms", () => {
  test("gives a create its fields, defaults filled in", async () => {
    const attributes = { title: "Zod", published: true, subtitle: null, at: "2026-01-31T00:00:00Z" };
    const categories = { data: [{ type: "categories", id: UUID }] };
    const plain = {
      type: "articles",
      attributes,
      relationships: { author: AUTHOR, editor: { data: null }, categories },
    };
    const fields = { ...attributes, author: 7, editor: null, categories: [UUID] };
    const expected = { ...fields, at: new Date("2026-01-31T00:00:00Z") };
    expect((await readResource("create", plain)).values).toEqual(expected);
    expect((await readResource("create", plain, true)).values).toEqual(expected);
    expect((await readResource("create", { type: "articles", "trestle:fields": fields }, true)).values).toEqual(
      expected,
    );
  });

  test("gives a create what absence means", async () => {
    const expected = {
      title: "Zod",
      author: 7,
      published: false,
      subtitle: undefined,
      at: undefined,
      editor: undefined,
      categories: [],
    };
    expect((await readResource("create", PLAIN)).values).toStrictEqual(expected);
    const extended = { type: "articles", "trestle:fields": { title: "Zod", author: "7" } };
    expect((await readResource("create", extended, true)).values).toStrictEqual(expected);
  });

  test("gives an edit what was sent, and no default", async () => {
    const plain = {
      type: "articles",
      id: "1",
      attributes: { subtitle: null },
      relationships: { editor: { data: null } },
    };
    expect((await readResource("edit", plain)).values).toStrictEqual({ subtitle: null, editor: null });
    const extended = { type: "articles", id: "1", "trestle:fields": { subtitle: null, editor: null } };
    expect((await readResource("edit", extended, true)).values).toStrictEqual({ subtitle: null, editor: null });
  });

  test("may hold @-Members, which are no fields", async () => {
    const plain = { type: "articles", id: "1", attributes: { "@context": 1 }, relationships: { "@graph": [] } };
    expect((await readResource("edit", plain)).values).toStrictEqual({});
    const extended = { type: "articles", id: "1", "trestle:fields": { "@context": 1, subtitle: null } };
    expect((await readResource("edit", extended, true)).values).toStrictEqual({ subtitle: null });
  });

  test("may hold a resource object's own members among its attributes, as flat clients send them back", async () => {
    const attributes = {
      type: "x",
      id: 7,
      lid: 1,
      links: { self: "/" },
      relationships: {},
      meta: null,
      subtitle: null,
    };
    expect((await readResource("edit", { type: "articles", id: "1", attributes })).values).toEqual({ subtitle: null });
    const extended = { type: "articles", id: "1", "trestle:fields": { links: {} } };
    expect(await problemsOf(() => readResource("edit", extended, true))).toHaveLength(1);
  });

  test("may leave an edit without any change", async () => {
    for (const members of [{}, { attributes: {} }, { relationships: {} }, { attributes: {}, relationships: {} }]) {
      expect((await readResource("edit", { type: "articles", id: "1", ...members })).values).toStrictEqual({});
    }
    expect((await readResource("edit", { type: "articles", id: "1", "trestle:fields": {} }, true)).values).toEqual({});
  });

  test("may hold what clients send back, and members that nobody knows", async () => {
    const attributes = { title: "Zod", created_at: "nonsense" };
    const relationships = {
      author: { ...AUTHOR, links: {}, meta: {} },
      related: { data: "nonsense" },
      categories: { links: {} },
    };
    const data = { type: "articles", lid: "x", links: {}, meta: {}, foo: 1, attributes, relationships };
    const body = JSON.stringify({ data, meta: {}, jsonapi: {}, included: [], foo: 1 });
    expect((await readResource("create", body)).values).toMatchObject({ title: "Zod", author: 7, categories: [] });
    expect((await readResource("create", body)).values).not.toHaveProperty("created_at");
    expect((await readResource("create", body)).values).not.toHaveProperty("related");
  });

  test("knows the extension's member only where the media type names it", async () => {
    const data = { ...PLAIN, "trestle:fields": { title: "Other" } };
    expect((await readResource("create", data)).values.title).toBe("Zod");
    expect(
      await problemsOf(() => readResource("create", { type: "articles", "trestle:fields": { title: "a", author: 7 } })),
    ).toMatchObject([
      { status: 422, code: "required", source: { pointer: "/data" }, meta: { path: ["title"] } },
      { status: 422, code: "required", source: { pointer: "/data" }, meta: { path: ["author"] } },
    ]);
  });
});
