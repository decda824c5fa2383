import type { ResourceIdentifier } from "../send/fetched-row.js";
import { below, headOf } from "../../wire/include-path.js";

/** By type, then by id. The maps are nested because making one key of both would double the time. */
export type ByIdentifier<T> = Map<string, Map<string, T>>;

/** Include paths as a tree. Equal subtrees are one object, and contain the resources that were joined below them. */
export interface JoinTree {
  readonly children: ReadonlyMap<string, JoinTree>;
  readonly joined: ByIdentifier<ResourceIdentifier>;
}

/**
 * `["author__articles"]` becomes `author`, with `articles` below it.
 *
 * @param paths Sorted, and each once.
 */
export function joinTree(paths: readonly string[], known = new Map<string | undefined, JoinTree>()): JoinTree {
  const key = paths[1] ? `${paths}` : paths[0]; // to convert a list to text takes as long as everything else here
  let tree = known.get(key);
  if (!tree) {
    const children = new Map<string, JoinTree>();
    for (const path of paths) {
      const name = headOf(path);
      children.set(
        name,
        joinTree(
          paths.flatMap((other) => below(other, name) ?? []),
          known,
        ),
      );
    }
    tree = { children, joined: new Map() };
    known.set(key, tree);
  }
  return tree;
}
