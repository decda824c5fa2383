import type { Dice } from "./dice.js";
import { NAMES, ODD_NAMES } from "./names.js";
import { join, leaf, member, print, type Recipe, wrap } from "./recipe.js";

/** Makes a schema for inside another. */
export type Inner = () => Recipe;

export function makeObject(dice: Dice, inner: Inner, tag?: Recipe): Recipe {
  const names = [...dice.shuffle(NAMES).slice(0, dice.below(4)), ...(dice.oneIn(6) ? [dice.pick(ODD_NAMES)] : [])];
  const members = names.map((name) => member(name, dice.oneIn(3) ? optional(dice, inner()) : inner()));
  if (tag !== undefined) members.splice(dice.below(members.length + 1), 0, member("tag", tag));
  const write = (make: string, after = "") =>
    join("object", members, (all) => `z.${make}({ ${all.join(", ")} })${after}`, 0);
  if (dice.oneIn(8)) return { ...write("strictObject"), kind: "strictObject" };
  if (dice.oneIn(8)) return { ...write("looseObject"), kind: "looseObject" };
  if (dice.oneIn(8)) {
    const rest = inner();
    const code = (all: readonly string[]) => `z.object({ ${all.slice(1).join(", ")} }).catchall(${all[0]})`;
    if (!/\bN\d+\b/.test(print(rest))) return join("catchall", [rest, ...members], code);
  }
  return write("object");
}

function optional(dice: Dice, child: Recipe): Recipe {
  const [kind, code] = dice.pick(OPTIONALS);
  return wrap(kind, child, code);
}

const OPTIONALS: readonly (readonly [kind: string, code: (inner: string) => string])[] = [
  ["optional", (inner) => `${inner}.optional()`],
  ["exactOptional", (inner) => `z.exactOptional(${inner})`],
  ["nullish", (inner) => `${inner}.nullish()`],
];

export function makeArray(dice: Dice, inner: Inner): Recipe {
  const after = dice.oneIn(2) ? "" : dice.pick([".min(1)", ".max(2)", ".length(2)", ".nonempty()"]);
  return wrap("array", inner(), (element) => `z.array(${element})${after}`);
}

export function makeSet(dice: Dice, inner: Inner): Recipe {
  const after = dice.oneIn(2) ? "" : dice.pick([".min(1)", ".max(2)", ".nonempty()"]);
  return wrap("set", inner(), (element) => `z.set(${element})${after}`);
}

export function makeMap(dice: Dice, inner: Inner): Recipe {
  const key = dice.oneIn(4) ? inner() : leaf("string", dice.pick(["z.string()", "z.date()", "z.bigint()", "z.int()"]));
  return join("map", [key, inner()], ([from, to]) => `z.map(${from}, ${to})`);
}

export function makeTuple(dice: Dice, inner: Inner): Recipe {
  const items = dice.times(dice.below(4), inner);
  const optionals = dice.oneIn(3) ? [wrap("optional", inner(), (item) => `${item}.optional()`)] : [];
  if (dice.oneIn(3)) {
    const rest = inner();
    return join("tupleRest", [rest, ...items], ([first, ...all]) => `z.tuple([${all.join(", ")}], ${first})`, 1);
  }
  return join("tuple", [...items, ...optionals], (all) => `z.tuple([${all.join(", ")}])`, 0);
}

const KEYS: readonly string[] = [
  "z.string()",
  "z.string()",
  'z.enum(["a", "b"])',
  'z.literal(["a", "constructor"])',
  "z.number()",
  "z.int()",
  "z.string().regex(/^[a-z]+$/)",
  "z.templateLiteral(['x', z.string()])",
];

export function makeRecord(dice: Dice, inner: Inner): Recipe {
  const key = dice.pick(KEYS);
  const make = dice.pick(["record", "record", "partialRecord", "looseRecord"]);
  return wrap(make, inner(), (value) => `z.${make}(${key}, ${value})`);
}
