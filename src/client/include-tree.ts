import type { ResourceIdentifier } from "./fetched.js";

/** Include paths as a tree. Subtrees that ask for the same are one, and hold what was joined below them. */
export interface IncludeTree {
  readonly children: ReadonlyMap<string, IncludeTree>;
  /** By type, then id. */
  readonly joined: Map<string, Map<string, ResourceIdentifier>>;
}

/** `["author__articles"]` is author, and below it articles. */
export function includeTree(paths: readonly string[], known = new Map<string, IncludeTree>()): IncludeTree {
  const key = [...new Set(paths)].sort().join();
  const existing = known.get(key);
  if (existing) return existing;

  const below = (name: string) => paths.filter((path) => path.startsWith(name)).map((path) => path.slice(name.length));
  const heads = paths.map((path) => path.split("__")[0] as string); // there is always a first
  const children = new Map(heads.map((head) => [head, includeTree(below(`${head}__`), known)]));
  const tree = { children, joined: new Map<string, Map<string, ResourceIdentifier>>() };
  known.set(key, tree);
  return tree;
}
