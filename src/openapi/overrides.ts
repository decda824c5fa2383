import type { z } from "zod";
import { defaultMaker, isReadonly, patternsOf, sizeBounds } from "../schema/annotations.js";
import { hasChecks } from "../schema/formats.js";
import type { SchemaNode, Side } from "../schema/node.js";
import { schemaNode } from "../schema/schema-node.js";
import { DATE_WITHOUT_SECONDS } from "../schema/text.js";
import type { JsonSchema } from "./document.js";
import { withoutFlags } from "./without-flags.js";
import { wireValue } from "./wire-value.js";

/** Describes a schema inside another. */
export type Inner = (schema: z.core.$ZodType) => JsonSchema;

type Draft = Record<string, unknown>;

/** A date as the server writes it. */
export const DATE_OUTPUT: JsonSchema = { type: "string", format: "date-time" };

/** A date as the server reads it. */
export const DATE_INPUT: JsonSchema = {
  type: "string",
  anyOf: [
    {
      format: "date-time",
      pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$",
    },
    { format: "date", pattern: "^\\d{4}-\\d\\d-\\d\\d$" },
    { pattern: DATE_WITHOUT_SECONDS },
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

/** Corrects Zod's JSON Schema of one schema to what travels. */
export function correct(schema: z.core.$ZodType, json: Draft, side: Side, inner: Inner): void {
  delete json.id;
  correctKind(schemaNode(schema, side), json, side, inner);
  const makeDefault = defaultMaker(schema);
  if (makeDefault !== undefined) correctDefault(makeDefault, json);
  if (isReadonly(schema)) delete json.readOnly; // of a value in memory; in OpenAPI the word is about requests
}

function correctKind(node: SchemaNode, json: Draft, side: Side, inner: Inner): void {
  if ("coerces" in node && node.coerces) {
    replace(json, {}); // it takes any value and converts it
    return;
  }
  switch (node.kind) {
    case "date":
      replace(json, side === "input" ? DATE_INPUT : DATE_OUTPUT);
      break;
    case "bigint":
      replace(json, BIGINT);
      break;
    case "nan":
      replace(json, { type: "string", const: "NaN" });
      break;
    case "instance":
      if (node.class === URL) replace(json, { type: "string", format: "uri" });
      break;
    case "set":
      replace(json, {
        type: "array",
        items: inner(node.element.schema),
        ...sizes(node),
        ...((side === "output" || hasChecks(node.schema)) && { uniqueItems: true }), // equal elements count once
      });
      break;
    case "map":
      replace(json, { type: "array", items: entry([node.key, node.value], inner), ...sizes(node) });
      break;
    case "literal":
      if ([...node.values].some((value) => typeof value === "bigint" || value === undefined))
        replace(json, { enum: [...node.values].map(wireValue).filter((value) => value !== undefined) });
      break;
    case "catch":
      replace(json, {}); // it takes any value
      break;
    case "object":
      if (node.rest === undefined && !node.isStrict) delete json.additionalProperties; // others never leave, but may come to be added
      break;
    case "record":
      correctRecord(json);
      break;
    case "string":
      correctString(node.schema, json);
      break;
  }
}

/** Sets the keywords, and keeps what the user said of the schema. A `.meta({ type: … })` of the user's own wins. */
function replace(json: Draft, keywords: JsonSchema): void {
  for (const key of Object.keys(json)) if (!ANNOTATIONS.includes(key)) delete json[key];
  Object.assign(json, keywords);
}

function entry(parts: readonly [SchemaNode, SchemaNode], inner: Inner): JsonSchema {
  const prefixItems = parts.map(({ schema }) => inner(schema));
  return { type: "array", prefixItems, items: false, minItems: 2, maxItems: 2 };
}

function sizes({ schema }: SchemaNode): JsonSchema {
  const { min, max } = sizeBounds(schema);
  return { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) };
}

/** A default that is made anew each time says nothing, and would make every document another. */
function correctDefault(make: () => unknown, json: Draft): void {
  const stable = stableDefault(make);
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

function correctString(schema: z.core.$ZodType, json: Draft): void {
  if (NO_FORMATS.has(json.format)) delete json.format;
  const patterns = patternsOf(schema);
  if (!patterns.some(({ flags }) => /[ims]/.test(flags))) return;
  const flagless = patterns.flatMap((each) => withoutFlags(each) ?? []);
  delete json.pattern;
  delete json.allOf;
  if (flagless.length === 1) json.pattern = flagless[0];
  else if (flagless.length > 1) json.allOf = flagless.map((each) => ({ pattern: each }));
}
