import { type MemberNotes, META, own, type RichMeta } from "../rich/note.js";
import { revive } from "../rich/revive.js";
import { isObject } from "../rich/values.js";
import type { Document, ResourceObject } from "./document.js";
import { identifierOf, type ResourceIdentifier, remember, toEach } from "./fetched.js";
import { type ByIdentifier, type IncludeTree, includeTree } from "./include-tree.js";
import { superjson } from "./superjson.js";
import { unique } from "./values.js";

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

  const notes = document.meta?.[META] as RichMeta | undefined; // of another form, it says nothing
  const index: ByIdentifier<ResourceObject> = new Map();

  const add = (resource: ResourceObject) => {
    check(resource);
    const ofType = within(index, resource.type);
    if (!ofType.has(resource.id)) ofType.set(resource.id, resource);
  };

  const build = (resource: ResourceObject, tree: IncludeTree): Joined => {
    const joined = remember<Joined>({ type: resource.type, id: resource.id, ...resource.attributes });
    for (const name in joined) if (name[0] === "@") delete joined[name]; // JSON:API 1.1, "@-Members": they are no attributes
    if (notes) reviveFields(joined, notes);
    const { relationships } = resource;
    for (const name in relationships) {
      const linkage = relationships[name]?.data;
      if (linkage === undefined || name[0] === "@" || name === "__proto__") continue; // which would set a prototype
      const below = tree.children.get(name);
      const toResource = (identifier: ResourceIdentifier) => resolve(identifier, name, below);
      joined[name] = Array.isArray(linkage)
        ? linkage.map(toResource)
        : linkage && toResource(linkage as ResourceIdentifier);
    }
    return joined;
  };

  const resolve = (identifier: ResourceIdentifier, name: string, below: IncludeTree | undefined) => {
    check(identifier);
    if (!below) return identifierOf(identifier);
    const ofType = within(below.joined, identifier.type);
    const known = ofType.get(identifier.id);
    if (known) return known;
    const joined = build(find(identifier, name), below);
    ofType.set(identifier.id, joined);
    return joined;
  };

  let isWhole = false; // an include seldom leads back to what the document is about
  const find = (identifier: ResourceIdentifier, name: string): ResourceObject => {
    const { type, id } = identifier;
    const found = within(index, type).get(id);
    if (found) return found;
    if (isWhole) throw new Error(`it has no ${type} ${id}, asked for as "${name}"`);
    isWhole = true;
    toEach(data ?? [], add);
    return find(identifier, name);
  };

  toEach(data ?? [], check);
  const root = includeTree([...unique(include)].sort());
  if (include.length > 0) included.forEach(add);
  return data && toEach(data, (resource) => build(resource, root));
}

/** What a map has of a type. */
function within<T>(map: ByIdentifier<T>, type: string): Map<string, T> {
  const known = map.get(type);
  if (known) return known;
  const ofType = new Map<string, T>();
  map.set(type, ofType);
  return ofType;
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
