import { type MemberNotes, META, own, type RichMeta } from "../rich/note.js";
import { revive } from "../rich/revive.js";
import { isObject } from "../rich/values.js";
import type { Document, ResourceObject } from "./document.js";
import { identifierOf, type ResourceIdentifier, remember } from "./fetched.js";
import { type IncludeTree, includeTree } from "./include-tree.js";
import { superjson } from "./superjson.js";

type Joined = ResourceIdentifier & { [field: string]: unknown };

/**
 * Joins a document into plain resources, along the include paths that were asked for and no others: the result is a
 * tree, however the document's resources refer to each other. A resource that is met again below the same remaining
 * paths is the same object.
 *
 * @throws {Error} When the document is not well-formed, or lacks what it should have included.
 */
export function join(
  document: Document,
  include: readonly string[] = [],
): ResourceIdentifier | ResourceIdentifier[] | null {
  const { data } = document;
  const included = document.included ?? [];
  if (data === undefined) throw new Error("it has no data");
  if (!Array.isArray(included)) throw new Error("its included is no list");

  const notes = document.meta?.[META] as RichMeta | undefined; // of another form, it says nothing
  const primary: readonly ResourceObject[] = [data ?? []].flat();
  // By type, then id: nested maps, since joining the two into one key costs as much again.
  const index = new Map<string, Map<string, ResourceObject>>();

  const add = (resource: ResourceObject) => {
    check(resource);
    const ofType = index.get(resource.type) ?? new Map<string, ResourceObject>();
    index.set(resource.type, ofType);
    if (!ofType.has(resource.id)) ofType.set(resource.id, resource);
  };

  const build = (resource: ResourceObject, tree: IncludeTree): Joined => {
    const joined = remember<Joined>({ type: resource.type, id: resource.id, ...resource.attributes });
    if (notes) reviveFields(joined, notes);
    const { relationships } = resource;
    for (const name in relationships) {
      const linkage = relationships[name]?.data;
      if (linkage === undefined || name === "__proto__") continue; // assigning to that name would set a prototype
      const below = tree.children.get(name);
      if (!Array.isArray(linkage)) {
        joined[name] = linkage && resolve(linkage as ResourceIdentifier, name, below); // not a list
        continue;
      }
      joined[name] = linkage.map((identifier) => resolve(identifier, name, below));
    }
    return joined;
  };

  const resolve = (identifier: ResourceIdentifier, name: string, below: IncludeTree | undefined) => {
    check(identifier);
    if (!below) return identifierOf(identifier);
    const resource = find(identifier, name);
    const known = below.joined.get(resource);
    if (known) return known;
    const joined = build(resource, below);
    below.joined.set(resource, joined);
    return joined;
  };

  let isWhole = false; // an include seldom leads back to what the document is about
  const find = (identifier: ResourceIdentifier, name: string): ResourceObject => {
    const { type, id } = identifier;
    const found = index.get(type)?.get(id);
    if (found) return found;
    if (isWhole) throw new Error(`it has no ${type} ${id}, asked for as "${name}"`);
    isWhole = true;
    primary.forEach(add);
    return find(identifier, name);
  };

  primary.forEach(check);
  if (include.length > 0) included.forEach(add);
  const root = includeTree(include);
  const resources = primary.map((resource) => build(resource, root));
  return Array.isArray(data) ? resources : (resources[0] ?? null);
}

/** Gives the attributes back the types that the document's meta names: what holds for the type, then for this one. */
function reviveFields(joined: Joined, { rich, values }: RichMeta): void {
  reviveBy(joined, own(rich, joined.type));
  if (values) reviveBy(joined, own(own(values, joined.type), joined.id));
}

function reviveBy(joined: Joined, notes: MemberNotes | undefined): void {
  for (const name in notes) {
    if (Object.hasOwn(joined, name)) joined[name] = revive(joined[name], notes[name], superjson);
  }
}

function check(value: Partial<ResourceIdentifier> | undefined): void {
  if (!isObject(value) || typeof value.type !== "string" || typeof value.id !== "string") {
    throw new Error("it holds what is no resource");
  }
}
