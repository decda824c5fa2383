import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../../define/api/relationship.js";
import { readResource } from "../fixtures/read-resource.js";
import { errorsOf } from "../fixtures/request-errors.js";
import { resourceMap, resourceSpec } from "../fixtures/specs.js";
import { ResourceReader } from "./resource-reader.js";

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
    expect(await errorsOf(() => readResource("edit", extended, true))).toHaveLength(1);
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
      await errorsOf(() => readResource("create", { type: "articles", "trestle:fields": { title: "a", author: 7 } })),
    ).toMatchObject([
      { status: 422, code: "required", source: { pointer: "/data" }, meta: { path: ["title"] } },
      { status: 422, code: "required", source: { pointer: "/data" }, meta: { path: ["author"] } },
    ]);
  });
});

describe("a reader", () => {
  const things = resourceSpec("things", {
    id: z.string(),
    attributes: {
      name: z.string(),
      note: z.string().optional(),
      any: z.unknown().optional(),
      checked: z
        .string()
        .refine(async (text) => text !== "taken", "Is taken")
        .default("free"),
      seen: z.string(),
    },
    relationships: {
      owner: toOne("things"),
      helper: toOne("things").optional(),
      parts: toMany("things"),
    },
    createFields: ["id", "name", "note", "any", "checked", "owner", "helper", "parts"],
    editFields: ["name", "any"],
  });
  const all = resourceMap(things);
  const owner = { data: { type: "things", id: "o" } };
  const read = (data: object, more: object = {}, extended = false) =>
    new ResourceReader(things, "create", all).read(JSON.stringify({ data, ...more }), extended);
  const whole = (attributes: object) => ({ type: "things", id: "a", attributes, relationships: { owner } });

  test("knows what may be set, and what must be", () => {
    const create = new ResourceReader(things, "create", all);
    const edit = new ResourceReader(things, "edit", all);
    const names = [...create.writable, "seen", "nope"];
    expect(names.filter((name) => create.requires(name))).toEqual(["id", "name", "owner"]);
    expect(names.filter((name) => edit.requires(name))).toEqual([]);
    expect([...edit.writable]).toEqual(["name", "any"]);
  });

  test("fills in what is left out, once asynchronous checks have ended", async () => {
    const { values } = await read(whole({ name: "n", checked: "mine" }));
    expect({ ...values }).toStrictEqual({
      id: "a",
      name: "n",
      note: undefined,
      any: undefined,
      checked: "mine",
      owner: "o",
      helper: undefined,
      parts: [],
    });
    expect((await read(whole({ name: "n" }))).values.checked).toBe("free");
    expect(await errorsOf(() => read(whole({ name: "n", checked: "taken" })))).toMatchObject([
      { detail: "Is taken", source: { pointer: "/data/attributes/checked" } },
    ]);
  });

  test("waits for nothing where nothing is asynchronous", () => {
    const reader = new ResourceReader(things, "edit", all);
    const input = reader.read('{"data":{"type":"things","id":"a","attributes":{"name":"n"}}}', false, "a");
    expect(input).not.toBeInstanceOf(Promise);
  });

  test("hears what a request says of values that the schema leaves open", async () => {
    const fields = { any: "1", name: "n" };
    const noted = (rich: unknown) => ({ meta: { trestle: { rich } } });
    const anyOf = async (more: object, extended = false) => (await read(whole(fields), more, extended)).values.any;
    expect(await anyOf(noted({ things: { any: ["bigint"] } }))).toBe(1n);
    expect(await anyOf(noted({ things: { name: ["bigint"] } }))).toBe("1");
    expect(await anyOf(noted({ others: { any: ["bigint"] } }))).toBe("1");
    for (const nonsense of [null, "x", { things: 7 }, { things: null }]) expect(await anyOf(noted(nonsense))).toBe("1");
    expect(await anyOf({ meta: { rich: { things: { any: ["bigint"] } } } })).toBe("1");
    expect(await anyOf({}, true)).toBe("1");
  });

  test("takes text for a date only from those who cannot say what it is", async () => {
    const dated = resourceSpec("things", {
      attributes: { when: z.union([z.date(), z.string()]) },
      editFields: ["when"],
    });
    const reader = new ResourceReader(dated, "edit", resourceMap(dated));
    const when = async (form: object, extended: boolean, more: object = {}) => {
      const data = { type: "things", id: "1", ...form };
      return (await reader.read(JSON.stringify({ data, ...more }), extended, "1")).values.when;
    };
    const attributes = { when: "2026-01-31" };
    expect(await when({ attributes }, false)).toEqual(new Date("2026-01-31"));
    expect(await when({ "trestle:fields": attributes }, true)).toBe("2026-01-31");
    const meta = { trestle: { rich: { things: {} } } };
    expect(await when({ attributes }, false, { meta })).toBe("2026-01-31");
  });

  test("says what is wrong with who and what, and in which words", async () => {
    expect(await errorsOf(() => readResource("edit", { type: "articles", id: "2" }))).toEqual([
      {
        status: 409,
        code: "id_mismatch",
        title: "Id mismatch",
        detail: 'data.id is "2", but the id in the URL is "1". Send the same id in both.',
        source: { pointer: "/data/id" },
      },
    ]);
    expect(await errorsOf(() => readResource("create", { ...PLAIN, id: "1" }))).toEqual([
      {
        status: 403,
        code: "client_id_not_allowed",
        title: "Client-generated id not allowed",
        detail: 'The server chooses the ids of "articles". Leave the id out.',
        source: { pointer: "/data/id" },
      },
    ]);
    expect(await errorsOf(() => read({ ...whole({ name: "n" }), id: undefined }))).toEqual([
      {
        status: 422,
        code: "required",
        title: "Required",
        detail: "id is required.",
        source: { pointer: "/data" },
        meta: { path: ["id"] },
      },
    ]);
    const fields = { name: "n", owner: "o", seen: "x" };
    const extended = { type: "things", id: "a", "trestle:fields": fields };
    expect(await errorsOf(() => read(extended, {}, true))).toMatchObject([
      { code: "unknown_field", detail: "seen cannot be set by a create.", title: "Unknown field" },
    ]);
    expect(await errorsOf(() => read(whole({ name: "n", nothingalike: 1 })))).toMatchObject([
      {
        detail:
          '"things" has no attribute "nothingalike". Writable fields: "name", "note", "any", "checked", "owner", "helper" or "parts".',
      },
    ]);
    expect(
      await errorsOf(() => read({ ...extended, "trestle:fields": { ...fields, nam: 1 } }, {}, true)),
    ).toMatchObject([{ code: "unknown_field" }, { detail: '"things" has no field "nam". Did you mean "name"?' }]);
  });

  test("tells a hundred errors of each part, and no more", async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, {}]));
    const edit = { type: "articles", id: "1" };
    expect(await errorsOf(() => readResource("edit", { ...edit, attributes: many }))).toHaveLength(100);
    expect(await errorsOf(() => readResource("edit", { ...edit, relationships: many }))).toHaveLength(100);
    expect(await errorsOf(() => readResource("edit", { ...edit, "trestle:fields": many }, true))).toHaveLength(100);
  });

  test("is held to its limits", async () => {
    const parts = { data: ["a", "b"].map((id) => ({ type: "things", id })) };
    const data = { ...whole({ name: "n" }), relationships: { owner, parts } };
    const body = JSON.stringify({ data });
    const reader = (nesting: number, relatedIds: number) =>
      new ResourceReader(things, "create", all, { nesting, relatedIds });
    expect((await reader(6, 2).read(body, false)).values.parts).toEqual(["a", "b"]);
    expect(await errorsOf(() => reader(6, 1).read(body, false))).toMatchObject([{ code: "too_big" }]);
    expect(await errorsOf(() => reader(5, 2).read(body, false))).toMatchObject([{ code: "invalid_document" }]);
  });
});
