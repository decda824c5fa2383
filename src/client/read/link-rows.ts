import { type MemberNotes, META, own, type RichMeta } from "../../wire/notes/note.js";
import { revive } from "../../wire/notes/revive.js";
import type { Document, ResourceObject } from "../send/document.js";
import { identifierOf, isMembers, type ResourceIdentifier, markFetched, mapEach } from "../send/input.js";
import { below, headOf } from "../../wire/include-path.js";
import { hrefOf } from "./page.js";
import { loadedSuperjson } from "../send/superjson.js";

type Joined = ResourceIdentifier & { [field: string]: unknown };

/**
 * Joins a document into plain resources, along the requested include paths only. So the result is a tree, even if the
 * resources of the document refer to each other in circles. A resource that appears twice with the same remaining paths is one
 * object.
 *
 * @throws {Error} If the document is not well-formed, or does not include a resource that it must include.
 */
export function join(
  document: Document,
  include: readonly string[] = [],
): ResourceIdentifier | ResourceIdentifier[] | null {
  const { data } = document;
  if (data === undefined) throw new Error("it has no data");
  const joining: Joining = { ...document, index: new Map() };
  for (const resource of document.included ?? []) add(joining, resource);
  const root = joinTree([...new Set(include)].sort());
  if (!Array.isArray(data)) return data && build(joining, data as ResourceObject, root); // for TypeScript, it may be a readonly list
  const rows: ResourceIdentifier[] = [];
  for (const resource of data) rows.push(build(joining, resource, root));
  return rows;
}

/**
 * A document while it is joined. It is an argument, and not in a closure, because a full garbage collection between two
 * documents drops the optimized code of closures.
 */
interface Joining extends Document {
  readonly index: ByIdentifier<ResourceObject>;
}

function add(joining: Joining, resource: ResourceObject): void {
  check(resource);
  within(joining.index, resource.type).set(resource.id, resource);
}

function build(joining: Joining, resource: ResourceObject, tree: JoinTree): Joined {
  check(resource);
  const { type, id, attributes, relationships } = resource;
  if (attributes && !isMembers(attributes)) throw new Error(`the attributes of ${type} ${id} are not an object`);
  const joined = markFetched<Joined>({ type, id, ...attributes });
  Object.assign(joined, { type, id }); // a server may have attributes with these names
  for (const name in joined) if (name[0] === "@") delete joined[name]; // JSON:API 1.1, "@-Members": these are not attributes
  const { rich, values }: Partial<RichMeta> = joining.meta?.[META] ?? {}; // if it has another form, these are undefined
  reviveBy(joined, own(rich, type)); // first the notes of the type, then those of this resource
  reviveBy(joined, own(own(values, type), id), true);
  for (const name in relationships) {
    const { data: linkage, links } = relationships[name] ?? {};
    if (linkage === undefined || /^(@.*|type|id|__proto__)$/.test(name)) continue; // `__proto__` would set a prototype
    const below = tree.children.get(name);
    if (Array.isArray(linkage)) {
      const list: ResourceIdentifier[] = [];
      for (const identifier of linkage) list.push(resolve(joining, identifier, name, below));
      const rest = links?.next && hrefOf(links.next);
      joined[name] = rest ? Object.defineProperty(list, REST, { value: rest }) : list;
    } else joined[name] = linkage && resolve(joining, linkage as ResourceIdentifier, name, below); // for TypeScript, it may be a readonly list
  }
  return joined;
}

/** Where a list of members has the link to those that are missing from it. */
export const REST = Symbol("rest");

function resolve(joining: Joining, identifier: ResourceIdentifier, name: string, below: JoinTree | undefined) {
  check(identifier);
  if (!below) return identifierOf(identifier);
  const ofType = within(below.joined, identifier.type);
  let joined = ofType.get(identifier.id);
  if (!joined) {
    joined = build(joining, find(joining, identifier, name), below);
    ofType.set(identifier.id, joined);
  }
  return joined;
}

function find(joining: Joining, { type, id }: ResourceIdentifier, name: string): ResourceObject {
  const ofType = within(joining.index, type);
  // Includes rarely lead back to the primary data, so it is added to the index only when needed.
  if (!ofType.has(id)) mapEach(joining.data as ResourceObject, (resource) => add(joining, resource)); // `join` found data
  const found = ofType.get(id);
  if (!found) throw new Error(`it does not include the ${type} ${id} of "${name}"`);
  return found;
}

/** The entries of a type. */
function within<T>(map: ByIdentifier<T>, type: string): Map<string, T> {
  let ofType = map.get(type);
  if (!ofType) {
    ofType = new Map();
    map.set(type, ofType);
  }
  return ofType;
}

/** Converts attributes to the types in their notes. */
function reviveBy(joined: Joined, notes: MemberNotes | undefined, isExact?: boolean): void {
  for (const name in notes) {
    if (Object.hasOwn(joined, name)) joined[name] = revive(joined[name], notes[name], loadedSuperjson, isExact);
  }
}

function check(value: Partial<ResourceIdentifier> | null | undefined): void {
  if (typeof value?.type !== "string" || typeof value.id !== "string") {
    throw new Error("a resource has no type or no id");
  }
}

/** By type, then by id. The maps are nested because making one key of both would double the time. */
type ByIdentifier<T> = Map<string, Map<string, T>>;

/** Include paths as a tree. Equal subtrees are one object, and contain the resources that were joined below them. */
interface JoinTree {
  readonly children: ReadonlyMap<string, JoinTree>;
  readonly joined: ByIdentifier<ResourceIdentifier>;
}

/**
 * `["author__articles"]` becomes `author`, with `articles` below it.
 *
 * @param paths Sorted, and each once.
 */
function joinTree(paths: readonly string[], known = new Map<string | undefined, JoinTree>()): JoinTree {
  const key = paths[1] ? `${paths}` : paths[0]; // to convert a list to text takes as long as everything else here
  let tree = known.get(key);
  if (!tree) {
    const children = new Map<string, JoinTree>();
    for (const path of paths) {
      const name = headOf(path);
      children.set(
        name,
        joinTree(
          paths.flatMap((other) => below(other, name) ?? []),
          known,
        ),
      );
    }
    tree = { children, joined: new Map() };
    known.set(key, tree);
  }
  return tree;
}
