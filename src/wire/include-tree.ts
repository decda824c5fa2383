/** The include paths of a request as a tree, with one node per relationship. */
export interface IncludeNode {
  /** The path in the URL: `author.articles`. Empty for the root. */
  readonly path: string;
  readonly children: ReadonlyMap<string, IncludeNode>;
}

interface MutableNode extends IncludeNode {
  readonly children: Map<string, MutableNode>;
}

/** Joins paths, given as lists of relationships, into a tree. */
export function includeTree(paths: Iterable<readonly string[]>): IncludeNode {
  const root: MutableNode = { path: "", children: new Map() };
  for (const path of paths) {
    let node = root;
    for (const segment of path) {
      const below = node.path === "" ? segment : `${node.path}.${segment}`;
      const child: MutableNode = node.children.get(segment) ?? { path: below, children: new Map() };
      node.children.set(segment, child);
      node = child;
    }
  }
  return root;
}
