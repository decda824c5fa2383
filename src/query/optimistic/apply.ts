import type { Document, ResourceObject } from "../../client/read/document.js";
import type { ResourceIdentifier } from "../../client/read/fetched-row.js";
import { join } from "../../client/read/link-rows.js";
import { loadedSuperjson } from "../../client/read/superjson.js";
import { type MemberNotes, META, own, type RichMeta, type TypeNote } from "../../wire/notes/note.js";
import { revive } from "../../wire/notes/revive.js";
import type { Cached } from "../read/cached.js";
import type { Patch } from "./overlay-reads.js";
import { isSameKind } from "./same-kind.js";
import { type LinkageChange, relink } from "./update-linkage.js";

/** Makes of a resource what it is going to be. What it links to then is added to `linked`, undefined where links may not change. */
type Visit = (resource: ResourceObject, linked: ResourceIdentifier[] | undefined) => ResourceObject;

/** Fields as JSON, and what their values were before. */
export interface NotedFields {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly notes: MemberNotes | undefined;
}

/**
 * Shows fields of a resource as they are going to be. An attribute that the server may show as another type than it is given
 * stays as it is, because a component would get what its type excludes, or the query an error.
 */
export function fieldsPatch(type: string, id: string, { fields, notes }: NotedFields, cached: Cached): Patch {
  return (document, shown) => {
    const note: RichMeta = document.meta?.[META] ?? {};
    const given = new Set<string>();
    const visit: Visit = (resource, linked) => {
      let next = resource;
      for (const [name, value] of Object.entries(fields)) {
        const attributes = next.attributes;
        if (!attributes || !(name in attributes)) next = relink(next, name, "set", value, cached, linked);
        else if (isShowable(note, type, id, name, attributes[name], value, own(notes, name))) {
          given.add(name);
          next = { ...next, attributes: { ...attributes, [name]: value } };
        }
      }
      return next;
    };
    const next = patchOf(type, id, visit, cached)(document, shown);
    return next === document ? document : withNotes(next, type, id, [...given], notes);
  };
}

/** Whether an attribute may show an input. Both are JSON, and `given` says what the input was before. */
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
  if (!ofType && ofValue) return true; // the schema leaves it open, so it takes and shows any value
  try {
    const isUnknown = old === null; // then the note alone says what may be shown
    const now = ofType
      ? revive(input, ofType, loadedSuperjson, isUnknown)
      : revive(input, given, loadedSuperjson, true);
    return isSameKind(revive(old, ofType, loadedSuperjson), now);
  } catch {
    return false; // the server will refuse it
  }
}

/** A document whose notes on the values of a resource are those of its new values. */
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
  const isOpen = (name: string) => names.includes(name) && own(own(rich, type), name) === undefined; // else the type's holds
  const given = Object.entries(notes).filter(([name]) => isOpen(name));
  const resource = Object.fromEntries([...kept, ...given]);
  const trestle = { ...note, values: { ...values, [type]: { ...ofType, [id]: resource } } };
  return { ...document, meta: { ...document.meta, [META]: trestle } };
}

/** Shows a relationship as it is going to be. */
export function relatedPatch(
  type: string,
  id: string,
  name: string,
  change: LinkageChange,
  value: unknown,
  cached: Cached,
): Patch {
  return patchOf(type, id, (resource, linked) => relink(resource, name, change, value, cached, linked), cached);
}

/** Shows lists without a resource. */
export function deletedPatch(type: string, id: string): Patch {
  const isOther = (each: ResourceIdentifier) => each.type !== type || each.id !== id;
  return (document) => {
    const { data, meta } = document;
    if (!Array.isArray(data) || data.every(isOther)) return document;
    const total = meta?.total === undefined ? {} : { meta: { ...meta, total: meta.total - 1 } };
    return { ...document, ...total, data: data.filter(isOther) };
  };
}

/** Changes a resource everywhere in a document, and adds the resources that its new links lead to. */
function patchOf(type: string, id: string, visit: Visit, cached: Cached): Patch {
  return (document, { kind, state }) => {
    if (kind === "relationship") return document;
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
    if (!state.include || linked.length === 0) return patched;
    const whole = withIncluded(patched, linked, cached);
    try {
      join(whole, state.include);
      return whole;
    } catch {
      return attempt(); // a document has to show what it links to, and not all of it is cached
    }
  };
}

function all<T>(resources: readonly T[], change: (resource: T) => T): readonly T[] {
  const changed = resources.map(change);
  return changed.some((each, index) => each !== resources[index]) ? changed : resources;
}

function withIncluded(document: Document, linked: readonly ResourceIdentifier[], { find }: Cached): Document {
  const { data, included = [] } = document;
  const there = [data ?? [], included].flat(2) as ResourceObject[]; // one, or a list
  const missing = linked.filter(({ type, id }) => !there.some((each) => each.type === type && each.id === id));
  return { ...document, included: [...included, ...missing.flatMap((each) => find(each) ?? [])] };
}
