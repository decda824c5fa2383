import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../../define/api/relationship.js";
import type { RelationshipSpec } from "../../define/model/resource.js";
import type { Relationship } from "../../define/types/relationship-shape.js";
import { resourceSpec } from "../fixtures/specs.js";
import { documentError, type ErrorObject } from "../errors/request-error.js";
import { type LinkageForm, LinkageReader } from "./linkage-reader.js";

const AT = "/data/relationships/field/data";
const UUID = "0190a8e0-7b6a-7c1e-8f3a-1b2c3d4e5f60";

function read(relationship: Relationship, value: unknown, form: LinkageForm = "identifiers", id: z.ZodType = z.int()) {
  const spec = relationship as unknown as RelationshipSpec; // the value behind the type
  const errors: ErrorObject[] = [];
  const related = new LinkageReader("field", spec, [resourceSpec("users", { id })]).read(value, form, AT, errors);
  return { related, errors: errors.map(({ status, code, source }) => ({ status, code, source })) };
}

function problem(status: number, code: string, below = "") {
  return { status, code, source: { pointer: `${AT}${below}` } };
}

describe("a to-one", () => {
  test("takes an identifier, and gives the id as handlers know it", () => {
    expect(read(toOne("users"), { type: "users", id: "7" })).toEqual({ related: 7, errors: [] });
    expect(read(toOne("users"), { type: "users", id: "ann" }, "identifiers", z.string())).toEqual({
      related: "ann",
      errors: [],
    });
    expect(read(toOne("users"), { type: "users", id: UUID }, "identifiers", z.uuid())).toEqual({
      related: UUID,
      errors: [],
    });
  });

  test("takes a resource for its identifier", () => {
    const resource = {
      type: "users",
      id: "7",
      attributes: { id: "8" },
      meta: {},
      username: "ann",
      author: { type: "x" },
    };
    for (const form of ["identifiers", "bare"] as const) {
      expect(read(toOne("users"), resource, form)).toEqual({ related: 7, errors: [] });
    }
  });

  test("takes null only where it is declared", () => {
    expect(read(toOne("users").nullable(), null)).toEqual({ related: null, errors: [] });
    expect(read(toOne("users"), null)).toEqual({ related: undefined, errors: [problem(422, "invalid_type")] });
    expect(read(toOne("users").optional(), null).errors).toEqual([problem(422, "invalid_type")]);
  });

  test("refuses another type with 409", () => {
    for (const type of ["people", "", 1, null, "__proto__"]) {
      expect(read(toOne("users"), { type, id: "7" }).errors).toEqual([problem(409, "type_mismatch", "/type")]);
    }
  });

  test("refuses an id that names nothing", () => {
    for (const id of ["x", "01", "+1", "1e0", "", "9007199254740992", 7, null, { a: 1 }]) {
      expect(read(toOne("users"), { type: "users", id }).errors).toEqual([problem(422, "invalid_id", "/id")]);
    }
    expect(read(toOne("users"), { type: "users", id: "x" }, "identifiers", z.uuid()).errors).toEqual([
      problem(422, "invalid_id", "/id"),
    ]);
  });

  test("rejects a value that is not an identifier", () => {
    const inherited = JSON.parse('{"__proto__":{"type":"users","id":"7"}}');
    for (const value of [
      7,
      "7",
      true,
      [],
      [{ type: "users", id: "7" }],
      {},
      { type: "users" },
      { id: "7" },
      inherited,
    ]) {
      expect(read(toOne("users"), value).errors).toEqual([problem(422, "invalid_type")]);
    }
  });

  test("takes bare ids under the extension, numbers and text", () => {
    expect(read(toOne("users"), 7, "bare").related).toBe(7);
    expect(read(toOne("users"), "7", "bare").related).toBe(7);
    expect(read(toOne("users").nullable(), null, "bare").related).toBeNull();
    expect(read(toOne("users"), "ann", "bare", z.string()).related).toBe("ann");
  });

  test("rejects a bare value that is not an id", () => {
    for (const value of ["x", 1.5, 2 ** 53, -0.5, ""]) {
      expect(read(toOne("users"), value, "bare").errors).toEqual([problem(422, "invalid_id")]);
    }
    expect(read(toOne("users"), 7, "bare", z.string()).errors).toEqual([problem(422, "invalid_id")]);
    for (const value of [true, [7], {}, { id: 7 }]) {
      expect(read(toOne("users"), value, "bare").errors).toEqual([problem(422, "invalid_type")]);
    }
  });

  test("is judged by the id that its declaration gives", () => {
    expect(read(toOne("users", { id: z.int().positive() }), { type: "users", id: "-1" }).errors).toEqual([
      problem(422, "invalid_id", "/id"),
    ]);
  });
});

