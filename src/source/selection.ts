import { segmentsOf } from "../wire/include-path.js";
import { type IncludeNode, includeTree } from "../wire/include-tree.js";
import { mostMembers } from "./members.js";
import type { Entry } from "./registry.js";
import type { Selection } from "./store.js";

/** Sparse fieldsets by type. */
export interface FieldSets {
  readonly [type: string]: ReadonlySet<string> | undefined;
}

/** `{ author: true, author__articles: true }` as a tree. */
export function treeOf(include: Readonly<Record<string, boolean>> = {}): IncludeNode {
  const paths = Object.keys(include).filter((path) => include[path]);
  return includeTree(paths.map(segmentsOf));
}

/**
 * What to read of rows: the fields that the request wants, and the ids that its includes start from. One id more than a row may have is
 * read, to know whether there are others.
 */
export function selectionOf(entry: Entry, fieldSets: FieldSets | undefined, tree: IncludeNode): Selection {
  const { spec, store } = entry;
  const chosen = fieldSets?.[spec.type];
  // The version is in a resource's `meta`, also if the request does not want the attribute.
  const isWanted = (name: string) =>
    ((chosen?.has(name) ?? true) && !spec.writeOnly.has(name)) || name === spec.version?.field;
  const fields = new Set<string>();
  const linkage = new Map<string, number | undefined>();
  for (const name of spec.attributes.keys()) if (isWanted(name)) fields.add(name);
  for (const [name, relationship] of spec.relationships) {
    const isIncluded = tree.children.has(name);
    const stored = store.relationship(name);
    if (!relationship.many) {
      if (stored && (isIncluded || isWanted(name))) fields.add(name);
    } else if (isIncluded ? stored?.kind === "link" : relationship.linkage && isWanted(name)) {
      linkage.set(name, mostMembers(entry, name) + 1); // alike in all copies of a row, included or not
    }
  }
  return { fields, linkage };
}

/** The id alone. */
export const ID_ONLY: Selection = { fields: new Set(), linkage: new Map() };
