import { z } from "zod";
import { defaultMaker, hasCustomCheck, onlyPattern, patternsOf, sizeBounds } from "../../schema/annotations.js";
import { hasChecks } from "../../schema/formats.js";
import type * as nodes from "../../schema/node.js";
import { allowsUndefined, reachableNodes, resolve } from "../../schema/node.js";
import { givesAbsence, mayGiveUndefined, takesAbsence } from "../../schema/presence.js";
import { schemaNode } from "../../schema/schema-node.js";
import { DATE_WITHOUT_SECONDS, FAR_DATE, literalText } from "../../schema/text.js";
import type { JsonSchema } from "../document/document.js";
import { writeAnyValue } from "../../protocol/document/any-value.js";

/** Describes a schema inside another. */
export type Inner = (schema: z.core.$ZodType) => JsonSchema;

type MutableSchema = Record<string, unknown>;

export const DATE_OUTPUT: JsonSchema = { type: "string", format: "date-time" };

/** A date in a request. Each form has the type, because generators give one without it the type unknown. */
export const DATE_INPUT: JsonSchema = {
  type: "string",
  anyOf: [
    {
      type: "string",
      format: "date-time",
      pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$",
    },
    { type: "string", format: "date", pattern: "^\\d{4}-\\d\\d-\\d\\d$" },
    { type: "string", pattern: DATE_WITHOUT_SECONDS },
    { type: "string", pattern: FAR_DATE },
  ],
};

export const BIGINT: JsonSchema = { type: "string", pattern: "^(?:0|-?[1-9]\\d*)$" };

// Zod's names of checks on text, which are not formats.
const NO_FORMAT = /^(starts_with|ends_with|includes|lowercase|uppercase|regex|template_literal)$/;

const ANNOTATIONS = ["title", "description", "examples", "deprecated", "default", "readOnly", "writeOnly"];

/** Corrects Zod's JSON Schema of one schema to the JSON that is sent. */
export function correct(schema: z.core.$ZodType, json: MutableSchema, side: nodes.Side, inner: Inner): void {
  delete json.id;
  correctKind(schemaNode(schema, side), json, side, inner);
  const makeDefault = defaultMaker(schema);
  if (makeDefault !== undefined) correctDefault(makeDefault, json);
  if (schema._zod.def.type === "readonly") delete json.readOnly; // Zod means a value in memory; OpenAPI means requests
}

function correctKind(node: nodes.SchemaNode, json: MutableSchema, side: nodes.Side, inner: Inner): void {
  if (node.kind === "catch" || ("coerces" in node && node.coerces)) return void replace(json, {}); // accepts any value
  switch (node.kind) {
    case "date":
      return void replace(json, side === "input" ? DATE_INPUT : DATE_OUTPUT);
    case "bigint":
      return void replace(json, BIGINT);
    case "nan":
      return void replace(json, { type: "string", const: "NaN" });
    case "undefined":
      if (side === "input") replace(json, { not: {} }); // JSON cannot send it
      break;
    case "instance":
      if (node.class === URL) replace(json, { type: "string", format: "uri" });
      break;
    case "set":
      return void replace(json, {
        type: "array",
        items: inner(node.element.schema),
        ...sizes(node),
        ...(isCountedOnce(node.element) && (side === "output" || hasChecks(node.schema)) && { uniqueItems: true }),
      });
    case "map":
      return void replace(json, { type: "array", items: entry([node.key, node.value], inner), ...sizes(node) });
    case "literal":
      if ([...node.values].some((value) => literalText(value) !== undefined || value === undefined))
        replace(json, oneOf([...node.values].map(wireValue).filter((value) => value !== undefined)));
      break;
    case "alias":
      if (["open", "catch"].includes(resolve(node).kind)) replace(json, {}); // a transform accepts any value
      break;
    case "object":
      correctRequired(node, json, side);
      if (node.rest === undefined && !node.isStrict) delete json.additionalProperties; // other members are never sent, but a later version may add them
      break;
    case "intersection":
      return void correctIntersection(node, json);
    case "tuple":
      return void correctTuple(node, json, side);
    case "union":
      if (Array.isArray(json.oneOf) && node.declaredTag === undefined && !(side === "input" && isExact(node))) {
        json.anyOf = json.oneOf; // two members may have the same JSON
        delete json.oneOf;
      }
      break;
    case "record":
      if (node.isLoose) replace(json, looseRecord(node, json));
      else correctRecord(node, json);
      break;
    case "string":
      return void correctString(node.schema, json);
  }
}

