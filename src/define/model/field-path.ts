import { joinSegments, prefixesOf, segmentsOf } from "../../wire/include-path.js";
import { type ResourceSpec, targetTypes } from "./resource.js";

/** A name in a path, and a resource that it may be a field of. */
type PathField = readonly [resource: ResourceSpec, field: string];

/** What a name may say of all members of a to-many: `comments__none__text`, `tags__all`, `comments__count__gte`. */
const MEMBERS_USES = ["none", "all", "count"] as const;
export type MembersUse = (typeof MEMBERS_USES)[number];

/** What the rest of a name says of the members of a to-many. A field of the members with such a name goes before. */
export function membersUse({ attributes, relationships }: ResourceSpec, rest: string): MembersUse | undefined {
  const segments = segmentsOf(rest);
  const use = MEMBERS_USES.find((each) => each === segments[0]);
  if (use === undefined) return undefined;
  return prefixesOf(segments).some((name) => attributes.has(name) || relationships.has(name)) ? undefined : use;
}

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
  let isMany = false;
  const segments = segmentsOf(name);
  return segments.map((segment, index) => {
    if (!isInclude && types.length > 1 && types.includes(segment)) {
      types = [segment];
      return [];
    }
    const members = isMany && !isInclude ? resourceOf(types[0] ?? "") : undefined;
    isMany = false;
    if (members && membersUse(members, joinSegments(...segments.slice(index)))) return []; // what follows is theirs, too
    const fields: PathField[] = [];
    const next = new Set<string>();
    for (const type of types) {
      const resource = resourceOf(type);
      if (resource === undefined) continue;
      // An attribute's name may contain the separator, so that it is several segments.
      for (const field of prefixesOf(segments.slice(index))) fields.push([resource, field]);
      const relationship = resource.relationships.get(segment);
      for (const target of targetTypes(relationship)) next.add(target);
      isMany ||= relationship?.many === true;
    }
    types = [...next];
    return fields;
  });
}