describe("errors in linkage", () => {
  function tell(relationship: Relationship, value: unknown, form: LinkageForm = "identifiers", most?: number) {
    const spec = relationship as unknown as RelationshipSpec; // the value behind the type
    const errors: ErrorObject[] = [];
    const reader = new LinkageReader("field", spec, [resourceSpec("users")], most);
    expect(reader.read(value, form, AT, errors)).toBeUndefined();
    for (const { meta } of errors) expect(meta).toEqual({ path: ["field"] });
    return errors.map(({ detail }) => detail);
  }

  test("is a sentence with what would be right", () => {
    const identifiers = 'field must contain resource identifiers: { "type": "users", "id": "…" }.';
    expect(tell(toOne("users"), null)).toEqual(["field must not be null."]);
    expect(tell(toOne("users"), 7)).toEqual([identifiers]);
    const ids = 'field must contain ids of "users", or resource identifiers: { "type": "users", "id": "…" }.';
    expect(tell(toOne("users"), true, "bare")).toEqual([ids]);
    expect(tell(toOne("users"), "x", "bare")).toEqual([
      'field: "x" is not an id of "users". An id must be an integer.',
    ]);
    expect(tell(toOne("users"), 1.5, "bare")).toEqual([
      'field: "1.5" is not an id of "users". An id must be an integer.',
    ]);
    expect(tell(toOne("users"), { type: "users", id: 7 })).toEqual([
      'field: the id of a "users" identifier must be an integer, sent as a string.',
    ]);
    expect(tell(toOne("users"), { type: "people", id: "7" })).toEqual(['The type must be "users"; received "people".']);
    expect(tell(toOne("users"), { type: 7, id: "7" })).toEqual(['The type must be "users".']);
    expect(tell(toMany("users"), {})).toEqual(["field must be a list, because it is a to-many relationship."]);
  });

  test("ends after a hundred items that are wrong", () => {
    expect(
      tell(
        toMany("users"),
        Array.from({ length: 300 }, () => "x"),
      ),
    ).toHaveLength(100);
  });

  test("counts only its own errors", () => {
    const before = Array.from({ length: 60 }, (): ErrorObject => documentError("", "x"));
    const errors = [...before];
    const reader = new LinkageReader("field", toMany("users") as unknown as RelationshipSpec, [resourceSpec("users")]);
    reader.read(
      before.map(() => "x"),
      "identifiers",
      AT,
      errors,
    );
    expect(errors).toHaveLength(120);
  });

  test("has its code and title", () => {
    const errorsOf = (relationship: Relationship, value: unknown) => {
      const errors: ErrorObject[] = [];
      const spec = relationship as unknown as RelationshipSpec; // the value behind the type
      new LinkageReader("field", spec, [resourceSpec("users")], 1).read(value, "bare", AT, errors);
      return errors.map(({ code, title }) => [code, title]);
    };
    expect(errorsOf(toMany("users"), [1, 2])).toEqual([["too_big", "Invalid value"]]);
    expect(errorsOf(toOne("users"), { type: "x", id: "1" })).toEqual([["type_mismatch", "Type mismatch"]]);
  });

  test("is how many ids a request may give", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, id) => id);
    expect(tell(toMany("users"), ids(3), "bare", 2)).toEqual([
      "field has 3 ids, but a request may send at most 2. Send the others in further requests.",
    ]);
    expect(tell(toMany("users"), ids(1001), "bare")[0]).toContain(
      "field has 1001 ids, but a request may send at most 1000.",
    );
    expect(read(toMany("users"), ids(1000), "bare").errors).toEqual([]);
  });
});

test("a reader knows how many it reads", () => {
  const reader = (spec: unknown) => new LinkageReader("field", spec as RelationshipSpec, [resourceSpec("users")]);
  expect([reader(toOne("users")).many, reader(toMany("users")).many]).toEqual([false, true]);
});

describe("a to-many", () => {
  test("takes any list of ids, in both forms, each once", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger()), (ids) => {
        const expected = { related: [...new Set(ids.map((id) => id + 0))], errors: [] };
        expect(
          read(
            toMany("users"),
            ids.map((id) => ({ type: "users", id: `${id}` })),
          ),
        ).toEqual(expected);
        expect(read(toMany("users"), ids, "bare")).toEqual(expected);
      }),
    );
  });

  test("points at each item that is wrong", () => {
    const items = [{ type: "users", id: "1" }, { type: "people", id: "1" }, { type: "users", id: "x" }, 3];
    expect(read(toMany("users"), items)).toEqual({
      related: undefined,
      errors: [
        problem(409, "type_mismatch", "/1/type"),
        problem(422, "invalid_id", "/2/id"),
        problem(422, "invalid_type", "/3"),
      ],
    });
  });

  test("rejects a value that is not a list", () => {
    for (const value of [null, {}, { type: "users", id: "1" }, 1, "1"]) {
      expect(read(toMany("users"), value)).toEqual({ related: undefined, errors: [problem(422, "invalid_type")] });
    }
  });

  test("refuses null in a list", () => {
    expect(read(toMany("users"), [null]).errors).toEqual([problem(422, "invalid_type", "/0")]);
    expect(read(toMany("users"), [null], "bare").errors).toEqual([problem(422, "invalid_type", "/0")]);
  });
});
