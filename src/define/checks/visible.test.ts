import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../api/relationship.js";
import { trestle } from "../api/trestle.js";

/** A resource of which one field, which is `a`, is hidden from some. */
function hiding(field: object, createFields: readonly string[]) {
  const { resource } = { resource: (config: object) => trestle().resource("notes", config as never) };
  return () => resource({ id: z.int(), ...field, createFields, visible: { a: () => false } });
}

describe("a field that some do not see", () => {
  const needed = {
    "an attribute": { attributes: { a: z.string() } },
    "one related": { attributes: {}, relationships: { a: toOne("users") } },
    "one related or null": { attributes: {}, relationships: { a: toOne("users").nullable() } },
  };
  const spared = {
    "an optional attribute": { attributes: { a: z.string().optional() } },
    "an attribute with a default": { attributes: { a: z.string().default("") } },
    "one related, optional": { attributes: {}, relationships: { a: toOne("users").optional() } },
    "many related": { attributes: {}, relationships: { a: toMany("users") } },
  };

  test.each(Object.entries(needed))("is refused where nothing can be created without it: %s", (_, field) => {
    expect(hiding(field, ["a"])).toThrow(
      new TypeError(
        't.resource("notes"): "a" is hidden from some users, but a create requires it. Give it a default, make it optional, or take it out of createFields.',
      ),
    );
    expect(hiding(field, [])).not.toThrow();
  });

  test.each(Object.entries(spared))("is taken where a create can do without it: %s", (_, field) => {
    expect(hiding(field, ["a"])).not.toThrow();
  });
});
