import fc, { type Random } from "fast-check";
import type { z } from "zod";
import { makeArray, makeMap, makeObject, makeRecord, makeSet, makeTuple } from "./arbitrary-container.js";
import { makeLeaf } from "./arbitrary-leaf.js";
import { makeRecursive } from "./arbitrary-recursive.js";
import { makeIntersection, makeSiblings, makeTagged, makeUnion } from "./arbitrary-union.js";
import { makeWrapper } from "./arbitrary-wrapper.js";
import { allSchemas, sameValueSchemas } from "./definition.js";
import { Dice } from "./dice.js";
import { build, print, type Recipe, simpler } from "./recipe.js";

const MAKERS = [
  makeObject,
  makeObject,
  makeArray,
  makeSet,
  makeMap,
  makeTuple,
  makeTuple,
  makeRecord,
  makeUnion,
  makeUnion,
  makeTagged,
  makeSiblings,
  makeIntersection,
  makeIntersection,
  makeWrapper,
  makeWrapper,
  makeWrapper,
] as const;

const MOST_DEPTH = 5;
const MOST_NODES = 24;

/** A random schema of any kind, nested to a depth of 5. Zod may still refuse it. */
export function makeSchema(dice: Dice): Recipe {
  let nodes = 0;
  let names = 0;
  const make = (depth: number): Recipe => {
    nodes++;
    const inner = () => make(depth + 1);
    if (depth >= MOST_DEPTH || nodes > MOST_NODES || dice.below(10) < depth * 2) return makeLeaf(dice);
    if (dice.oneIn(10)) return makeRecursive(dice, inner, `N${++names}0`);
    return dice.pick(MAKERS)(dice, inner);
  };
  return make(dice.oneIn(20) ? 3 : 0);
}

/** Whether Zod can build it. */
export function isBuildable(recipe: Recipe): boolean {
  try {
    const schema = build(print(recipe));
    if ([...allSchemas(schema)].some(isEndless)) return false; // calls all getters
    for (const value of [undefined, {}, []]) schema.safeParse(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a schema is reached from itself before any part of the value was taken: Zod itself would never end. */
function isEndless(schema: z.ZodType): boolean {
  const seen = new Set<z.ZodType>();
  const reaches = (one: z.ZodType): boolean =>
    sameValueSchemas(one).some((inner) => {
      if (inner === schema) return true;
      if (seen.has(inner)) return false;
      seen.add(inner);
      return reaches(inner);
    });
  return reaches(schema);
}

/** Schemas that Zod can build. They shrink to the schemas inside them. */
class Schemas extends fc.Arbitrary<Recipe> {
  generate(random: Random): fc.Value<Recipe> {
    const dice = new Dice(random);
    let recipe = makeSchema(dice);
    while (!isBuildable(recipe)) recipe = makeSchema(dice);
    return new fc.Value(recipe, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Recipe {
    return typeof value === "object";
  }

  shrink(recipe: Recipe): fc.Stream<fc.Value<Recipe>> {
    const values = function* () {
      for (const other of simpler(recipe)) if (isBuildable(other)) yield new fc.Value(other, undefined);
    };
    return new fc.Stream(values());
  }
}

export function schemas(): fc.Arbitrary<Recipe> {
  return new Schemas();
}
