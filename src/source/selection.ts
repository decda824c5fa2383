import { segmentsOf } from "../wire/include-path.js";
import type { Entry } from "./registry.js";
import type { Selection } from "./store.js";

/** The include paths of a request as a tree. */
export interface IncludeTree extends Map<string, IncludeTree> {}

/** Sparse fieldsets by type. */
export interface FieldSets {
  readonly [type: string]: ReadonlySet<string> | undefined;
}

/** `{ author: true, author__articles: true }` as a tree. */
export function includeTree(include: Readonly<Record<string, boolean>> | undefined): IncludeTree {
  const root: IncludeTree = new Map();
  for (const path in include) {
    if (!include[path]) continue;
    let node = root;
    for (const name of segmentsOf(path)) {
      const next: IncludeTree = node.get(name) ?? new Map();
      node.set(name, next);
      node = next;
    }
  }
  return root;
}

/** What to read of rows: the fields that the request wants, and the ids that its includes start from. */
export function selectionOf({ spec, store }: Entry, fieldSets: FieldSets | undefined, tree: IncludeTree): Selection {
  const chosen = fieldSets?.[spec.type];
  const isWanted = (name: string) => (chosen?.has(name) ?? true) && !spec.writeOnly.has(name);
  const fields = new Set<string>();
  const linkage = new Map<string, number | undefined>();
  for (const name of spec.attributes.keys()) if (isWanted(name)) fields.add(name);
  for (const [name, relationship] of spec.relationships) {
    const isIncluded = tree.has(name);
    const stored = store.relationship(name);
    if (!relationship.many) {
      if (stored && (isIncluded || isWanted(name))) fields.add(name);
    } else if (isIncluded ? stored?.kind === "link" : relationship.linkage && isWanted(name)) {
      linkage.set(name, stored?.limit); // alike in all copies of a row, included or not
    }
  }
  return { fields, linkage };
}

/** The id alone. */
export const ID_ONLY: Selection = { fields: new Set(), linkage: new Map() };
