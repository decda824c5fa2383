import type { ResourceObject } from "../../client/read/document.js";
import type { ResourceIdentifier } from "../../client/read/fetched-row.js";
import type { CachedQuery } from "../read/cached-query.js";

/** What is known of the types, from every document that is cached. */
export interface Known {
  /** The types that a relationship of a type leads to; undefined where no document shows it. */
  readonly targetsOf: (type: string, relationship: string) => ReadonlySet<string> | undefined;
  /** Whether a type has an attribute with this name, as far as any document shows. */
  readonly isAttribute: (type: string, name: string) => boolean;
}

/** Reads what is known off everything that is cached, and off the response of a write. */
export function knownFrom(all: readonly CachedQuery[], resource: ResourceObject | undefined): Known {
  const resources = [...all.flatMap((shown) => shown.resources), ...(resource ? [resource] : [])];
  return {
    targetsOf: (type, relationship) => {
      const seen: readonly ResourceIdentifier[] = resources
        .filter((each) => each.type === type)
        .flatMap((each) => each.relationships?.[relationship]?.data ?? [])
        .concat(
          all.filter((shown) => shown.type === type && shown.name === relationship).flatMap((shown) => shown.primary),
        );
      return seen.length > 0 ? new Set(seen.map((each) => each.type)) : undefined;
    },
    isAttribute: (type, name) =>
      resources.some((each) => each.type === type && Object.hasOwn(each.attributes ?? {}, name)),
  };
}

/**
 * Whether the filter or the order of a list reads attributes of resources of another type, or may: `author__name` of articles
 * depends on users. The client has no schema, so names are followed through the relationships that documents show. Where
 * none shows the way, the list may depend on every type. A name without `__` is taken for one of the list's own type.
 */
export function dependsOn(shown: CachedQuery, type: string, known: Known): boolean {
  const listed = listedTypes(shown, known);
  return namesOf(shown).some((name) => {
    const [first = "", ...rest] = name.split("__");
    if (rest.length === 0) return false;
    return listed ? [...listed].some((each) => leadsTo(each, first, rest, type, known)) : true;
  });
}

/** Whether a path of names, from a type, passes resources of another type or may. */
function leadsTo(from: string, first: string, rest: readonly string[], type: string, known: Known): boolean {
  const [next, ...others] = rest;
  // What follows the name of an attribute is an operator, as in `title__contains`.
  if (next === undefined || known.isAttribute(from, first)) return false;
  const targets = known.targetsOf(from, first);
  if (!targets || targets.has(type)) return true;
  return [...targets].some((each) => leadsTo(each, next, others, type, known));
}

/** The types of the resources that a query lists; undefined where that is not known. */
function listedTypes(shown: CachedQuery, known: Known): Iterable<string> | undefined {
  if (shown.kind === "list" || !shown.name) return [shown.type];
  return known.targetsOf(shown.type, shown.name);
}

/** The names that a query filters and sorts by. A link says them in its query string. */
function namesOf({ state: { filter, sort = [], link } }: CachedQuery): readonly string[] {
  const names = [...Object.keys(filter ?? {}), ...sort];
  if (link !== undefined) {
    for (const [name, value] of new URLSearchParams(link.replace(/^[^?]*\??|#.*$/g, ""))) {
      if (name === "sort") names.push(...value.split(","));
      else if (name.startsWith("filter[")) names.push(name.slice("filter[".length, -1).replaceAll("][", "__"));
    }
  }
  return names.map((name) => name.replace(/^-/, "").replaceAll(".", "__"));
}
