import { prefixesOf, segmentsOf } from "../../wire/include-path.js";
import { type ResourceSpec, targetTypes } from "./resource.js";

/** A name in a path, and a resource that it may be a field of. */
type PathField = readonly [resource: ResourceSpec, field: string];

/**
 * The fields that a name such as `author__name__contains` may mean, in one list for each segment. After a relationship to several types,
 * the name of a filter says one of them, and an include path says none: it follows all.
 *
 * @param first The types that the path may start at.
 * @param resourceOf Returns a resource by its type.
 * @param isInclude Whether the name is an include path.
 */
export function fieldsOn(
  name: string,
  first: readonly string[],
  resourceOf: (type: string) => ResourceSpec | undefined,
  isInclude: boolean,
): readonly (readonly PathField[])[] {
  let types = first;
  const segments = segmentsOf(name);
  return segments.map((segment, index) => {
    if (!isInclude && types.length > 1 && types.includes(segment)) {
      types = [segment];
      return [];
    }
    const fields: PathField[] = [];
    const next = new Set<string>();
    for (const type of types) {
      const resource = resourceOf(type);
      if (resource === undefined) continue;
      // An attribute's name may contain the separator, so that it is several segments.
      for (const field of prefixesOf(segments.slice(index))) fields.push([resource, field]);
      for (const target of targetTypes(resource.relationships.get(segment))) next.add(target);
    }
    types = [...next];
    return fields;
  });
}
