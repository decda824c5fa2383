import { z } from "zod";
import type { SchemaDefinition } from "../define/schema-definition.js";
import type { JsonSchema } from "./document.js";
import { withoutFlags } from "./without-flags.js";
import { wireValue } from "./wire-value.js";

/** Which side of a schema is described: what requests send, or what answers hold. */
export type Side = "input" | "output";

/** Describes a schema inside another. */
export type Inner = (schema: z.ZodType) => JsonSchema;

/** With what only descriptions read. */
interface Def extends SchemaDefinition {
  readonly defaultValue?: unknown;
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

interface Check {
  readonly check: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly size?: number;
  readonly pattern?: RegExp;
}

type Draft = Record<string, unknown>;

const DAY = "\\d{4}-\\d\\d-\\d\\d";
const TIME = "T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)";

/** A date as the server writes it. */
export const DATE_OUTPUT: JsonSchema = { type: "string", format: "date-time" };

/** A date as the server reads it: a day, or a day and time with an offset. */
export const DATE_INPUT: JsonSchema = {
  type: "string",
  anyOf: [
    { format: "date-time", pattern: `^${DAY}${TIME}$` },
    { format: "date", pattern: `^${DAY}$` },
  ],
};

export const BIGINT: JsonSchema = { type: "string", pattern: "^(?:0|-?[1-9]\\d*)$" };

// Zod's names of checks on text, which are no formats.
const NO_FORMATS: ReadonlySet<unknown> = new Set([
  "starts_with",
  "ends_with",
  "includes",
  "lowercase",
  "uppercase",
  "regex",
  "template_literal",
]);

const ANNOTATIONS = ["title", "description", "examples", "deprecated", "default", "readOnly", "writeOnly"];

/** Corrects what Zod says of a schema's JSON to what this library puts on the wire. */
export function correct(schema: z.core.$ZodType, json: Draft, side: Side, inner: Inner): void {
  const def = schema._zod.def as unknown as Def; // the members read here are Zod's own, per `type`
  delete json.id;
  switch (def.type) {
    case "date":
      replace(json, side === "input" ? DATE_INPUT : DATE_OUTPUT);
      break;
    case "bigint":
      replace(json, BIGINT);
      break;
    case "set":
      replace(json, {
        type: "array",
        items: inner(def.valueType ?? z.unknown()),
        ...sizes(def),
        ...((side === "output" || def.checks !== undefined) && { uniqueItems: true }), // several alike count as one
      });
      break;
    case "map":
      replace(json, { type: "array", items: entry(def, inner), ...sizes(def) });
      break;
    case "literal":
      if (def.values?.some((value) => typeof value === "bigint" || value === undefined))
        replace(json, { enum: def.values.map(wireValue) });
      break;
    case "catch":
      if (side === "input") replace(json, {}); // whatever comes is taken
      break;
    case "default":
    case "prefault":
      correctDefault(def, json);
      break;
    case "readonly":
      delete json.readOnly; // of a value in memory; in OpenAPI the word is about requests
      break;
    case "object":
      if (def.catchall === undefined) delete json.additionalProperties; // others never leave, but may come to be added
      break;
    case "record":
      correctRecord(json);
      break;
    case "string":
      correctString(def, json);
      break;
  }
}

/** Sets the keywords, and keeps what the user said of the schema. A `.meta({ type: … })` of the user's own wins. */
function replace(json: Draft, keywords: JsonSchema): void {
  for (const key of Object.keys(json)) if (!ANNOTATIONS.includes(key)) delete json[key];
  Object.assign(json, keywords);
}

function entry(def: Def, inner: Inner): JsonSchema {
  const prefixItems = [inner(def.keyType ?? z.unknown()), inner(def.valueType ?? z.unknown())];
  return { type: "array", prefixItems, items: false, minItems: 2, maxItems: 2 };
}

function sizes({ checks = [] }: Def): JsonSchema {
  const sizes: Draft = {};
  for (const { _zod } of checks) {
    const { check, minimum, maximum, size } = _zod.def;
    if (check === "min_size") sizes.minItems = minimum;
    if (check === "max_size") sizes.maxItems = maximum;
    if (check === "size_equals") Object.assign(sizes, { minItems: size, maxItems: size });
  }
  return sizes;
}

/** A default that is made anew each time says nothing, and would make every document another. */
function correctDefault(def: Def, json: Draft): void {
  const stable = stableDefault(() => def.defaultValue);
  if (stable === undefined) delete json.default;
  else json.default = stable;
}

const A_MINUTE = 60_000;

/** A default's wire form; undefined where two calls differ, or it is about now. */
export function stableDefault(make: () => unknown): unknown {
  const [first, second] = [wireValue(make()), wireValue(make())];
  if (JSON.stringify(first) !== JSON.stringify(second)) return undefined;
  if (typeof first === "string" && Math.abs(Date.parse(first) - Date.now()) < A_MINUTE) return undefined;
  return first;
}

/** JSON's keys are strings, whatever they are read as. */
function correctRecord(json: Draft): void {
  const names = json.propertyNames as JsonSchema | undefined; // as Zod writes it
  if (names?.type !== "string" && names?.enum === undefined) delete json.propertyNames;
  else if (Object.keys(names).length === 1) delete json.propertyNames;
}

function correctString({ pattern, checks = [] }: Def, json: Draft): void {
  if (NO_FORMATS.has(json.format)) delete json.format;
  const patterns = [pattern, ...checks.map(({ _zod }) => _zod.def.pattern)].filter((each) => each !== undefined);
  if (!patterns.some(({ flags }) => /[ims]/.test(flags))) return;
  const flagless = patterns.flatMap((each) => withoutFlags(each) ?? []);
  delete json.pattern;
  delete json.allOf;
  if (flagless.length === 1) json.pattern = flagless[0];
  else if (flagless.length > 1) json.allOf = flagless.map((each) => ({ pattern: each }));
}
