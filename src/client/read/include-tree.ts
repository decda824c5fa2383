import type { ResourceIdentifier } from "./fetched-row.js";

/** By type, then id: nested maps, since joining the two into one key costs as much again. */
export type ByIdentifier<T> = Map<string, Map<string, T>>;

/** Include paths as a tree. Subtrees that ask for the same are one, and hold what was joined below them. */
export interface IncludeTree {
  readonly children: ReadonlyMap<string, IncludeTree>;
  readonly joined: ByIdentifier<ResourceIdentifier>;
}

/**
 * `["author__articles"]` is author, and below it articles.
 *
 * @param paths Sorted, and each once.
 */
export function includeTree(paths: readonly string[], known = new Map<string | undefined, IncludeTree>()): IncludeTree {
  const key = paths[1] ? `${paths}` : paths[0]; // to make a text of a list takes as long as all the rest
  let tree = known.get(key);
  if (!tree) {
    const children = new Map<string, IncludeTree>();
    for (const path of paths) {
      const name = path.replace(/__.*/, "");
      const begin = `${name}__`;
      const below: string[] = [];
      for (const other of paths) if (other.startsWith(begin)) below.push(other.slice(begin.length));
      children.set(name, includeTree(below, known));
    }
    tree = { children, joined: new Map() };
    known.set(key, tree);
  }
  return tree;
}
