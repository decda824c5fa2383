import type { JsonSchema } from "../document/document.js";
import { isRecord, type Keywords, mergeSchemas, type NamedSchemas, resolveRef } from "../document/keywords.js";
import { isAllowed } from "./is-allowed.js";
import { numbersFor, textsFor } from "./scalars.js";

export interface ExampleOptions {
  /** Whether it is a part of a request, where members that are read-only are left out. */
  readonly isRequest?: boolean;
  /** The name of the value, such as that of a parameter. */
  readonly name?: string;
}

/** A larger example leaves out what is optional. Schemas that refer to each other could otherwise grow without end. */
const ENOUGH = 300;
/** Gives up. */
const TOO_MUCH = 3000;

/**
 * A value that a schema allows: what the schema itself says (`const`, `examples`, `enum`, `default`), or else the simplest
 * value of its format and its name. It is the same at each call. Undefined if no such value was found.
 */
export function exampleOf(schema: JsonSchema, schemas: NamedSchemas, options: ExampleOptions = {}): unknown {
  const maker = new ExampleMaker(schemas, options);
  return maker.make(schema, { name: options.name ?? "", variant: 0, refs: [] });
}

interface Place {
  readonly name: string;
  /** The position in a list whose items must differ. */
  readonly variant: number;
  /** The references that lead here. */
  readonly refs: readonly string[];
}

class ExampleMaker {
  readonly #schemas: NamedSchemas;
  readonly #options: ExampleOptions;
  #count = 0;

  constructor(schemas: NamedSchemas, options: ExampleOptions) {
    this.#schemas = schemas;
    this.#options = options;
  }

  make(schema: JsonSchema, place: Place): unknown {
    if (++this.#count > TOO_MUCH) return undefined;
    for (const candidate of this.#candidates(schema, place)) {
      if (candidate !== undefined && isAllowed(schema, candidate, this.#schemas)) return candidate;
    }
    return undefined;
  }

  *#candidates(schema: JsonSchema, place: Place): Iterable<unknown> {
    const keywords: Keywords = schema;
    const { $ref, ...beyondRef } = keywords;
    const { allOf, ...beyondAll } = beyondRef;
    const { anyOf, oneOf, ...rest } = beyondAll;
    if ("const" in keywords) yield keywords.const;
    yield* listed(keywords.examples).slice(place.variant).map(asJson);
    yield* listed(keywords.enum).slice(place.variant);
    if ("default" in keywords && place.variant === 0) yield asJson(keywords.default);
    if ($ref !== undefined) {
      if (place.refs.includes($ref)) return; // it contains itself
      const inner = { ...place, refs: [...place.refs, $ref] };
      yield this.make(mergeSchemas([json(beyondRef), resolveRef($ref, this.#schemas)]), inner);
    } else if (allOf !== undefined) {
      const parts = allOf.map((part) => this.#resolved(part));
      yield this.make(mergeSchemas([json(beyondAll), ...parts]), place);
      for (const part of parts) yield this.make(part, place);
    } else if (anyOf !== undefined || oneOf !== undefined) {
      const branches = anyOf ?? oneOf ?? [];
      const isNull = ({ type }: Keywords) => type === "null";
      for (const branch of [...branches.filter((each) => !isNull(each)), ...branches.filter(isNull)])
        yield this.make(mergeSchemas([json(rest), branch]), place);
    } else yield* this.#ofType(keywords, place);
  }

  *#ofType(keywords: Keywords, place: Place): Iterable<unknown> {
    const types = keywords.type === undefined ? [guessType(keywords)] : [keywords.type].flat();
    for (const type of [...types].sort((a, b) => Number(a === "null") - Number(b === "null"))) {
      switch (type) {
        case "null":
          yield null;
          break;
        case "boolean":
          yield* [true, false];
          break;
        case "integer":
        case "number":
          yield* numbersFor(keywords, place.variant);
          break;
        case "string":
          yield* textsFor(keywords, place.name, place.variant);
          break;
        case "array":
          yield this.#list(keywords, place);
          yield [];
          break;
        case "object":
          yield this.#object(keywords, place);
          break;
      }
    }
  }

  #list({ prefixItems = [], items, minItems = 0, maxItems = Infinity }: Keywords, place: Place): unknown[] | undefined {
    const made: unknown[] = [];
    const count = Math.min(Math.max(minItems, prefixItems.length, items === false ? 0 : 1), maxItems);
    if (count > TOO_MUCH) return undefined;
    for (let index = 0; index < count; index++) {
      const schema = prefixItems[index] ?? items;
      const value = this.make(isRecord(schema) ? schema : {}, { ...place, variant: index });
      if (value === undefined) return undefined;
      made.push(value);
    }
    return made;
  }

  #object(keywords: Keywords, place: Place): object | undefined {
    const { properties = {}, required = [], additionalProperties, propertyNames, patternProperties = {} } = keywords;
    const members = new Map<string, unknown>();
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      if (!isRequired && this.#isLeftOut(name, schema)) continue;
      const value = this.make(schema, { ...place, name, variant: 0 });
      if (value === undefined && isRequired) return undefined;
      if (value !== undefined && (isRequired || !isEmpty(value))) members.set(name, value);
    }
    for (const name of required.filter((each) => !members.has(each)))
      members.set(name, this.#other(keywords, name, place));
    const free = Object.values(patternProperties)[0] ?? additionalProperties;
    const isRecordOfOthers = Object.keys(properties).length === 0 && isRecord(free) && Object.keys(free).length > 0;
    for (let index = 0; index < Math.max(keywords.minProperties ?? 0, isRecordOfOthers ? 1 : 0); index++) {
      const [pattern] = Object.keys(patternProperties);
      const names = { type: "string", ...(pattern !== undefined && { pattern }), ...propertyNames };
      const name = this.make(names, { ...place, name: "key", variant: index });
      if (typeof name !== "string" || this.#count > ENOUGH) break;
      if (!members.has(name)) members.set(name, this.#other(keywords, name, place));
    }
    // `Object.fromEntries` makes own members also of a name such as `__proto__`.
    return [...members.values()].includes(undefined) ? undefined : Object.fromEntries(members);
  }

  /** The value of a member that is not declared by name. */
  #other({ additionalProperties, patternProperties = {} }: Keywords, name: string, place: Place): unknown {
    const schema = Object.values(patternProperties)[0] ?? additionalProperties;
    return this.make(isRecord(schema) ? schema : {}, { ...place, name, variant: 0 });
  }

  #isLeftOut(name: string, schema: JsonSchema): boolean {
    const { readOnly, format } = this.#resolved(schema);
    if (this.#options.isRequest && readOnly === true) return true;
    return this.#count > ENOUGH || format === "uri-reference" || name === "included";
  }

  #resolved(schema: JsonSchema): JsonSchema & Keywords {
    const { $ref }: Keywords = schema;
    return $ref === undefined ? schema : resolveRef($ref, this.#schemas);
  }
}

function json(keywords: Keywords): JsonSchema {
  return { ...keywords };
}

function guessType(keywords: Keywords): string {
  const { items, prefixItems, pattern, format, minLength, minimum } = keywords;
  if (items !== undefined || prefixItems !== undefined) return "array";
  if ([pattern, format, minLength].some((each) => each !== undefined)) return "string";
  return minimum === undefined ? "object" : "number";
}

function listed(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
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
