import { z } from "zod";

/** How a Zod schema is written in code. It is built by running that code, so a counterexample can be copied from the report. */
export interface Recipe {
  readonly kind: string;
  readonly children: readonly Recipe[];
  readonly code: (children: readonly string[]) => string;
  /** How many children must stay; without it, all. */
  readonly fewest?: number;
  /** Whether it is part of its parent (a member of an object), not a schema. */
  readonly isPart?: true;
}

export function leaf(kind: string, code: string): Recipe {
  return { kind, children: [], code: () => code };
}

export function wrap(kind: string, child: Recipe, code: (child: string) => string): Recipe {
  return { kind, children: [child], code: ([inner = ""]) => code(inner) };
}

export function join(kind: string, children: readonly Recipe[], code: Recipe["code"], fewest?: number): Recipe {
  return fewest === undefined ? { kind, children, code } : { kind, children, code, fewest };
}

/** A member of an object. A reference to a schema that is still being declared must be in a getter. */
export function member(name: string, child: Recipe): Recipe {
  const key = name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
  const code = ([inner = ""]: readonly string[]) =>
    /\bN\d+\b/.test(inner) ? `get ${key}() { return ${inner}; }` : `${key}: ${inner}`;
  return { kind: "member", children: [child], code, isPart: true };
}

export function print({ code, children }: Recipe): string {
  return code(children.map(print));
}

/** The kinds of a recipe as a short text: `tuple(object(date))`. */
export function outline({ kind, children, isPart, code }: Recipe): string {
  const inner = children.map(outline);
  if (isPart) return inner.join();
  return inner.length === 0 ? print({ kind, children, code }) : `${kind}(${inner.join()})`;
}

/** @throws If Zod refuses the schema. */
export function build(code: string): z.ZodType {
  return new Function("z", `return ${code};`)(z) as z.ZodType; // the code is made by recipes
}

/** Simpler recipes: first a schema inside it, then the same with fewer or simpler children. */
export function* simpler(recipe: Recipe): Generator<Recipe> {
  const { children, fewest = children.length } = recipe;
  for (const child of children) yield* child.isPart ? child.children : [child];
  if (children.length > fewest) {
    for (const index of children.keys()) yield { ...recipe, children: children.filter((_, at) => at !== index) };
  }
  if (recipe.kind.startsWith("ref:")) {
    yield leaf(recipe.kind.slice(4), recipe.code([]).replace(/\bN\d+\b/, "z.string()"));
  } else if (children.length === 0 && !recipe.isPart) {
    const plain = leaf(recipe.kind, PLAIN[recipe.kind] ?? "");
    if (plain.code([]) !== "" && plain.code([]) !== recipe.code([])) yield plain;
    if (recipe.kind !== "string" && recipe.kind !== "number") yield leaf("string", "z.string()");
  }
  for (const [index, child] of children.entries()) {
    for (const other of simpler(child)) {
      if (child.isPart && !other.isPart) continue;
      yield { ...recipe, children: children.map((old, at) => (at === index ? other : old)) };
    }
  }
}

/** The simplest schema of a kind. */
const PLAIN: Readonly<Record<string, string>> = {
  string: "z.string()",
  number: "z.number()",
  date: "z.date()",
  bigint: "z.bigint()",
  boolean: "z.boolean()",
};