/** Zod requires members that a request may omit (`.catch()`), and members whose value may be undefined in a response. */
function correctRequired({ members }: nodes.ObjectNode, json: MutableSchema, side: nodes.Side): void {
  const mayBeMissing = side === "input" ? takesAbsence : mayGiveUndefined;
  const required = ((json.required ?? []) as readonly string[]).filter((name) => {
    const member = members.get(name);
    return member === undefined || !mayBeMissing(member.schema);
  });
  if (required.length > 0) json.required = required;
  else delete json.required;
}

/**
 * Zod merges two objects into one. It cannot merge a wrapped side, and would then require that each side declares all
 * members.
 */
function correctIntersection(node: nodes.IntersectionNode, json: MutableSchema): void {
  const sides = [node.left, node.right];
  const isReferred = Array.isArray(json.allOf) && json.allOf.some((side: JsonSchema) => "$ref" in side);
  const isMerged = sides.every(({ kind }) => kind === "object") && !isReferred && !hasInheritedName(node);
  if (!isMerged && sides.some((side) => reachableNodes(side).some(rejectsMembers))) replace(json, {});
  // Zod's merge also looks up inherited names. It ignores a copied list.
  else if (hasInheritedName(node) && Array.isArray(json.allOf)) json.allOf = [...json.allOf];
}

function rejectsMembers(node: nodes.SchemaNode): boolean {
  return node.kind === "record" || (node.kind === "object" && node.isStrict);
}

/** Whether JSON Schema describes a node completely: it has no conversions and no custom checks. */
function isExact(node: nodes.SchemaNode): boolean {
  return reachableNodes(node).every(
    (inner) => EXACT.has(inner.kind) && !("coerces" in inner && inner.coerces) && !hasCustomCheck(inner.schema),
  );
}

