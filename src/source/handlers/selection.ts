import { segmentsOf, type IncludeNode, includeTree } from "../../wire/include-path.js";
import { mostMembers } from "./members.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import type { Branch, MemberQuery, Selection } from "../store/store.js";

/** Sparse fieldsets by type. */
export interface FieldSets {
  readonly [type: string]: ReadonlySet<string> | undefined;
}

/** What the request asks of the members of its includes, by path in the URL. */
type AskedLimits = ReadonlyMap<string, MemberQuery & { readonly limit: number }>;

/** `{ author: true, author__articles: true }` as a tree. */
export function treeOf(include: Readonly<Record<string, boolean>> = {}): IncludeNode {
  const paths: (readonly string[])[] = [];
  for (const path of Object.keys(include)) if (include[path]) paths.push(segmentsOf(path));
  return includeTree(paths);
}

/** A tree without the paths that a type does not have, because they are those of another type. */
export function treeFor({ relationships }: ResourceSpec, tree: IncludeNode): IncludeNode {
  return { ...tree, children: new Map([...tree.children].filter(([name]) => relationships.has(name))) };
}

/**
 * What to read of rows: the fields that the request wants, and the ids that its includes start from. One id more than a row may have is
 * read, to know whether there are others.
 *
 * @param registry Of rows with branches, for stores that read them along.
 * @param asked What the request asks of the members of its includes.
 * @param above The path to the rows.
 */
export function selectionOf(
  entry: Entry,
  fieldSets: FieldSets | undefined,
  tree: IncludeNode,
  registry?: Registry,
  asked?: AskedLimits,
  above?: string,
): Selection {
  const { spec, store } = entry;
  const chosen = fieldSets?.[spec.type];
  const fields = new Set<string>();
  const linkage = new Map<string, number | undefined>();
  // The version is in a resource's `meta`, also if the request does not want the attribute.
  for (const name of spec.attributes.keys()) {
    const isWanted = (chosen?.has(name) ?? true) && !spec.writeOnly.has(name);
    if (isWanted || name === spec.version?.field) fields.add(name);
  }
  for (const [name, relationship] of spec.relationships) {
    const isIncluded = tree.children.has(name);
    const isWanted = (chosen?.has(name) ?? true) && !spec.writeOnly.has(name);
    const stored = store.relationship(name);
    if (!relationship.many) {
      if (stored && (isIncluded || isWanted)) fields.add(name);
    } else if (
      isIncluded
        ? stored?.kind === "link" && !asked?.has(tree.children.get(name)?.path ?? "")
        : relationship.linkage && isWanted
    ) {
      linkage.set(name, mostMembers(entry, name) + 1); // alike in all copies of a row, included or not
    }
  }
  if (registry === undefined || tree.children.size === 0) return { fields, linkage };
  const branches: Branch[] = [];
  for (const [name, below] of tree.children) {
    const { target, targets } = relationshipOf(entry, name);
    const query = asked?.get(below.path);
    const most = query?.limit ?? (store.relationship(name)?.kind === "children" ? mostMembers(entry, name) : undefined);
    const limit = most === undefined ? undefined : most + 1;
    const place = above === undefined ? name : `${above}.${name}`;
    for (const type of targets?.keys() ?? [target]) {
      const to = registry.get(type);
      const path = targets ? `${place}:${type}` : place;
      const subtree = targets ? treeFor(to.spec, below) : below;
      const selection = selectionOf(to, fieldSets, subtree, registry, asked, path);
      branches.push({ name, type, path, limit, query, selection });
    }
  }
  return { fields, linkage, branches };
}

/** The id alone. */
export const ID_ONLY: Selection = { fields: new Set(), linkage: new Map() };
