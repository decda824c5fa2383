import type { Inner } from "./arbitrary-container.js";
import { makeObject } from "./arbitrary-container.js";
import type { Dice } from "./dice.js";
import { join, leaf, member, type Recipe, wrap } from "./recipe.js";

const list = (all: readonly string[]) => `[${all.join(", ")}]`;

export function makeUnion(dice: Dice, inner: Inner): Recipe {
  const options = dice.times(2 + dice.below(2), () => (dice.oneIn(2) ? makeObject(dice, inner) : inner()));
  const make = dice.oneIn(8) ? "xor" : "union";
  return join(make, options, (all) => `z.${make}(${list(all)})`, 1);
}

const CLOSE: readonly (readonly string[])[] = [
  ["z.string().max(1)", "z.string()", 'z.literal("a")', "z.string().regex(/^[a-z]+$/)", "z.string().min(2)"],
  ["z.int()", "z.number().max(3)", "z.number()", "z.literal(1)"],
  ["z.date()", "z.date().min(new Date(0))", "z.date().nullable()"],
  ["z.array(z.string()).max(1)", "z.array(z.string())", "z.array(z.string().max(1))"],
];

/** A union of objects that share members, told apart by checks, by literals, or by what they forbid. */
export function makeSiblings(dice: Dice): Recipe {
  const shared = dice.shuffle(["a", "b", "c"]).map((name) => [name, dice.pick(CLOSE)] as const);
  const options = dice.times(2 + dice.below(2), () => {
    const members = shared
      .slice(0, 1 + dice.below(3))
      .map(([name, codes]) => member(name, leaf("close", dice.pick(codes))));
    const make = dice.pick(["object", "object", "strictObject", "looseObject"]);
    return join(make, members, (all) => `z.${make}({ ${all.join(", ")} })`, 0);
  });
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
