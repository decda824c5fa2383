import type { z } from "zod";
import {
  allSchemas,
  type Definition,
  definition,
  innerSchemas,
  instanceClass,
  lazyInner,
  type Side,
} from "./definition.js";
import type { Dice } from "./dice.js";
import { BIGINTS, DATES, FAR_DATES, NUMBERS, TEXTS } from "./words.js";

/** A value that was not found: of a schema that takes none, or hardly any. */
export class NoValue extends Error {}

const DEEP = 5;
const DEEPEST = 14;
const URLS = ["https://example.org/a?b=c", "http://localhost/"];

/** Makes a value that a schema takes (input), or one that it may give (output). */
export function fitValue(schema: z.ZodType, side: Side, dice: Dice, depth = 0): unknown {
  if (depth > DEEPEST) throw new NoValue();
  const def = definition(schema);
  const of = (inner: z.ZodType | undefined | null) => (inner ? fitValue(inner, side, dice, depth + 1) : null);
  switch (def.type) {
    case "string":
      return accepted(schema, side, dice, TEXTS, (text) => text);
    case "template_literal":
      return accepted(schema, side, dice, TEXTS, (text) => text);
    case "number":
    case "int":
      return accepted(schema, side, dice, NUMBERS, (number) => number);
    case "bigint":
      return accepted(schema, side, dice, BIGINTS, (number) => number);
    case "date":
      return accepted(schema, side, dice, dice.oneIn(20) ? [...FAR_DATES, ...DATES] : DATES, (time) => new Date(time));
    case "boolean":
      return accepted(schema, side, dice, [true, false], (value) => value);
    case "null":
      return null;
    case "undefined":
    case "void":
      return undefined;
    case "nan":
      return Number.NaN;
    case "any":
    case "unknown":
    case "transform":
      return openValue(dice);
    case "custom":
      if (instanceClass(schema) === URL) return new URL(dice.pick(URLS));
      return accepted(schema, side, dice, [openValue(dice), new Date(3), "a"], (value) => value);
    case "literal":
    case "enum":
      return dice.pick([...(schema._zod.values ?? [])]);
    case "optional":
      return dice.oneIn(depth > DEEP ? 1 : 3) ? undefined : of(def.innerType);
    case "nullable":
      return dice.oneIn(depth > DEEP ? 1 : 3) ? null : of(def.innerType);
    case "default":
    case "prefault":
      return side === "input" && dice.oneIn(3) ? undefined : present(() => of(def.innerType));
    case "nonoptional":
      return present(() => of(def.innerType));
    case "catch":
      return side === "input" && dice.oneIn(3) ? openValue(dice) : of(def.innerType);
    case "readonly":
      return of(def.innerType);
    case "success":
      return side === "input" ? of(def.innerType) : dice.oneIn(2);
    case "pipe":
      return of(side === "input" ? fromOpen(def) : def.out);
    case "lazy":
      return of(lazyInner(schema));
    case "array":
      return elements(schema, dice, depth, () => of(def.element));
    case "set":
      return new Set(elements(schema, dice, depth, () => of(def.valueType)));
    case "map":
      return new Map(elements(schema, dice, depth, () => [of(def.keyType), of(def.valueType)] as const));
    case "tuple":
      return tupleValue(def, dice, depth, of);
    case "record":
      return recordValue(def, dice, depth, of);
    case "object":
      return objectValue(def, dice, of);
    case "union":
      return unionValue(def, side, dice, depth);
    case "intersection":
      return joined(of(def.left), of(def.right));
    default:
      throw new NoValue();
  }
}

/** Of a pipe that takes anything first (`preprocess`), the schema behind says what makes sense. */
function fromOpen(def: Definition): z.ZodType | undefined {
  const isOpen = def.in !== undefined && ["transform", "unknown", "any"].includes(definition(def.in).type);
  return isOpen ? def.out : def.in;
}

function accepted<T>(
  schema: z.ZodType,
  side: Side,
  dice: Dice,
  list: readonly T[],
  make: (one: T) => unknown,
): unknown {
  if (side === "input" && definition(schema).coerce && dice.oneIn(2)) return dice.pick<unknown>(["1", 1, true, "0"]);
  for (let attempt = 0; attempt < 40; attempt++) {
    const value = make(dice.pick(list));
    try {
      if (schema.safeParse(value).success) return value;
    } catch {}
  }
  const first = list.map(make).find((value) => schema.safeParse(value).success);
  if (first === undefined) throw new NoValue();
  return first;
}

function present(make: () => unknown): unknown {
  for (let attempt = 0; attempt < 10; attempt++) {
    const value = make();
    if (value !== undefined) return value;
  }
  throw new NoValue();
}

