import type { Linkage, ResourceObject } from "../../client/send/document.js";
import type { ResourceIdentifier } from "../../client/send/input.js";
import type { CachedQuery } from "../cache/cached-query.js";

/** What the cached documents show of the types. */
export interface KnownTypes {
  /** The types that a relationship leads to. Undefined if no document shows it. */
  readonly targetsOf: (type: string, relationship: string) => ReadonlySet<string> | undefined;
  /** Whether a document shows that the type has an attribute with this name. */
  readonly isAttribute: (type: string, name: string) => boolean;
  /** Whether a document shows that a relationship of two resources leads to the same resource. */
  readonly isShared: (type: string, relationship: string) => boolean;
  /** Whether documents show that a resource is not among the resources that a query reads through a relationship. */
  readonly isElsewhere: (
    resource: { readonly type: string; readonly id: string | undefined },
    from: CachedQuery,
  ) => boolean;
}

/** Collects the types from all cached documents and from the response to a write. */
export function knownTypes(all: readonly CachedQuery[], written: readonly ResourceObject[]): KnownTypes {
  const resources = [...all.flatMap((shown) => shown.resources), ...written];
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
    isShared: (type, relationship) =>
      all.some(({ documents = [] }) =>
        documents.some(({ data, included }) => {
          const holders = [data ?? [], included ?? []].flat().filter((each) => each.type === type);
          const linked = holders
            .flatMap((each) => linkedTo(each, relationship))
            .map((each) => `${each.type} ${each.id}`);
          return new Set(linked).size < linked.length;
        }),
      ),
    isElsewhere: ({ type, id }, from) => {
      const lists = all.filter((each) => each.kind === "related" && each.type === from.type && each.name === from.name);
      // The relationships by which all listed resources lead back.
      const inverses = Object.keys(lists.find((each) => each.primary[0])?.primary[0]?.relationships ?? {}).filter(
        (name) => lists.every((list) => list.primary.every((each) => refersTo(each, name, list))),
      );
      const copies = resources.filter((each) => each.type === type && each.id === id);
      return (
        inverses.length > 0 &&
        inverses.every(
          (name) =>
            copies.some((each) => each.relationships?.[name]?.data !== undefined) &&
            !copies.some((each) => refersTo(each, name, from)),
        )
      );
    },
  };
}

function refersTo(resource: ResourceObject, relationship: string, { type, id }: CachedQuery): boolean {
  return linkedTo(resource, relationship).some((each) => each.type === type && each.id === id);
}

function linkedTo({ relationships }: ResourceObject, name: string): readonly ResourceIdentifier[] {
  return listOf(relationships?.[name]?.data);
}

/** Linkage as a list. */
export function listOf(linkage: Linkage | undefined): readonly ResourceIdentifier[] {
  return linkage ? [linkage].flat() : [];
}

/**
 * Whether the filter or the order of a list reads attributes of resources of another type, or may read them: `author__name` of articles
 * depends on users. The client has no schema, so it follows names through the relationships in cached documents. If these do
 * not show a relationship, the list may depend on every type. A name without `__` is a field of the list's own type.
 */
export function dependsOn(shown: CachedQuery, type: string, known: KnownTypes): boolean {
  const listed = listedTypes(shown, known);
  return namesOf(shown).some((name) => {
    const [first = "", ...rest] = name.split("__");
    if (rest.length === 0) return false;
    return listed ? [...listed].some((each) => leadsTo(each, first, rest, type, known)) : true;
  });
}

/** Whether a path of names passes through resources of a type, or may. */
function leadsTo(from: string, first: string, rest: readonly string[], type: string, known: KnownTypes): boolean {
  const [next, ...others] = rest;
  // What follows the name of an attribute is an operator, as in `title__contains`.
  if (next === undefined || known.isAttribute(from, first)) return false;
  const targets = known.targetsOf(from, first);
  if (!targets || targets.has(type)) return true;
  return [...targets].some((each) => leadsTo(each, next, others, type, known));
}

/** The types of the resources that a query lists. Undefined if unknown. */
function listedTypes(shown: CachedQuery, known: KnownTypes): Iterable<string> | undefined {
  if (shown.kind === "list" || !shown.name) return [shown.type];
  return known.targetsOf(shown.type, shown.name);
}

/** The names that a query filters and sorts by. Those of a link are in its query string. */
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
