import fc from "fast-check";
import type { JsonSchema, OpenapiDocument } from "trestle/openapi";

/** A schema's keywords, as far as values are made from them. */
interface Keywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly uniqueItems?: boolean;
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": day().map((date) => date.toISOString()),
  date: day().map((date) => date.toISOString().slice(0, 10)),
  email: fc.constantFrom("ann@example.com", "b.c+d@mail.example.org"),
  uuid: fc.uuid({ version: 4 }),
  uri: fc.webUrl(),
};

function day(): fc.Arbitrary<Date> {
  return fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
}

/** Makes values that a schema of a document describes, most of them; ask a validator which. */
export class Arbitraries {
  readonly #document: OpenapiDocument;

  constructor(document: OpenapiDocument) {
    this.#document = document;
  }

  of(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
    const keywords: Keywords = schema;
    const { $ref, allOf, anyOf = keywords.oneOf, ...rest } = keywords;
    if ($ref !== undefined) return this.of(this.#resolve($ref), depth + 1);
    if (allOf !== undefined) return this.of(merge([rest as JsonSchema, ...allOf]), depth);
    if (anyOf !== undefined) {
      const { oneOf: _, ...base } = rest;
      const branches = anyOf.filter(({ pattern }: Keywords) => !pattern?.startsWith("^(?!")); // fast-check has no lookahead
      return fc.oneof(...branches.map((branch) => this.of(merge([base as JsonSchema, branch]), depth)));
    }
    if ("const" in keywords) return fc.constant(keywords.const);
    if (keywords.enum !== undefined) return fc.constantFrom(...keywords.enum);
    const { type } = keywords;
    if (typeof type === "object") return fc.oneof(...type.map((one) => this.of({ ...schema, type: one }, depth)));
    return this.#ofType(type, keywords, depth);
  }

  #ofType(type: string | undefined, keywords: Keywords, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case "string":
        return ofString(keywords);
      case "integer":
        return fc.integer({ min: bound(keywords.minimum, -1000), max: bound(keywords.maximum, 1000) });
      case "number":
        return ofNumber(keywords);
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return this.#ofArray(keywords, depth);
      case "object":
        return this.#ofObject(keywords, depth);
      default:
        return fc.jsonValue({ maxDepth: 1 });
    }
  }

  #ofArray({ prefixItems, items = {}, minItems = 0, maxItems = 3, uniqueItems }: Keywords, depth: number) {
    if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => this.of(item, depth)));
    if (depth > 8 && minItems === 0) return fc.constant([]); // where schemas refer to themselves there must be an end
    const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
    return uniqueItems
      ? fc.uniqueArray(this.of(items, depth + 1), bounds)
      : fc.array(this.of(items, depth + 1), bounds);
  }

  #ofObject({ properties = {}, required = [], additionalProperties }: Keywords, depth: number) {
    const kept = Object.entries(properties).filter(([name]) => depth < 8 || required.includes(name));
    const members = Object.fromEntries(kept.map(([name, schema]) => [name, this.of(schema, depth + 1)]));
    const declared = fc.record(members, { requiredKeys: required.filter((name) => name in members) });
    if (typeof additionalProperties !== "object") return declared;
    const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), this.of(additionalProperties, depth + 1), {
      maxKeys: 2,
    });
    return fc.tuple(declared, others).map(([one, other]) => ({ ...other, ...one }));
  }

  #resolve($ref: string): JsonSchema {
    const name = $ref.replace("#/components/schemas/", "");
    return this.#document.components.schemas[name] ?? {};
  }
}

/** Joins what holds together; of objects also the members. */
function merge(schemas: readonly JsonSchema[]): JsonSchema {
  const joined: Record<string, unknown> = Object.assign({}, ...schemas);
  const all = schemas as readonly Keywords[];
  if (joined.properties !== undefined)
    joined.properties = Object.assign({}, ...all.map(({ properties }) => properties));
  if (joined.required !== undefined) joined.required = all.flatMap(({ required = [] }) => required);
  return joined;
}

function bound(value: number | undefined, otherwise: number): number {
  return value === undefined || Math.abs(value) > 2 ** 40 ? otherwise : value;
}

function ofString({ format = "", pattern, minLength = 0, maxLength = 12 }: Keywords): fc.Arbitrary<string> {
  const known = FORMATS[format];
  if (known !== undefined) return known;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 12)) });
}

function ofNumber({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: Keywords): fc.Arbitrary<number> {
  if (multipleOf !== undefined) return fc.integer({ min: -20, max: 20 }).map((count) => count * multipleOf);
  return fc.double({
    min: exclusiveMinimum ?? bound(minimum, -1000),
    max: exclusiveMaximum ?? bound(maximum, 1000),
    minExcluded: exclusiveMinimum !== undefined,
    maxExcluded: exclusiveMaximum !== undefined,
    noNaN: true,
  });
}
