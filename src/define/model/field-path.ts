import { segmentsOf } from "../../wire/include-path.js";
import { type ResourceSpec, targetTypes } from "./resource.js";

/** A name in a path, and a resource that it may be a field of. */
type PathField = readonly [resource: ResourceSpec, field: string];

/**
 * The fields that a name such as `author__name__contains` may mean. After a relationship to several types, the name of a filter says one
 * of them, and an include path says none: so both are followed. There is one list for each segment.
 *
 * @param first The types that the path may start at.
 * @param resourceOf Returns a resource by its type.
 */
export function fieldsOn(
  name: string,
  first: readonly string[],
  resourceOf: (type: string) => ResourceSpec | undefined,
): readonly (readonly PathField[])[] {
  let types = first;
  return segmentsOf(name).map((segment) => {
    const fields: PathField[] = [];
    const next = new Set(types.length > 1 && types.includes(segment) ? [segment] : []);
    for (const type of types) {
      const resource = resourceOf(type);
      if (resource === undefined) continue;
      fields.push([resource, segment]);
      for (const target of targetTypes(resource.relationships.get(segment))) next.add(target);
    }
    types = [...next];
    return fields;
  });
}
