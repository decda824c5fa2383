import type { z } from "zod";
import { askZod, issuesOf } from "./ask-zod.js";
import { type Definition, definition, instanceClass, lazyInner } from "./definition.js";
import { put } from "./fit-value.js";
import { type Judgement, Uncertain, uncertainOr } from "./judgement.js";
import { carried, holds, isPlainObject, plain } from "./plain.js";
import { same } from "./same.js";

/** What a plain client's JSON means: decoded in the most naive way, then judged by Zod. */
export function judgePlain(schema: z.ZodType, json: unknown): Judgement {
  return uncertainOr(() => {
    const decoded = decode(schema, json);
    const judgement = judge(schema, decoded);
    if (judgement.is === "accepted" && isFlattened(decoded, judgement.value)) throw new Uncertain("instance");
    return judgement;
  });
}

/** What Trestle's client's value means: itself. */
export function judgeRich(schema: z.ZodType, value: unknown): Judgement {
  return uncertainOr(() => {
    if (holds(value, isListWithGap)) throw new Uncertain("undefinedInList");
    if (holds(value, (one) => one instanceof Date && Number.isNaN(one.getTime()))) throw new Uncertain("invalidDate");
    const sent = carried(value);
    const decoded = judgePlain(schema, plain(sent));
    if (decoded.is === "uncertain" && decoded.reason === "inherited") throw new Uncertain("inherited");
    const rich = judge(schema, sent);
    if (rich.is === "accepted" && isFlattened(sent, rich.value)) throw new Uncertain("instance");
    const json = plain(sent);
    const isCut = (value: unknown) => `${JSON.stringify(plain(value))}`.length < `${JSON.stringify(json)}`.length;
    if (rich.is === "accepted" && decoded.is === "accepted" && isCut(rich.value) && !same(decoded.value, rich.value))
      throw new Uncertain("unheard");
    if (rich.is === "refused") {
      if (decoded.is !== "refused") throw new Uncertain("wrongType");
    } else if (
      same(json, sent) &&
      !(decoded.is === "accepted" && same(decoded.value, (rich as { value: unknown }).value))
    ) {
      throw new Uncertain("textLike");
    }
    return rich;
  });
}

function judge(schema: z.ZodType, value: unknown): Judgement {
  const result = askZod(schema, value);
  return result.success ? { is: "accepted", value: result.data } : { is: "refused", why: issuesOf(result) };
}

/** Whether a Date, a Set or the like was taken for an object without members. */
function isFlattened(given: unknown, taken: unknown): boolean {
  if (typeof given !== "object" || given === null || typeof taken !== "object" || taken === null) return false;
  const isPlain = !Array.isArray(taken) && isPlainObject(taken);
  if (!Array.isArray(given) && !isPlainObject(given)) {
    if (isPlain) return true;
    if (given instanceof Set && taken instanceof Set) return isFlattened([...given], [...taken]);
    return given instanceof Map && taken instanceof Map && isFlattened([...given], [...taken]);
  }
  return Object.entries(given).some(
    ([name, one]) => Object.hasOwn(taken, name) && isFlattened(one, Reflect.get(taken, name)),
  );
}

export function isListWithGap(value: unknown): boolean {
  if (value instanceof Map) return [...value].flat().includes(undefined);
  return (value instanceof Set || Array.isArray(value)) && [...value].includes(undefined);
}

