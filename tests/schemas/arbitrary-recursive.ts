import { type Inner, makeObject, makeRecord } from "./arbitrary-container.js";
import type { Dice } from "./dice.js";
import { join, leaf, member, type Recipe, wrap } from "./recipe.js";

const CHILDREN: readonly (readonly [kind: string, code: (name: string) => string])[] = [
  ["array", (name) => `z.array(${name})`],
  ["optional", (name) => `${name}.optional()`],
  ["nullable", (name) => `${name}.nullable()`],
  ["record", (name) => `z.record(z.string(), ${name})`],
  ["map", (name) => `z.map(z.string(), ${name})`],
  ["set", (name) => `z.set(${name})`],
  ["tuple", (name) => `z.tuple([z.date(), ${name}.nullable()])`],
  ["tupleRest", (name) => `z.tuple([z.string()], ${name})`],
  ["lazy", (name) => `z.lazy(() => ${name}).nullable()`],
  ["union", (name) => `z.union([z.date(), ${name}])`],
];

/** A schema that holds itself, or two that hold each other. */
export function makeRecursive(dice: Dice, inner: Inner, name: string): Recipe {
  const other = `${name}1`;
  const isMutual = dice.oneIn(4);
  const ref = (to = isMutual && dice.oneIn(2) ? other : name) => {
    const [kind, code] = dice.pick(CHILDREN);
    return leaf(`ref:${kind}`, code(to));
  };
  const first = body(dice, inner, ref);
  const declare = (kind: string, all: Recipe[], code: Recipe["code"]) => join(kind, all, code);
  if (!isMutual) {
    return declare("recursive", [first], ([code]) => `(() => { const ${name} = ${code}; return ${name}; })()`);
  }
  const second = node(dice, inner, ref);
  const code = ([one, two]: readonly string[]) =>
    `(() => { const ${name} = ${one}; const ${other} = ${two}; return ${name}; })()`;
  return declare("mutual", [first, second], code);
}

function node(dice: Dice, inner: Inner, ref: () => Recipe, tag?: string): Recipe {
  const plain = makeObject(dice, inner);
  if (plain.kind === "catchall") return node(dice, inner, ref, tag);
  const members = plain.children.filter((child) => !child.code(["?"]).includes('"kids"'));
  members.splice(dice.below(members.length + 1), 0, member("kids", ref()));
  if (tag !== undefined) members.splice(dice.below(members.length + 1), 0, member("tag", leaf("tag", tag)));
  return { ...plain, children: members };
}

function body(dice: Dice, inner: Inner, ref: () => Recipe): Recipe {
  const list = (all: readonly string[]) => `[${all.join(", ")}]`;
  const end = () => makeObject(dice, inner, leaf("tag", 'z.literal("end")'));
  switch (dice.below(7)) {
    case 0:
    case 1:
      return node(dice, inner, ref);
    case 2: {
      const options = [node(dice, inner, ref, 'z.literal("a")'), node(dice, inner, ref, 'z.literal("b")'), end()];
      return join("discriminatedUnion", options, (all) => `z.discriminatedUnion("tag", ${list(all)})`, 1);
    }
    case 3:
      return join("union", [node(dice, inner, ref, 'z.literal("a")'), end()], (all) => `z.union(${list(all)})`, 1);
    case 4:
      return join("union", [inner(), node(dice, inner, ref)], (all) => `z.union(${list(all)})`, 1);
    case 5: {
      const sides = [node(dice, inner, ref), makeObject(dice, inner)];
      return join("intersection", sides, ([left, right]) => `z.intersection(${left}, ${right})`);
    }
    default:
      return lists(dice, inner, ref);
  }
}

/** Recursion without an object: a list of lists, a record of records. */
function lists(dice: Dice, inner: Inner, ref: () => Recipe): Recipe {
  const lazy = () => wrap("lazy", ref(), (of) => `z.lazy(() => ${of})`);
  switch (dice.below(3)) {
    case 0:
      return join(
        "union",
        [inner(), wrap("array", lazy(), (of) => `z.array(${of})`)],
        (all) => `z.union([${all.join(", ")}])`,
        1,
      );
    case 1:
      return join("tuple", [inner(), lazy()], (all) => `z.tuple([${all.join(", ")}])`);
    default:
      return makeRecord(dice, lazy);
  }
}
