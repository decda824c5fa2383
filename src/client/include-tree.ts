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

  const tails = new Map<string, string[]>();
  for (const path of paths) {
    const [head = "", ...tail] = path.split("__");
    const below = tails.get(head) ?? [];
    if (tail.length > 0) below.push(tail.join("__"));
    tails.set(head, below);
  }
  const children = new Map([...tails].map(([head, below]) => [head, includeTree(below, known)]));
  const tree = { children, joined: new Map<string, Map<string, ResourceIdentifier>>() };
  known.set(key, tree);
  return tree;
}