/** Turns JSON into what the schema expects. What does not fit stays as it is. */
function decode(schema: z.ZodType, json: unknown): unknown {
  const def = definition(schema);
  const of = (inner: z.ZodType | undefined | null, value = json) => (inner ? decode(inner, value) : value);
  switch (def.type) {
    case "date":
      return typeof json === "string" ? (dateOf(json) ?? json) : json;
    case "bigint":
      return typeof json === "string" && /^(?:0|-?[1-9]\d*)$/.test(json) ? BigInt(json) : json;
    case "nan":
      return json === "NaN" ? Number.NaN : json;
    case "literal":
      return literalOf(def.values ?? [], json);
    case "custom":
      return instanceClass(schema) === URL && typeof json === "string" && URL.canParse(json) ? new URL(json) : json;
    case "array":
      return Array.isArray(json) ? json.map((one) => of(def.element, one)) : json;
    case "set":
      return Array.isArray(json) ? new Set(json.map((one) => of(def.valueType, one))) : json;
    case "map":
      return isEntries(json) ? new Map(json.map(([key, one]) => [of(def.keyType, key), of(def.valueType, one)])) : json;
    case "tuple":
      return Array.isArray(json) ? json.map((one, index) => of(def.items?.[index] ?? def.rest, one)) : json;
    case "record":
      refuseInherited(def.keyType?._zod.values ?? [], json);
      return decodeMembers(json, (name, one) => (isKey(def, name) ? of(def.valueType, one) : one));
    case "object":
      refuseInherited(Object.keys(def.shape ?? {}), json);
      return decodeMembers(json, (name, one) => of(own(def.shape, name) ?? def.catchall, one));
    case "union":
      return decodeUnion(def, json);
    case "intersection":
      return decodeIntersection(schema, def, json);
    case "pipe":
      return of(def.in);
    case "lazy":
      return of(lazyInner(schema));
    default:
      return of(def.innerType);
  }
}

function own(shape: Definition["shape"], name: string): z.ZodType | undefined {
  return shape && Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** A calendar date, or a date and a time with an offset. A day that does not exist is no date. */
function dateOf(text: string): Date | undefined {
  const match = /^(\d{4}-\d\d-\d\d|[+-]\d{6}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.exec(text);
  const day = match?.[1] ?? "";
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function literalOf(values: readonly unknown[], json: unknown): unknown {
  if (values.includes(json)) return json;
  return values.find((value) => typeof value === "bigint" && `${value}` === json) ?? json;
}

function isEntries(json: unknown): json is [unknown, unknown][] {
  return Array.isArray(json) && json.every((entry) => Array.isArray(entry) && entry.length === 2);
}

/** Whether a record judges the value under a name: a loose one lets other names pass with any value. */
function isKey({ keyType, mode }: Definition, name: string): boolean {
  if (mode !== "loose" || keyType === undefined) return true;
  return [name, Number(name)].some((key) => askZod(keyType, key).success);
}

/** @throws {Uncertain} If a value has a declared member only because every object inherits one. */
export function refuseInherited(names: Iterable<unknown>, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const name of names) {
    if (`${String(name)}` in Object.prototype && !Object.hasOwn(value, `${String(name)}`))
      throw new Uncertain("inherited");
  }
}

function decodeMembers(json: unknown, of: (name: string, one: unknown) => unknown): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json) || !isPlainObject(json)) return json;
  const object = {};
  for (const [name, one] of Object.entries(json)) put(object, name, of(name, one));
  return object;
}

/** The first option, in declared order, that takes what it decodes. */
function decodeUnion(def: Definition, json: unknown): unknown {
  const options = def.options ?? [];
  if (
    def.inclusive === false &&
    def.discriminator === undefined &&
    options.some((option) => !same(decode(option, json), json))
  )
    throw new Uncertain("xorText");
  for (const option of options) {
    const decoded = decode(option, json);
    if (askZod(option, decoded).success) return decoded;
  }
  return json;
}

/** Each side decodes what it knows, in both orders. */
function decodeIntersection(schema: z.ZodType, { left, right }: Definition, json: unknown): unknown {
  if (!left || !right) return json;
  const one = decode(right, decode(left, json));
  const other = decode(left, decode(right, json));
  if (same(one, other)) return one;
  const accepted = [one, other].filter((decoded) => askZod(schema, decoded).success);
  if (accepted.length === 2) throw new Uncertain("order");
  return accepted[0] ?? one;
}
