import type { Inner } from "./arbitrary-container.js";
import { makeObject } from "./arbitrary-container.js";
import type { Dice } from "./dice.js";
import { join, leaf, type Recipe, wrap } from "./recipe.js";

const list = (all: readonly string[]) => `[${all.join(", ")}]`;

export function makeUnion(dice: Dice, inner: Inner): Recipe {
  const options = dice.times(2 + dice.below(2), () => (dice.oneIn(2) ? makeObject(dice, inner) : inner()));
  const make = dice.oneIn(8) ? "xor" : "union";
  return join(make, options, (all) => `z.${make}(${list(all)})`, 1);
}

const TAGS: readonly (readonly string[])[] = [
  ['z.literal("a")', 'z.literal("b")', 'z.literal("c")'],
  ["z.literal(1)", 'z.literal("1")', "z.literal(true)"],
  ['z.enum(["a", "b"])', 'z.literal("c")', "z.null()"],
  ['z.literal("constructor")', 'z.literal("__proto__")', 'z.literal(["x", "y"])'],
  ["z.literal(1n)", 'z.literal("b")', 'z.literal("c")'],
];

/** A union whose options are told apart by `tag`, declared at any place among the members. */
export function makeTagged(dice: Dice, inner: Inner): Recipe {
  const tags = dice.pick(TAGS);
  const options = tags.slice(0, 2 + dice.below(2)).map((tag) => makeObject(dice, inner, leaf("tag", tag)));
  if (dice.oneIn(3)) return join("union", options, (all) => `z.union(${list(all)})`, 1);
  return join("discriminatedUnion", options, (all) => `z.discriminatedUnion("tag", ${list(all)})`, 1);
}

export function makeIntersection(dice: Dice, inner: Inner): Recipe {
  const side = () => {
    if (dice.oneIn(6)) return inner();
    if (dice.oneIn(4)) return makeTagged(dice, inner);
    return dice.oneIn(6) ? wrap("array", makeObject(dice, inner), (of) => `z.array(${of})`) : makeObject(dice, inner);
  };
  return join("intersection", [side(), side()], ([left, right]) => `z.intersection(${left}, ${right})`);
}
