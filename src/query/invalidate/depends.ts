import type { ResourceObject } from "../../client/send/document.js";
import type { ResourceIdentifier } from "../../client/send/input.js";
import { type CachedQuery, listOf } from "../cache/cached-query.js";
import type { Change } from "../cache/change.js";

/** What the cached documents and the responses to writes show of the types. */
export class KnownTypes {
  readonly #queries: readonly CachedQuery[];
  readonly #resources: ResourceObject[] = [];

  constructor(queries: readonly CachedQuery[], changes: readonly Change[]) {
    this.#queries = queries;
    for (const { resources } of queries) for (const each of resources) this.#resources.push(each);
    for (const { resource } of changes) if (resource) this.#resources.push(resource);
  }

  /** The types that a relationship leads to. Undefined if no document shows it. */
  targetsOf(type: string, relationship: string): ReadonlySet<string> | undefined {
    const types = new Set<string>();
    for (const each of this.#resources) {
      if (each.type === type) for (const linked of linkedTo(each, relationship)) types.add(linked.type);
    }
    for (const shown of this.#queries) {
      if (shown.type === type && shown.name === relationship) for (const each of shown.primary) types.add(each.type);
    }
    return types.size > 0 ? types : undefined;
  }

  /** Whether a document shows that the type has an attribute with this name. */
  isAttribute(type: string, name: string): boolean {
    return this.#resources.some((each) => each.type === type && Object.hasOwn(each.attributes ?? {}, name));
  }

  /** Whether a document shows that a relationship of two resources leads to the same resource. */
  isShared(type: string, relationship: string): boolean {
    for (const { documents = [] } of this.#queries) {
      for (const { data, included } of documents) {
        const linked = new Set<string>();
        for (const holder of [...listOf(data), ...listOf(included)]) {
          if (holder.type !== type) continue;
          for (const each of linkedTo(holder, relationship)) {
            const name = `${each.type} ${each.id}`;
            if (linked.has(name)) return true;
            linked.add(name);
          }
        }
      }
    }
    return false;
  }

  /** Whether documents show that a resource is not among the resources that a query reads through a relationship. */
  isElsewhere({ type, id }: Pick<Change, "type" | "id">, from: CachedQuery): boolean {
    const lists = this.#queries.filter(
      (each) => each.kind === "related" && each.type === from.type && each.name === from.name,
    );
    // The relationships by which all listed resources lead back.
    const inverses = Object.keys(lists.find((each) => each.primary[0])?.primary[0]?.relationships ?? {}).filter(
      (name) => lists.every((list) => list.primary.every((each) => refersTo(each, name, list))),
    );
    const copies = this.#resources.filter((each) => each.type === type && each.id === id);
    return (
      inverses.length > 0 &&
      inverses.every(
        (name) =>
          copies.some((each) => each.relationships?.[name]?.data !== undefined) &&
          !copies.some((each) => refersTo(each, name, from)),
      )
    );
  }
}

function refersTo(resource: ResourceObject, relationship: string, { type, id }: CachedQuery): boolean {
  return linkedTo(resource, relationship).some((each) => each.type === type && each.id === id);
}

function linkedTo({ relationships }: ResourceObject, name: string): readonly ResourceIdentifier[] {
  return listOf(relationships?.[name]?.data);
}

/**
 * Whether the filter or the order of a list reads attributes of resources of another type, or may read them: `author__name` of articles
 * depends on users. The client has no schema, so it follows names through the relationships in cached documents. If these do
 * not show a relationship, the list may depend on every type. A name without `__` is a field of the list's own type.
 */
export function dependsOn(shown: CachedQuery, type: string, known: KnownTypes): boolean {
  const listed = shown.kind === "list" || !shown.name ? [shown.type] : known.targetsOf(shown.type, shown.name);
  for (const name of namesOf(shown)) {
    const [first = "", ...rest] = name.replace(/^-/, "").replaceAll(".", "__").split("__");
    if (rest.length === 0) continue;
    if (!listed) return true;
    for (const each of listed) if (leadsTo(each, first, rest, type, known)) return true;
  }
  return false;
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

/** The names that a query filters and sorts by, as they are sent or as the client has them. Those of a link are in its query string. */
function namesOf({ state: { filter, sort = [], link } }: CachedQuery): readonly string[] {
  const names = [...Object.keys(filter ?? {}), ...sort];
  if (link !== undefined) {
    for (const [name, value] of new URLSearchParams(link.replace(/^[^?]*\??|#.*$/g, ""))) {
      if (name === "sort") names.push(...value.split(","));
      else if (name.startsWith("filter[")) names.push(name.slice("filter[".length, -1).replaceAll("][", "__"));
    }
  }
  return names;
}
