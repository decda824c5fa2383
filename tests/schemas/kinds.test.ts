import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schemas } from "./arbitrary-schema.js";
import { allSchemas } from "./definition.js";
import { KINDS, UNSERVED, WITHOUT_KIND } from "./kinds.js";
import { build, print } from "./recipe.js";

/** The kinds and the classes of many random schemas. Each seed from 1 to 8 has shown all of them after 300. */
function generated(): { kinds: Set<string>; classes: Set<string> } {
  const kinds = new Set<string>();
  const classes = new Set<string>();
  for (const recipe of fc.sample(schemas(), { seed: 1, numRuns: 1000 })) {
    for (const { _zod } of allSchemas(build(print(recipe)))) {
      kinds.add(_zod.def.type);
      for (const name of _zod.traits) classes.add(name);
    }
  }
  return { kinds, classes };
}

const seen = generated();

describe("the schemas that are generated", () => {
  test("are of every kind that Zod has, except those that cannot travel", () => {
    const expected = Object.keys(KINDS).filter((kind) => KINDS[kind as keyof typeof KINDS] === "generated");
    expect([...seen.kinds].sort()).toEqual(expected.sort());
  });

  test("are of every class that Zod exports: a new Zod may bring new ones", () => {
    const classes = Object.keys(z.core).filter((name) => /^\$Zod(?!Check)[A-Z]\w+$/.test(name));
    const missing = classes.filter((name) => !seen.classes.has(name) && !(name in WITHOUT_KIND) && !(name in UNSERVED));
    expect(missing).toEqual([]);
  });
});