const EXACT: ReadonlySet<nodes.SchemaNode["kind"]> = new Set([
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

function hasInheritedName(node: nodes.SchemaNode): boolean {
  return reachableNodes(node).some(
    (inner) => inner.kind === "object" && [...inner.members.keys()].some((name) => name in Object.prototype),
  );
}

function oneOf(values: readonly unknown[]): JsonSchema {
  return values.length === 0 ? { not: {} } : { enum: [...new Set(values)] }; // 12n and "12" have the same JSON
}

/** Zod also counts items that may be missing. */
function correctTuple({ items, rest }: nodes.TupleNode, json: MutableSchema, side: nodes.Side): void {
  const isOptional = side === "input" ? takesAbsence : givesAbsence;
  // With a rest, Zod does not count: a missing item is undefined.
  const mayBeMissing = (item: nodes.SchemaNode) =>
    isOptional(item.schema) || (rest !== undefined && allowsUndefined(item));
  const min = items.findLastIndex((item) => !mayBeMissing(item)) + 1;
  if (min > 0) json.minItems = min;
  else delete json.minItems;
  if (items.length === 0) delete json.prefixItems; // JSON Schema forbids an empty list
}

/** Whether two elements with the same JSON are one element of a set. Two equal objects are two. */
function isCountedOnce(node: nodes.SchemaNode): boolean {
  if (node.kind === "literal") return new Set([...node.values].map(String)).size === node.values.size;
  if (node.kind === "nullable" || node.kind === "alias") return !node.inCycle && isCountedOnce(node.inner);
  return ["string", "number", "boolean", "bigint", "null"].includes(node.kind);
}

/** Sets the keywords, and keeps the user's metadata. The user's `.meta({ type: … })` wins. */
function replace(json: MutableSchema, keywords: JsonSchema): void {
  for (const key of Object.keys(json)) if (!ANNOTATIONS.includes(key)) delete json[key];
  Object.assign(json, keywords);
}

function entry(parts: readonly [nodes.SchemaNode, nodes.SchemaNode], inner: Inner): JsonSchema {
  const prefixItems = parts.map(({ schema }) => inner(schema));
  return { type: "array", prefixItems, items: false, minItems: 2, maxItems: 2 };
}

function sizes({ schema }: nodes.SchemaNode): JsonSchema {
  const { min, max } = sizeBounds(schema);
  return { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) };
}

/** Omits a default that differs at each call, because every document would be different. */
function correctDefault(make: () => unknown, json: MutableSchema): void {
  const stable = stableDefault(make);
  if (stable === undefined) delete json.default;
  else json.default = stable;
}

const A_MINUTE = 60_000;

/** A default in JSON. Undefined if two calls differ, or if it is close to the current time. */
export function stableDefault(make: () => unknown): unknown {
  const [first, second] = [wireValue(make()), wireValue(make())];
  if (JSON.stringify(first) !== JSON.stringify(second)) return undefined;
  if (typeof first === "string" && Math.abs(Date.parse(first) - Date.now()) < A_MINUTE) return undefined;
  return first;
}

/** Members with other keys may have any type. */
function looseRecord({ key }: nodes.RecordNode, { patternProperties }: MutableSchema): JsonSchema {
  return { type: "object", ...(onlyPattern(key.schema) !== undefined && { patternProperties }) };
}

/** JSON's keys are always strings. */
function correctRecord({ key, keys, value }: nodes.RecordNode, json: MutableSchema): void {
  if (keys !== undefined && allowsUndefined(value)) delete json.required;
  const names = json.propertyNames as JsonSchema | undefined; // written by Zod
  if (names?.type !== "string" && names?.enum === undefined) delete json.propertyNames;
  else if (Object.keys(names).length === 1) delete json.propertyNames;
  const number = resolve(key);
  if (number.kind === "number" && !number.coerces)
    json.propertyNames = { type: "string", pattern: z.core.regexes.number.source };
}

function correctString(schema: z.core.$ZodType, json: MutableSchema): void {
  if (NO_FORMAT.test(`${json.format}`)) delete json.format;
  const patterns = patternsOf(schema);
  if (!patterns.some(({ flags }) => /[ims]/.test(flags))) return;
  const flagless = patterns.flatMap((each) => withoutFlags(each) ?? []);
  delete json.pattern;
  delete json.allOf;
  if (flagless.length === 1) json.pattern = flagless[0];
  else if (flagless.length > 1) json.allOf = flagless.map((each) => ({ pattern: each }));
}

/** The JSON that the server would send for a value. Undefined if JSON cannot represent it. */
function wireValue(value: unknown): unknown {
  const text = writeAnyValue(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Returns the source of an equivalent pattern without flags, because JSON Schema's patterns have none. Undefined if there
 * is none. For the flag `i`, letters are written in both cases.
 */
export function withoutFlags({ source, flags }: RegExp): string | undefined {
  if (/[ms]/.test(flags)) return undefined;
  if (!flags.includes("i")) return source;
  let text = "";
  let inClass = false;
  for (let index = 0; index < source.length; index++) {
    const token = tokenAt(source, index, inClass);
    index += token.length - 1;
    if (token === "[" && !inClass) inClass = true;
    else if (token === "]") inClass = false;
    text += bothCases(token, inClass);
  }
  return text;
}

/** An escape, a group's head, in a class a range, or one character. */
function tokenAt(source: string, index: number, inClass: boolean): string {
  const rest = source.slice(index);
  const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|k<[^>]*>|.)/s.exec(rest);
  if (escaped !== null) return escaped[0];
  if (!inClass) return /^\(\?(?:<[A-Za-z_$][\w$]*>|<?[=!]|:)/.exec(rest)?.[0] ?? source.charAt(index);
  return /^[a-zA-Z]-[a-zA-Z]/.exec(rest)?.[0] ?? source.charAt(index);
}

function bothCases(token: string, inClass: boolean): string {
  if (!/^[a-zA-Z](?:-[a-zA-Z])?$/.test(token)) return token;
  const isRange = token.length > 1;
  const [lower, upper] = [token.toLowerCase(), token.toUpperCase()];
  // A range from one case to the other, such as A-z, holds more than letters: it stays, and its ends' cases are in it.
  if (isRange && token !== lower && token !== upper) return token;
  return inClass ? `${lower}${upper}` : `[${lower}${upper}]`;
}
