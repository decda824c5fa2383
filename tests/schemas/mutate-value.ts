import type { Dice } from "./dice.js";
import { isRecord, openValue, put } from "./fit-value.js";
import { NAMES } from "./names.js";

const EXTRA = ["extra", "hash", "secret", "__proto__", "constructor", ...NAMES, ...NAMES];

/** Changes one thing somewhere in a value: its kind, a member too many or too few, an item too many, a tag. */
export function mutate(value: unknown, dice: Dice): unknown {
  if (dice.oneIn(5)) return openValue(dice);
  if (Array.isArray(value)) return mutateList(value, dice);
  if (value instanceof Set) return new Set(mutateList([...value], dice));
  if (value instanceof Map) return new Map(mutateEntries([...value], dice));
  if (isRecord(value)) return mutateObject(value, dice);
  return dice.oneIn(2) ? openValue(dice) : dice.pick([null, `${String(value)}`, [value], { a: value }, {}, 0, "a"]);
}

function mutateList(list: readonly unknown[], dice: Dice): unknown[] {
  const at = dice.below(Math.max(1, list.length));
  switch (list.length === 0 ? 0 : dice.below(4)) {
    case 0:
      return [...list, dice.oneIn(2) ? openValue(dice) : (list[0] ?? "surplus")];
    case 1:
      return list.filter((_, index) => index !== at);
    default:
      return list.map((one, index) => (index === at ? mutate(one, dice) : one));
  }
}

function mutateEntries(entries: readonly [unknown, unknown][], dice: Dice): [unknown, unknown][] {
  if (entries.length === 0 || dice.oneIn(4)) return [...entries, [openValue(dice), openValue(dice)]];
  const at = dice.below(entries.length);
  return entries.map(([key, one], index) => (index === at ? [key, mutate(one, dice)] : [key, one]));
}

function mutateObject(object: Readonly<Record<string, unknown>>, dice: Dice): object {
  const names = Object.keys(object);
  const choice = names.length === 0 ? 0 : dice.below(5);
  const at = choice === 0 ? "" : dice.pick(names);
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    if (choice === 1 && name === at) continue;
    put(copy, name, choice > 1 && name === at ? swapped(name, object[name], dice) : object[name]);
  }
  if (choice === 0) put(copy, dice.pick(EXTRA), dice.oneIn(2) ? "secret" : openValue(dice));
  return copy;
}

/** A tag becomes another tag, anything else is changed inside. */
function swapped(name: string, value: unknown, dice: Dice): unknown {
  return name === "tag" ? dice.pick(["a", "b", "c", "end", 1, "1", true, null]) : mutate(value, dice);
}

/** Simpler values: first what is inside, then the same with less in it. */
export function* simplerValues(value: unknown): Generator<unknown> {
  if (value instanceof Set) {
    for (const list of simplerValues([...value])) if (Array.isArray(list)) yield new Set(list);
  } else if (value instanceof Map) {
    for (const list of simplerValues([...value])) if (isEntries(list)) yield new Map(list);
  } else if (Array.isArray(value)) {
    yield* value;
    for (const at of value.keys()) yield value.filter((_, index) => index !== at);
    for (const [at, one] of value.entries())
      for (const other of simplerValues(one)) yield value.map((old, index) => (index === at ? other : old));
  } else if (isRecord(value)) {
    const entries = Object.entries(value);
    yield* entries.map(([, one]) => one);
    for (const [name] of entries) yield ownEntries(entries.filter(([other]) => other !== name));
    for (const [name, one] of entries)
      for (const other of simplerValues(one))
        yield ownEntries(entries.map(([key, old]) => [key, key === name ? other : old]));
  } else if (typeof value === "string" && value !== "a" && value !== "") yield* ["a", ""];
  else if (value instanceof Date) yield* value.getTime() === 0 ? ["a"] : ["a", new Date(0)];
  else if (typeof value === "bigint" || value instanceof URL) yield "a";
  else if (typeof value === "number" && value !== 1) yield 1;
}

function isEntries(list: unknown): list is [unknown, unknown][] {
  return Array.isArray(list) && list.every((entry) => Array.isArray(entry) && entry.length === 2);
}

function ownEntries(entries: readonly [string, unknown][]): object {
  const object = {};
  for (const [name, value] of entries) put(object, name, value);
  return object;
}
