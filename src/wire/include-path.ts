// Names of several segments: include paths (`author__articles`), filters (`title__contains`), sort keys and URL names.

/** Between the segments of a name. No segment holds it. */
export const SEPARATOR = "__";

export function segmentsOf(name: string): string[] {
  return name.split(SEPARATOR);
}

export function joinSegments(...segments: readonly unknown[]): string {
  return segments.join(SEPARATOR);
}

/** The first segment: the `author` of `author__articles`. */
export function headOf(path: string): string {
  const [head = ""] = path.split(SEPARATOR, 1);
  return head;
}

/** The part of a path below another: the `articles` of `author__articles` below `author`. Undefined if it is not below. */
export function below(path: string, parent: string): string | undefined {
  const begin = parent + SEPARATOR;
  return path.startsWith(begin) ? path.slice(begin.length) : undefined;
}

/** A name with `between` between its segments, as URLs have it: `title][contains`. */
export function separatedBy(name: string, between: string): string {
  return name.replaceAll(SEPARATOR, between);
}

/** The parameter of a filter: `filter[title][contains]`. @param path An include path in a URL, whose members it filters. */
export function filterParameter(name: string, path?: string): string {
  return `${path === undefined ? "filter" : `includeFilter[${path}]`}[${separatedBy(name, "][")}]`;
}

/** An include path in a URL as a name: `author.articles` is `author__articles`. */
export function pathName(path: string): string {
  return path.replaceAll(".", SEPARATOR);
}

/** A path after each of its prefixes, shorter before longer: `author`, `author__articles`. */
export function prefixesOf(segments: readonly string[]): string[] {
  return segments.map((_, index) => joinSegments(...segments.slice(0, index + 1)));
}

/** Every path with its prefixes, each once, shorter before longer. */
export function withPrefixes(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => prefixesOf(segmentsOf(path))))];
}

/** A flag for each path and its prefixes, all false: what a handler gets if the request includes nothing. */
export function noIncludes(paths: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(withPrefixes(paths).map((path) => [path, false]));
}

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
