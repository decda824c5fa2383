/** The include paths of a request as a tree: a node a relationship. */
export interface IncludeNode {
  readonly children: ReadonlyMap<string, IncludeNode>;
}

interface MutableNode extends IncludeNode {
  readonly children: Map<string, MutableNode>;
}

/** Joins paths, given as lists of relationships, into a tree. */
export function includeTree(paths: Iterable<readonly string[]>): IncludeNode {
  const root: MutableNode = { children: new Map() };
  for (const path of paths) {
    let node = root;
    for (const segment of path) {
      const child: MutableNode = node.children.get(segment) ?? { children: new Map() };
      node.children.set(segment, child);
      node = child;
    }
  }
  return root;
}
