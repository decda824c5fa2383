import type { ResourceIdentifier } from "./fetched.js";

/** By type, then id: nested maps, since joining the two into one key costs as much again. */
export type ByIdentifier<T> = Map<string, Map<string, T>>;

/** Include paths as a tree. Subtrees that ask for the same are one, and hold what was joined below them. */
export interface IncludeTree {
  readonly children: ReadonlyMap<string, IncludeTree>;
  readonly joined: ByIdentifier<ResourceIdentifier>;
}

/** `["author__articles"]` is author, and below it articles. */
export function includeTree(paths: readonly string[], known = new Map<string, IncludeTree>()): IncludeTree {
  const key = [...new Set(paths)].sort().join();
  const existing = known.get(key);
  if (existing) return existing;

  const children = new Map<string, IncludeTree>();
  for (const path of paths) {
    const name = path.split("__")[0] as string; // there is always a first
    const begin = `${name}__`;
    const below = paths.filter((other) => other.startsWith(begin)).map((other) => other.slice(begin.length));
    children.set(name, includeTree(below, known));
  }
  const tree = { children, joined: new Map() };
  known.set(key, tree);
  return tree;
}
