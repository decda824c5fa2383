import type { z } from "zod";
import { askZod, issuesOf, nearlyTakes } from "./ask-zod.js";
import { allSchemas, type Definition, definition, instanceClass, isExclusive, lazyInner } from "./definition.js";
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
    const rich = judge(schema, sent);
    if (rich.is === "accepted" && isFlattened(sent, rich.value)) throw new Uncertain("instance");
    const json = plain(sent);
    const isCut = (value: unknown) => `${JSON.stringify(plain(value))}`.length < `${JSON.stringify(json)}`.length;
    if (rich.is === "accepted" && decoded.is === "accepted" && isCut(rich.value) && !same(decoded.value, rich.value))
      throw new Uncertain("unheard");
    if (rich.is === "refused") {
      // The server also decodes what is still text among values whose types are known.
      if (decoded.is !== "refused" || judgePlain(schema, sent).is !== "refused") throw new Uncertain("wrongType");
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
  if (result.success && hasSuccessOfUnion(schema) && holds(result.data, (one) => one === false))
    throw new Uncertain("success");
  return result.success ? { is: "accepted", value: result.data } : { is: "refused", why: issuesOf(result) };
}

function hasSuccessOfUnion(schema: z.ZodType): boolean {
  const isUnion = (one: z.ZodType) => definition(one).type === "union";
  return [...allSchemas(schema)].some(
    (one) => definition(one).type === "success" && [...allSchemas(one)].some(isUnion),
  );
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
      return decodeMembers(json, (name, one) => (isKey(def, name) ? of(def.valueType, one) : one));
    case "object":
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

/** A calendar date, or a date and a time with an offset. A day that does not exist is not a date. */
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
  const isBeyondJson = (value: unknown) =>
    typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  return values.find((value) => isBeyondJson(value) && `${value}` === json) ?? json;
}

function isEntries(json: unknown): json is [unknown, unknown][] {
  return Array.isArray(json) && json.every((entry) => Array.isArray(entry) && entry.length === 2);
}

/** Whether a record judges the value under a name: a loose one lets other names pass with any value. */
function isKey({ keyType, mode }: Definition, name: string): boolean {
  if (mode !== "loose" || keyType === undefined) return true;
  return [name, Number(name)].some((key) => askZod(keyType, key).success);
}

function decodeMembers(json: unknown, of: (name: string, one: unknown) => unknown): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json) || !isPlainObject(json)) return json;
  const object = {};
  for (const [name, one] of Object.entries(json)) put(object, name, of(name, one));
  return object;
}

/** The first option, in declared order, that takes what it decodes; otherwise the only one that nearly does. */
function decodeUnion(def: Definition, json: unknown): unknown {
  const options = def.options ?? [];
  if (isExclusive(def) && options.some((option) => !same(decode(option, json), json))) throw new Uncertain("xorText");
  for (const [place, option] of options.entries()) {
    const decoded = decode(option, json);
    const result = askZod(option, decoded);
    if (!result.success) continue;
    for (const earlier of options.slice(0, place)) {
      const other = askZod(earlier, decoded);
      if (other.success && !same(other.data, result.data)) throw new Uncertain("decodedOption");
    }
    return decoded;
  }
  const near = options.filter((option) => nearlyTakes(option, decode(option, json)));
  return near.length === 1 && near[0] ? decode(near[0], json) : json;
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
