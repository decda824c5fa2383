import { isRecord, type Keywords, type NamedSchemas, resolveRef } from "../document/keywords.js";

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
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
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
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
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
