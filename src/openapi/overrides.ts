import type { z } from "zod";
import { defaultMaker, hasCustomCheck, isReadonly, patternsOf, sizeBounds } from "../schema/annotations.js";
import { hasChecks } from "../schema/formats.js";
import {
  allowsUndefined,
  type IntersectionNode,
  type ObjectNode,
  type RecordNode,
  reachableNodes,
  resolve,
  type SchemaNode,
  type Side,
  type TupleNode,
} from "../schema/node.js";
import { givesAbsence, mayGiveUndefined, takesAbsence } from "../schema/presence.js";
import { schemaNode } from "../schema/schema-node.js";
import { DATE_WITHOUT_SECONDS, FAR_DATE } from "../schema/text.js";
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
    { pattern: FAR_DATE },
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
        ...(isCountedOnce(node.element) && (side === "output" || hasChecks(node.schema)) && { uniqueItems: true }),
      });
      break;
    case "map":
      replace(json, { type: "array", items: entry([node.key, node.value], inner), ...sizes(node) });
      break;
    case "literal":
      if ([...node.values].some((value) => typeof value === "bigint" || value === undefined))
        replace(json, oneOf([...node.values].map(wireValue).filter((value) => value !== undefined)));
      break;
    case "catch":
      replace(json, {}); // it takes any value
      break;
    case "alias":
      if (["open", "catch"].includes(resolve(node).kind)) replace(json, {}); // a transform is given any value
      break;
    case "object":
      correctRequired(node, json, side);
      if (node.rest === undefined && !node.isStrict) delete json.additionalProperties; // others never leave, but may come to be added
      break;
    case "intersection":
      correctIntersection(node, json);
      break;
    case "tuple":
      correctTuple(node, json, side);
      break;
    case "union":
      if (Array.isArray(json.oneOf) && node.declaredTag === undefined && !(side === "input" && isExact(node))) {
        json.anyOf = json.oneOf; // two members may look alike as JSON
        delete json.oneOf;
      }
      break;
    case "record":
      if (node.isLoose)
        replace(json, { type: "object" }); // members whose key does not fit may be anything
      else correctRecord(node, json);
      break;
    case "string":
      correctString(node.schema, json);
      break;
  }
}

/** Zod requires members that a request may omit (`.catch()`), and members whose value may be undefined in a response. */
function correctRequired({ members }: ObjectNode, json: Draft, side: Side): void {
  const mayBeMissing = side === "input" ? takesAbsence : mayGiveUndefined;
  const required = ((json.required ?? []) as readonly string[]).filter((name) => {
    const member = members.get(name);
    return member === undefined || !mayBeMissing(member.schema);
  });
  if (required.length > 0) json.required = required;
  else delete json.required;
}

/**
 * Zod folds two objects into one. It cannot fold a side that stands behind something else, and would then demand that
 * each side knows all members.
 */
function correctIntersection(node: IntersectionNode, json: Draft): void {
  const sides = [node.left, node.right];
  const isReferred = Array.isArray(json.allOf) && json.allOf.some((side: JsonSchema) => "$ref" in side);
  const isFolded = sides.every(({ kind }) => kind === "object") && !isReferred && !hasInheritedName(node);
  if (!isFolded && sides.some((side) => reachableNodes(side).some(refusesMembers))) replace(json, {});
  // Zod folds by a lookup that finds inherited names. It leaves a copied list alone.
  else if (hasInheritedName(node) && Array.isArray(json.allOf)) json.allOf = [...json.allOf];
}

function refusesMembers(node: SchemaNode): boolean {
  return node.kind === "record" || (node.kind === "object" && node.isStrict);
}

/** Whether JSON Schema says all of what a node takes: no conversions, and no checks of the application's own. */
function isExact(node: SchemaNode): boolean {
  return reachableNodes(node).every(
    (inner) => EXACT.has(inner.kind) && !("coerces" in inner && inner.coerces) && !hasCustomCheck(inner.schema),
  );
}

const EXACT: ReadonlySet<SchemaNode["kind"]> = new Set([
  "alias",
  "never",
  "record",
  "array",
  "boolean",
  "literal",
  "null",
  "nullable",
  "number",
  "object",
  "optional",
  "string",
  "tuple",
  "union",
]);

function hasInheritedName(node: SchemaNode): boolean {
  return reachableNodes(node).some(
    (inner) => inner.kind === "object" && [...inner.members.keys()].some((name) => name in Object.prototype),
  );
}

function oneOf(values: readonly unknown[]): JsonSchema {
  return values.length === 0 ? { not: {} } : { enum: [...new Set(values)] }; // 12n and "12" look alike
}

/** Zod counts items that a schema takes but that may be missing. */
function correctTuple({ items, rest }: TupleNode, json: Draft, side: Side): void {
  const isOptional = side === "input" ? takesAbsence : givesAbsence;
  // Before other items, Zod does not count: each item is given what is there, or undefined.
  const mayBeMissing = (item: SchemaNode) => isOptional(item.schema) || (rest !== undefined && allowsUndefined(item));
  const min = items.findLastIndex((item) => !mayBeMissing(item)) + 1;
  if (min > 0) json.minItems = min;
  else delete json.minItems;
}

/** Whether two elements with the same JSON are one element of a set. Two equal objects are two. */
function isCountedOnce(node: SchemaNode): boolean {
  switch (node.kind) {
    case "string":
    case "number":
    case "boolean":
    case "bigint":
    case "null":
      return true;
    case "literal":
      return new Set([...node.values].map(String)).size === node.values.size;
    case "nullable":
    case "alias":
      return !node.inCycle && isCountedOnce(node.inner);
    default:
      return false;
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
function correctRecord({ keys, value }: RecordNode, json: Draft): void {
  if (keys !== undefined && allowsUndefined(value)) delete json.required;
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
