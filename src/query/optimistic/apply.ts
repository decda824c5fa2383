import type { NotedFields } from "../../client/write/body.js";
import type { Document, ResourceObject, Linkage } from "../../client/send/document.js";
import { type ResourceIdentifier, identifierOf } from "../../client/send/input.js";
import { join } from "../../client/read/link-rows.js";
import { loadedSuperjson } from "../../client/send/superjson.js";
import { type MemberNotes, META, own, type RichMeta, type TypeNote } from "../../wire/notes/note.js";
import { revive } from "../../wire/notes/revive.js";
import type { Cached, CachedQuery } from "../cache/cached-query.js";
import type { IsCovered, Patch } from "./overlay-reads.js";
import { isObject } from "../../wire/notes/members.js";
import { typeName } from "../../wire/notes/note-of.js";

/** Returns the changed resource, and adds the targets of its new links to `linked`. If that is undefined, links must not change. */
type Visit = (resource: ResourceObject, linked: ResourceIdentifier[] | undefined) => ResourceObject;

/**
 * Shows the new values of fields. An attribute stays as it is if the server may return another type than the input has, because
 * a component would get a value that its type excludes, or the query would fail.
 */
export function fieldsPatch(type: string, id: string, { fields, notes }: NotedFields, cached: Cached): Patch {
  const patch = (document: Document, shown: CachedQuery, isCovered: IsCovered) => {
    const note: RichMeta = document.meta?.[META] ?? {};
    const given = new Set<string>();
    const visit: Visit = (resource, linked) => {
      let next = resource;
      for (const [name, value] of Object.entries(fields)) {
        if (isCovered(`${type} ${id} ${name}`)) continue;
        const attributes = next.attributes;
        if (!attributes || !(name in attributes)) next = updateLinkage(next, name, "set", value, cached, shown, linked);
        else if (isShowable(note, type, id, name, attributes[name], value, own(notes, name))) {
          given.add(name);
          next = { ...next, attributes: { ...attributes, [name]: value } };
        }
      }
      return next;
    };
    const next = changed(document, shown, type, id, visit, cached);
    return next === document ? document : withNotes(next, type, id, [...given], notes);
  };
  return Object.assign(patch, { covers: Object.keys(fields).map((name) => `${type} ${id} ${name}`) });
}

/** Whether an attribute may show an input. Both are JSON; `given` is the note of the input. */
function isShowable(
  { rich, values }: RichMeta,
  type: string,
  id: string,
  name: string,
  old: unknown,
  input: unknown,
  given: TypeNote | null | undefined,
): boolean {
  const ofType = own(own(rich, type), name);
  const ofValue = own(own(own(values, type), id), name);
  if (!ofType && ofValue) return true; // an open schema, such as z.unknown(), accepts and returns any value
  try {
    const isUnknown = old === null; // then only the note says which types are possible
    const now = ofType
      ? revive(input, ofType, loadedSuperjson, isUnknown)
      : revive(input, given, loadedSuperjson, true);
    return isSameKind(revive(old, ofType, loadedSuperjson), now);
  } catch {
    return false; // the server will reject it
  }
}

/** Replaces the notes of a resource by those of its new values. */
function withNotes(
  document: Document,
  type: string,
  id: string,
  names: readonly string[],
  notes: MemberNotes = {},
): Document {
  const note: RichMeta = document.meta?.[META] ?? {};
  const { rich, values } = note;
  const ofType = own(values, type);
  const kept = Object.entries(own(ofType, id) ?? {}).filter(([name]) => !names.includes(name));
  const isOpen = (name: string) => names.includes(name) && own(own(rich, type), name) === undefined; // otherwise the note of the type applies
  const given = Object.entries(notes).filter(([name]) => isOpen(name));
  const resource = Object.fromEntries([...kept, ...given]);
  const trestle = { ...note, values: { ...values, [type]: { ...ofType, [id]: resource } } };
  return { ...document, meta: { ...document.meta, [META]: trestle } };
}

/** Shows the new value of a relationship. */
export function relatedPatch(
  type: string,
  id: string,
  name: string,
  change: LinkageChange,
  value: unknown,
  cached: Cached,
): Patch {
  const covered = `${type} ${id} ${name}`;
  const patch = (document: Document, shown: CachedQuery, isCovered: IsCovered) => {
    const visit: Visit = (resource, linked) => updateLinkage(resource, name, change, value, cached, shown, linked);
    return isCovered(covered) ? document : changed(document, shown, type, id, visit, cached);
  };
  // An added or a removed link replaces no other change.
  return Object.assign(patch, { covers: change === "set" || change === "reset" ? [covered] : [] });
}

/** Shows lists without a resource. */
export function deletedPatch(type: string, id: string): Patch {
  const isOther = (each: ResourceIdentifier) => each.type !== type || each.id !== id;
  const covered = `${type} ${id}`;
  const patch = (document: Document, _shown: CachedQuery, isCovered: IsCovered) => {
    const { data, meta } = document;
    if (isCovered(covered) || !Array.isArray(data) || data.every(isOther)) return document;
    const left = data.filter(isOther);
    const total = meta?.total === undefined ? {} : { total: meta.total - 1 };
    // An empty list does not show its type. The server's note, made when it was not empty, would rule the type out.
    const note = left[0] ? {} : { [META]: { ...(meta?.[META] as RichMeta), types: undefined } }; // the server's own
    const included = left[0] ? {} : { included: [] };
    return { ...document, ...included, data: left, ...(meta && { meta: { ...meta, ...total, ...note } }) };
  };
  return Object.assign(patch, { covers: [covered] });
}

