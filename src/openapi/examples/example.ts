import type { JsonSchema } from "../document/document.js";
import { isRecord, type Keywords, mergeSchemas, type NamedSchemas, resolveRef } from "../document/keywords.js";
import { numbersFor, textsFor } from "./scalars.js";

export interface ExampleOptions {
  /** Whether it is a part of a request, where members that are read-only are left out. */
  readonly isRequest?: boolean;
  /** The name of the value, such as that of a parameter. */
  readonly name?: string;
  /** Which of several examples whose values differ. In the body of a request, those of its attributes do. */
  readonly variant?: number;
}

/** A larger example leaves out what is optional. Schemas that refer to each other could otherwise grow without end. */
const ENOUGH = 300;
/** A schema that needs more values than this has no example. */
const TOO_MUCH = 3000;

/**
 * A value that a schema allows: what the schema itself says (`const`, `examples`, `enum`, `default`), or else the simplest
 * value of its format and its name. It is the same at each call. Undefined if no such value was found.
 */
export function exampleOf(schema: JsonSchema, schemas: NamedSchemas, options: ExampleOptions = {}): unknown {
  const { name = "", variant = 0 } = options;
  return new ExampleMaker(schemas, options).make(schema, { name, variant, refs: [] });
}

interface Place {
  readonly name: string;
  /** The position in a list whose items must differ. */
  readonly variant: number;
  /** The references that lead here. */
  readonly refs: readonly string[];
}

class ExampleMaker {
  #count = 0;

  constructor(
    readonly schemas: NamedSchemas,
    readonly options: ExampleOptions,
  ) {}

  make(given: unknown, place: Place): unknown {
    const schema = isRecord(given) ? given : {};
    if (++this.#count > TOO_MUCH) return undefined;
    for (const candidate of this.#candidates(schema, place)) {
      if (candidate !== undefined && isAllowed(schema, candidate, this.schemas)) return candidate;
    }
    return undefined;
  }

  *#candidates(schema: JsonSchema, place: Place): Iterable<unknown> {
    const keywords: Keywords = schema;
    const { $ref, ...beyondRef } = keywords;
    const { allOf, ...beyondAll } = beyondRef;
    const { anyOf, oneOf, ...rest } = beyondAll;
    if ("const" in keywords) yield keywords.const;
    const given = [keywords.examples, keywords.enum].map((each) => (Array.isArray(each) ? each : []));
    for (const all of given) yield* [...all.slice(place.variant), ...all].map(asJson);
    if ("default" in keywords && place.variant === 0) yield asJson(keywords.default);
    if ($ref !== undefined) {
      if (place.refs.includes($ref)) return; // it contains itself
      const inner = { ...place, refs: [...place.refs, $ref] };
      yield this.make(mergeSchemas([beyondRef, resolveRef($ref, this.schemas)]), inner);
    } else if (allOf !== undefined) {
      const parts = allOf.map((part) => this.#resolved(part));
      yield this.make(mergeSchemas([beyondAll, ...parts]), place);
      for (const part of parts) yield this.make(part, place);
    } else if (anyOf !== undefined || oneOf !== undefined) {
      const branches = anyOf ?? oneOf ?? [];
      const isNull = ({ type }: Keywords) => type === "null";
      for (const branch of [...branches.filter((each) => !isNull(each)), ...branches.filter(isNull)])
        yield this.make(mergeSchemas([rest, branch]), place);
    } else yield* this.#ofType(keywords, place);
  }

  *#ofType(keywords: Keywords, place: Place): Iterable<unknown> {
    const types = keywords.type === undefined ? [guessType(keywords)] : [keywords.type].flat();
    for (const type of [...types].sort((a, b) => Number(a === "null") - Number(b === "null"))) {
      if (type === "null") yield null;
      else if (type === "boolean") yield* [place.variant !== 1, place.variant === 1];
      else if (type === "integer" || type === "number") yield* numbersFor(keywords, place.variant);
      else if (type === "string") yield* textsFor(keywords, place.name, place.variant);
      else if (type === "array") yield* [this.#list(keywords, place), []];
      else if (type === "object") yield this.#object(keywords, place);
    }
  }

  #list({ prefixItems = [], items, minItems = 0, maxItems = Infinity }: Keywords, place: Place): unknown[] | undefined {
    const made: unknown[] = [];
    const count = Math.min(Math.max(minItems, prefixItems.length, items === false ? 0 : 1), maxItems);
    if (count > TOO_MUCH) return undefined;
    for (let index = 0; index < count; index++) {
      const value = this.make(prefixItems[index] ?? items, { ...place, variant: place.variant + index });
      if (value === undefined) return undefined;
      made.push(value);
    }
    return made;
  }

