import { isRecord, type Keywords, mergeSchemas } from "../document/keywords.js";
import { madeOnce } from "../../schema/made-once.js";

/**
 * The objects in a value, in its lists and maps, and among its alternatives, by what leads to their members: ".", "[].",
 * "[0]." in a tuple, or ".{name}." in a map. Alternatives have the same place. Named types have entries of their own.
 */
export function objectsIn(schema: unknown): ReadonlyMap<string, readonly Keywords[]> {
  const places = new Map<string, Keywords[]>();
  for (const [at, object] of placedIn(schema)) madeOnce(places, at, () => []).push(object);
  return places;
}

function placedIn(schema: unknown): [at: string, object: Keywords][] {
  if (!isRecord(schema)) return [];
  const { items, prefixItems, properties, additionalProperties, ...choice }: Keywords = joined(schema);
  if (Object.keys(properties ?? {}).length > 0) return [[".", joined(schema)]];
  const within = (step: string, part: unknown) =>
    placedIn(part).map(([at, object]): [string, Keywords] => [`${step}${at}`, object]);
  const inList = prefixItems?.flatMap((each, index) => within(`[${index}]`, each)) ?? within("[]", items);
  return [...inList, ...within(".{name}", additionalProperties), ...alternativesOf(choice).flatMap(placedIn)];
}

export function alternativesOf({ anyOf, oneOf }: Keywords): readonly unknown[] {
  return anyOf ?? oneOf ?? [];
}

/** The member whose value says which of several objects is sent, and its values in each of them. */
export function discriminatorOf(objects: readonly Keywords[]): [name: string, values: unknown[][]] | undefined {
  for (const name of Object.keys(objects[0]?.properties ?? {})) {
    const values = objects.map(({ properties }) => valuesOf(properties?.[name]));
    const all = values.flat();
    if (values.every((each) => each.length > 0) && new Set(all).size === all.length) return [name, values];
  }
  return undefined;
}

function valuesOf(schema: unknown): unknown[] {
  const { const: value, enum: values }: Keywords = Object(schema);
  return values ?? (value === undefined ? [] : [value]);
}

/** A schema without what the rows of its objects say. If no member says which of several is sent, it keeps them. */
export function outlineOf(schema: unknown): unknown {
  const objects = [...objectsIn(schema).values()];
  const areSeveral = objects.some((each) => each.length > 1);
  if (objects.length === 0 || objects.some((each) => each.length > 1 && !discriminatorOf(each))) return schema;
  const { items, prefixItems, properties, additionalProperties, anyOf, oneOf, ...rest } = joined(schema);
  if (properties) return { ...rest, additionalProperties };
  const lists = { items: outlineOf(items), prefixItems: prefixItems?.map(outlineOf) };
  const others = isRecord(additionalProperties) ? outlineOf(additionalProperties) : additionalProperties;
  const alternatives = alternativesOf({ anyOf, oneOf }).map((each) => {
    // The row of the member that says which of them is sent has their descriptions.
    const isOne = areSeveral && joined(each).properties !== undefined;
    return isOne ? { ...Object(outlineOf(each)), description: undefined } : outlineOf(each);
  });
  return { ...rest, ...lists, additionalProperties: others, anyOf: alternatives };
}

/** A schema as one, if it consists of objects that hold together. */
function joined(schema: unknown): Keywords {
  const { allOf = [], ...own }: Keywords = Object(schema);
  const areObjects = allOf.length > 0 && allOf.every((each) => "properties" in each);
  return areObjects ? mergeSchemas([own, ...allOf]) : Object(schema);
}
