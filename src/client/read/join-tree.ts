import type { ResourceIdentifier } from "./fetched-row.js";
import { below, headOf } from "../../wire/include-path.js";

/** By type, then id: nested maps, since joining the two into one key costs as much again. */
export type ByIdentifier<T> = Map<string, Map<string, T>>;

/** Include paths as a tree. Subtrees that ask for the same are one, and hold what was joined below them. */
export interface JoinTree {
  readonly children: ReadonlyMap<string, JoinTree>;
  readonly joined: ByIdentifier<ResourceIdentifier>;
}

/**
 * `["author__articles"]` is author, and below it articles.
 *
 * @param paths Sorted, and each once.
 */
export function joinTree(paths: readonly string[], known = new Map<string | undefined, JoinTree>()): JoinTree {
  const key = paths[1] ? `${paths}` : paths[0]; // to make a text of a list takes as long as all the rest
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