/** Anything that travels: JSON and the rich types. */
export function openValue(dice: Dice, depth = 0): unknown {
  const inner = () => openValue(dice, depth + 1);
  switch (dice.below(depth > 2 ? 6 : 10)) {
    case 0:
      return dice.pick(TEXTS);
    case 1:
      return dice.pick(NUMBERS);
    case 2:
      return dice.oneIn(2);
    case 3:
      return dice.pick([null, new Date(dice.pick(DATES)), dice.pick(BIGINTS), new URL(dice.pick(URLS))]);
    case 4:
      return dice.oneIn(2) ? [] : {};
    case 5:
      return "text";
    case 6:
      return dice.times(dice.below(3), inner);
    case 7:
      return dice.oneIn(2) ? new Set(dice.times(dice.below(3), inner)) : new Map([[inner(), inner()]]);
    default:
      return Object.fromEntries(
        dice.times(dice.below(3), () => [dice.pick(["a", "b", "kind", "tag", "kids"]), inner()]),
      );
  }
}

function elements<T>(schema: z.ZodType, dice: Dice, depth: number, make: () => T): T[] {
  const sizes = (definition(schema).checks ?? []).map(
    ({ _zod }) => _zod.def as { minimum?: number; maximum?: number; length?: number },
  );
  const least = Math.max(0, ...sizes.map(({ minimum, length }) => length ?? minimum ?? 0));
  const most = Math.min(least + 3, ...sizes.map(({ maximum, length }) => length ?? maximum ?? 3));
  const count = depth > DEEP ? least : least + dice.below(Math.max(0, most - least) + 1);
  return dice.times(count, make);
}

function tupleValue(def: Definition, dice: Dice, depth: number, of: (inner?: z.ZodType | null) => unknown): unknown[] {
  const all = (def.items ?? []).map(of);
  while (all.length > 0 && all.at(-1) === undefined) all.pop();
  if (!def.rest || all.length < (def.items ?? []).length) return all;
  return [...all, ...dice.times(depth > DEEP ? 0 : dice.below(3), () => of(def.rest))];
}

function recordValue(def: Definition, dice: Dice, depth: number, of: (inner?: z.ZodType | null) => unknown): object {
  const keys = def.keyType?._zod.values;
  const names = keys
    ? [...keys].map((key) => `${String(key)}`)
    : dice.times(
        depth > DEEP ? 0 : dice.below(3),
        () => `${dice.pick(["a", "b", "0", "12", "xk", "*", dice.oneIn(4) ? "__proto__" : "k"])}`,
      );
  const object: Record<string, unknown> = {};
  for (const name of names) put(object, name, of(def.valueType));
  return object;
}

function objectValue(def: Definition, dice: Dice, of: (inner?: z.ZodType | null) => unknown): object {
  const object: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(def.shape ?? {})) {
    const value = of(inner);
    if (value !== undefined) put(object, name, value);
  }
  const isOpen = def.catchall !== undefined && definition(def.catchall).type !== "never";
  if (isOpen && dice.oneIn(2))
    put(object, dice.oneIn(9) ? "__proto__" : dice.pick(["other", "more"]), of(def.catchall));
  return object;
}

/** Sets an own member, also one called `__proto__`. */
export function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function unionValue(def: Definition, side: Side, dice: Dice, depth: number): unknown {
  const shuffled = dice.shuffle(def.options ?? []);
  const options = depth > 2 ? [...shuffled].sort((one, other) => weight(one) - weight(other)) : shuffled;
  for (const option of options) {
    try {
      return fitValue(option, side, dice, depth + 1);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
    }
  }
  throw new NoValue();
}

const weights = new WeakMap<z.ZodType, number>();

/** Schemas that hold themselves weigh more. */
function weight(schema: z.ZodType): number {
  let known = weights.get(schema);
  if (known === undefined) {
    const all = [...allSchemas(schema)];
    const isRecursive = all.some((one) => innerSchemas(one).some((inner) => allSchemas(inner).has(one)));
    known = isRecursive ? 1 : 0;
    weights.set(schema, known);
  }
  return known;
}

/** What both sides of an intersection may take: objects and lists are joined, of others the left one stays. */
function joined(left: unknown, right: unknown): unknown {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.map((one, index) => (index in right ? joined(one, right[index]) : one)).slice(0, right.length);
  }
  if (!isRecord(left) || !isRecord(right)) return left;
  const object: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...right, ...left })) {
    const both = Object.hasOwn(left, name) && Object.hasOwn(right, name);
    put(object, name, both ? joined(left[name], right[name]) : value);
  }
  return object;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