/** Changes a resource everywhere in a document, and includes the targets of its new links. */
function changed(
  document: Document,
  shown: CachedQuery,
  type: string,
  id: string,
  visit: Visit,
  cached: Cached,
): Document {
  const { include } = shown.state;
  if (shown.kind === "relationship") return document;
  const attempt = (linked?: ResourceIdentifier[]) => {
    const change = (each: ResourceObject) => (each.type === type && each.id === id ? visit(each, linked) : each);
    const { data, included } = document;
    const next = {
      ...document,
      data: Array.isArray(data) ? all(data, change) : data && change(data as ResourceObject), // not a list
      ...(included && { included: all(included, change) }),
    };
    return next.data === data && next.included === included ? document : next;
  };
  const linked: ResourceIdentifier[] = [];
  const patched = attempt(linked);
  if (!include || linked.length === 0) return patched;
  const whole = withIncluded(patched, linked, cached, shown);
  try {
    join(whole, include);
    return whole;
  } catch {
    return attempt(); // without the links: a document must include their targets, and not all of these are cached
  }
}

function all<T>(resources: readonly T[], change: (resource: T) => T): readonly T[] {
  const next = resources.map(change);
  return next.some((each, index) => each !== resources[index]) ? next : resources;
}

function withIncluded(
  document: Document,
  linked: readonly ResourceIdentifier[],
  { find }: Cached,
  shown: CachedQuery,
): Document {
  const { data, included = [] } = document;
  const there = [data ?? [], included].flat(2) as ResourceObject[]; // data is a resource or a list
  const missing = linked.filter(({ type, id }) => !there.some((each) => each.type === type && each.id === id));
  const found = missing.flatMap((each) => find(each) ?? []);
  // A copy from elsewhere has members that an include's query may not find.
  const added = found.filter((each) => !shown.cuts(each));
  return { ...document, included: [...included, ...added] };
}

export type LinkageChange = "set" | "add" | "remove" | "reset";

/**
 * Returns the resource with a changed relationship. Returns the same object if the resource does not contain the relationship, or
 * if the type of the related resources is unknown. If the query of an include cut the list, members only leave it: only the server knows
 * who joins it.
 */
export function updateLinkage(
  resource: ResourceObject,
  name: string,
  change: LinkageChange,
  value: unknown,
  { targetOf }: Cached,
  shown: CachedQuery,
  linked: ResourceIdentifier[] | undefined,
): ResourceObject {
  const relationship = resource.relationships?.[name];
  const old = relationship?.data;
  if (!linked || old === undefined || Array.isArray(old) !== Array.isArray(value)) return resource;

  const targets: ResourceIdentifier[] = [];
  for (const each of value === null ? [] : [value].flat()) {
    const type = isObject(each) ? "" : targetOf(resource.type, name);
    if (type === undefined) return resource;
    targets.push(type ? { type, id: `${each}` } : identifierOf(each as ResourceIdentifier)); // an object is an identifier or a resource
  }
  const isCut = Array.isArray(old) && shown.cuts(resource, [name]);
  if (!isCut) linked.push(...targets);
  const data = Array.isArray(old) ? listOf(old, change, targets, isCut) : (targets[0] ?? null);
  return { ...resource, relationships: { ...resource.relationships, [name]: { ...relationship, data } } };
}

function listOf(
  old: readonly ResourceIdentifier[],
  change: LinkageChange,
  targets: ResourceIdentifier[],
  isCut: boolean,
): Linkage {
  if (change === "remove") return without(old, targets);
  if (isCut) return change === "add" ? old : without(old, without(old, targets));
  return change === "add" ? [...old, ...without(targets, old)] : targets;
}

function without(list: readonly ResourceIdentifier[], others: readonly ResourceIdentifier[]) {
  return list.filter(({ type, id }) => !others.some((each) => each.type === type && each.id === id));
}

/**
 * Whether an input may be shown in place of a value. The server may make another type of it: `"5"` may become 5. The client has
 * no schema, but what is shown must be of the kind that was shown before. Null says nothing of a kind.
 */
export function isSameKind(old: unknown, now: unknown): boolean {
  if (old === null || old === undefined || now === null) return true;
  if (kindOf(old) !== kindOf(now)) return false;
  if (typeof old !== "object") return true;
  if (Symbol.iterator in old) {
    const elements = [...(old as Iterable<unknown>)]; // of one kind, both are lists, sets or maps
    return (
      elements.length === 0 ||
      [...(now as Iterable<unknown>)].every((each) => elements.some((element) => isSameKind(element, each)))
    );
  }
  return Object.entries(now as object).every(([name, member]) => isSameKind(old[name as never], member));
}

/** `NaN` and 1 are both numbers. */
function kindOf(value: unknown): string {
  const name = typeof value === "object" ? typeName(value) : undefined;
  return name ?? (Array.isArray(value) ? "list" : typeof value);
}