  #object(keywords: Keywords, place: Place): object | undefined {
    const { properties = {}, required = [], additionalProperties, propertyNames, patternProperties = {} } = keywords;
    const members = new Map<string, unknown>();
    const variant = place.name === "attributes" ? this.options.variant : 0;
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      if (!isRequired && this.#isLeftOut(name, schema)) continue;
      const value = this.make(schema, { ...place, name, variant: variant ?? 0 });
      if (value === undefined && isRequired) return undefined;
      if (value !== undefined && (isRequired || !isEmpty(value))) members.set(name, value);
    }
    for (const name of required.filter((each) => !members.has(each)))
      members.set(name, this.#other(keywords, name, place));
    const free = Object.values(patternProperties)[0] ?? additionalProperties;
    const isRecordOfOthers = Object.keys(properties).length === 0 && isRecord(free) && Object.keys(free).length > 0;
    for (let index = 0; index < Math.max(keywords.minProperties ?? 0, isRecordOfOthers ? 1 : 0); index++) {
      const [pattern] = Object.keys(patternProperties);
      const names = { type: "string", ...(pattern !== undefined && { pattern }), ...Object(propertyNames) };
      const name = this.make(names, { ...place, name: "key", variant: index });
      if (typeof name !== "string" || this.#count > ENOUGH) break;
      if (!members.has(name)) members.set(name, this.#other(keywords, name, place));
    }
    // `Object.fromEntries` makes own members also of a name such as `__proto__`.
    return [...members.values()].includes(undefined) ? undefined : Object.fromEntries(members);
  }

  /** The value of a member that is not declared by name. */
  #other({ additionalProperties, patternProperties = {} }: Keywords, name: string, place: Place): unknown {
    return this.make(Object.values(patternProperties)[0] ?? additionalProperties, { ...place, name, variant: 0 });
  }

  #isLeftOut(name: string, schema: unknown): boolean {
    const { readOnly, deprecated, format, type } = this.#resolved(schema);
    if (this.options.isRequest ? (readOnly ?? deprecated) === true : name === "data" && type === "array") return true;
    return this.#count > ENOUGH || format === "uri-reference" || /^(included|lid|rangeTruncated)$/.test(name);
  }

  #resolved(schema: unknown): Keywords {
    const keywords: Keywords = isRecord(schema) ? schema : {};
    return keywords.$ref === undefined ? keywords : resolveRef(keywords.$ref, this.schemas);
  }
}

function guessType(keywords: Keywords): string {
  const { items, prefixItems, pattern, format, minLength, minimum } = keywords;
  if (items !== undefined || prefixItems !== undefined) return "array";
  if ([pattern, format, minLength].some((each) => each !== undefined)) return "string";
  return minimum === undefined ? "object" : "number";
}

/** An example in `.meta()` may be a Date or another value that JSON does not have. */
function asJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return typeof value === "bigint" ? `${value}` : undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/**
 * Whether a schema allows a value. It knows the keywords that descriptions contain; other keywords allow any value, and so
 * do most formats.
 */
export function isAllowed(schema: unknown, value: unknown, schemas: NamedSchemas): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isRecord(schema)) return true;
  const keywords: Keywords = schema;
  const inner = (each: unknown, part: unknown = value) => isAllowed(each, part, schemas);
  const { $ref, allOf = [], anyOf, oneOf, not, type } = keywords;
  if ($ref !== undefined && !inner(resolveRef($ref, schemas))) return false;
  if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return false;
  if ("const" in keywords && !isEqual(keywords.const, value)) return false;
  if (keywords.enum !== undefined && !keywords.enum.some((each) => isEqual(each, value))) return false;
  if (!allOf.every((each) => inner(each))) return false;
  if (anyOf !== undefined && !anyOf.some((each) => inner(each))) return false;
  if (oneOf !== undefined && oneOf.filter((each) => inner(each)).length !== 1) return false;
  if (not !== undefined && inner(not)) return false;
  if (typeof value === "string") return textMatches(keywords, value);
  if (typeof value === "number") return numberMatches(keywords, value);
  if (Array.isArray(value)) return listMatches(keywords, value, inner);
  return !isRecord(value) || objectMatches(keywords, value, inner);
}

type Inner = (schema: unknown, value: unknown) => boolean;

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function textMatches({ minLength = 0, maxLength = Infinity, pattern, format }: Keywords, value: string): boolean {
  const length = [...value].length; // JSON Schema counts code points
  if (length < minLength || length > maxLength) return false;
  if (format === "uri" && !URL.canParse(value)) return false;
  return pattern === undefined || hasPattern(pattern, value);
}

function hasPattern(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return false; // not a pattern of JSON Schema
  }
}

function numberMatches(keywords: Keywords, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (!Number.isFinite(value) || value < minimum || value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= Number(exclusiveMinimum)) return false;
  if (exclusiveMaximum !== undefined && value >= Number(exclusiveMaximum)) return false;
  return multipleOf === undefined || Number.isInteger(value / multipleOf);
}

function listMatches(keywords: Keywords, value: readonly unknown[], inner: Inner): boolean {
  const { prefixItems = [], items, contains, minItems = 0, maxItems = Infinity, uniqueItems } = keywords;
  if (value.length < minItems || value.length > maxItems) return false;
  if (uniqueItems && new Set(value.map((each) => JSON.stringify(each))).size < value.length) return false;
  if (contains !== undefined && !value.some((each) => inner(contains, each))) return false;
  return value.every((each, index) => inner(prefixItems[index] ?? items, each));
}

function objectMatches(keywords: Keywords, value: Readonly<Record<string, unknown>>, inner: Inner): boolean {
  const { properties = {}, required = [], additionalProperties, propertyNames, patternProperties = {} } = keywords;
  const names = Object.keys(value);
  if (names.length < (keywords.minProperties ?? 0) || names.length > (keywords.maxProperties ?? Infinity)) return false;
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  if (propertyNames !== undefined && !names.every((name) => inner(propertyNames, name))) return false;
  return names.every((name) => {
    const patterns = Object.entries(patternProperties).filter(([pattern]) => hasPattern(pattern, name));
    if (!patterns.every(([, schema]) => inner(schema, value[name]))) return false;
    if (Object.hasOwn(properties, name)) return inner(properties[name], value[name]);
    return patterns.length > 0 || inner(additionalProperties, value[name]);
  });
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other);
}
