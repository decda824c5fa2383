import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuClock } from "../../../tests/support/cpu-clock.js";
import { readResource } from "../fixtures/read-resource.js";
import { errorsOf } from "../fixtures/request-errors.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { MAX_ERRORS, RequestError } from "../errors/request-error.js";

const EDIT = { type: "articles", id: "1" };

describe("the errors of a document", () => {
  test("are told at once", async () => {
    const attributes = { title: "", published: "yes", nope: 1 };
    const relationships = { author: { data: { type: "users", id: "x" } }, categories: { data: null } };
    const errors = await errorsOf(() => readResource("create", { type: "articles", attributes, relationships }));
    expect(errors.map(({ code, source }) => [code, source])).toEqual([
      ["too_small", { pointer: "/data/attributes/title" }],
      ["invalid_type", { pointer: "/data/attributes/published" }],
      ["unknown_field", { pointer: "/data/attributes/nope" }],
      ["invalid_id", { pointer: "/data/relationships/author/data/id" }],
      ["invalid_type", { pointer: "/data/relationships/categories/data" }],
    ]);
  });

  test("guess what was meant", async () => {
    const detailOf = async (data: object, extended = false) =>
      (await errorsOf(() => readResource("edit", data, extended)))[0]?.detail;
    expect(await detailOf({ ...EDIT, attributes: { titl: "a" } })).toBe(
      '"articles" has no attribute "titl". Did you mean "title"?',
    );
    expect(await detailOf({ ...EDIT, relationships: { authr: {} } })).toBe(
      '"articles" has no relationship "authr". Did you mean "author"?',
    );
    expect(await detailOf({ ...EDIT, attributes: { author: 7 } })).toBe(
      '"articles" has no attribute "author". It is a relationship: put it in relationships.',
    );
    expect(await detailOf({ ...EDIT, relationships: { title: {} } })).toBe(
      '"articles" has no relationship "title". It is an attribute: put it in attributes.',
    );
    expect(await detailOf({ ...EDIT, "trestle:fields": { nothingalike: 1 } }, true)).toContain(
      'Writable fields: "title", "published"',
    );
    expect(await detailOf({ ...EDIT, "trestle:fields": { created_at: 1 } }, true)).toBe(
      "created_at cannot be set by an edit.",
    );
  });

  test("do not drown in what was sent", async () => {
    const attributes = { ["x".repeat(5000)]: 1 };
    const [problem] = await errorsOf(() => readResource("edit", { ...EDIT, attributes }));
    expect(problem?.detail.length).toBeLessThan(500);
  });

  test("are bounded, and fast to find, however many a body holds", async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 0]);
    const bodies = [
      { relationships: { categories: { data: many.slice(0, DEFAULT_LIMITS.relatedIds) } } },
      { attributes: Object.fromEntries(many) },
      { relationships: Object.fromEntries(many.map(([name]) => [name, {}])) },
      { "trestle:fields": Object.fromEntries(many) },
    ];
    const spent = cpuClock();
    for (const members of bodies) {
      const errors = await errorsOf(() => readResource("edit", { ...EDIT, ...members }, "trestle:fields" in members));
      expect(errors.length).toBeGreaterThanOrEqual(MAX_ERRORS);
      expect(errors.length).toBeLessThan(2 * MAX_ERRORS);
    }
    expect(spent()).toBeLessThan(1500);
  });

  test.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])(
    "know no field called %s",
    async (name) => {
      const member = `{${JSON.stringify(name)}:{"data":null}}`;
      for (const place of ["attributes", "relationships", "trestle:fields"]) {
        const body = `{"data":{"type":"articles","id":"1","${place}":${member}}}`;
        expect(await errorsOf(() => readResource("edit", body, place === "trestle:fields"))).toMatchObject([
          { status: 422, code: "unknown_field", source: { pointer: `/data/${place}/${name}` }, meta: { path: [name] } },
        ]);
      }
    },
  );

  test("take nothing from a prototype", async () => {
    const body = '{"data":{"__proto__":{"type":"articles","id":"1","attributes":{"title":"a"}}}}';
    expect((await errorsOf(() => readResource("edit", body))).map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe("pointerOf", () => {
  test("names where a field stands, in the form in which it was sent", async () => {
    const plain = {
      ...EDIT,
      attributes: { title: "a" },
      relationships: { author: { data: { type: "users", id: "7" } } },
    };
    const { pointerOf } = await readResource("edit", plain);
    expect(pointerOf("title")).toBe("/data/attributes/title");
    expect(pointerOf("author")).toBe("/data/relationships/author/data");
    const extended = await readResource("edit", { ...EDIT, "trestle:fields": { title: "a", author: 7 } }, true);
    expect(extended.pointerOf("title")).toBe("/data/trestle:fields/title");
    expect(extended.pointerOf("author")).toBe("/data/trestle:fields/author");
  });

  test("names the parent of a field that was not sent", async () => {
    const { pointerOf } = await readResource("edit", { ...EDIT, attributes: {} });
    expect(pointerOf("title")).toBe("/data/attributes");
    expect(pointerOf("author")).toBe("/data");
    expect(pointerOf("id")).toBe("/data/id");
    expect(pointerOf("nope")).toBeUndefined();
    expect(pointerOf("constructor")).toBeUndefined();
  });
});

test("a client's id is the handler's id", async () => {
  expect((await readResource("createNote", { type: "notes", id: "a/b", attributes: { text: "x" } })).values).toEqual({
    id: "a/b",
    text: "x",
  });
});

test("any body is read or rejected", async () => {
  const name = fc.constantFrom(
    "title",
    "author",
    "at",
    "categories",
    "__proto__",
    "type",
    "id",
    "data",
    "nope",
    "trestle:fields",
  );
  const tree = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, "users", "articles", "1", 7, true, "2026-01-31", []),
      fc.array(tie("value"), { maxLength: 3 }),
      fc
        .uniqueArray(fc.tuple(name, tie("value")), { selector: ([key]) => key, maxLength: 4 })
        .map((all) => Object.fromEntries(all)),
    ),
  })).value;
  const data = fc.record(
    {
      type: fc.constantFrom<unknown>("articles", "users", 1),
      id: fc.constantFrom<unknown>("1", "2", 1),
      attributes: tree,
      relationships: tree,
      "trestle:fields": tree,
    },
    { requiredKeys: ["type"] },
  );
  const reader = fc.constantFrom("create", "edit", "createNote");
  await fc.assert(
    fc.asyncProperty(reader, fc.oneof(data, tree), fc.boolean(), async (kind, sent, extended) => {
      try {
        await readResource(kind, JSON.stringify({ data: sent }), extended);
      } catch (error) {
        expect(error).toBeInstanceOf(RequestError);
        for (const problem of (error as RequestError).errors) {
          expect([400, 403, 409, 422]).toContain(problem.status);
          expect(problem.source).toEqual({ pointer: expect.any(String) });
        }
      }
    }),
    { numRuns: 500 },
  );
});
