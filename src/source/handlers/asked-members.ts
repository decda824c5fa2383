import type { IncludeQueries, IncludeQuery } from "../../define/types/include-query.js";
import { withMore } from "../../define/model/with-more.js";
import { type IncludeNode, pathName } from "../../wire/include-path.js";
import type { CursorCodec } from "./cursor.js";
import { mostMembers } from "./members.js";
import { cursorProblem, isPrivateOrder, orderOf } from "./names.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import { treeFor } from "./selection.js";
import { filterConditions, type SentValue } from "./sent-values.js";
import type { FoundRow, Keys, MemberQuery } from "../store/store.js";

/** What a request asks of the members of one include. */
export interface AskedMembers extends MemberQuery {
  readonly limit: number;
  /** The same for the related list. */
  readonly search: string;
  /** Whether the related list has the same order, so that it can continue. */
  readonly isContinued: boolean;
  readonly cursorOf: (keys: Keys) => Promise<string>;
  /** The values that only the storage of the members can read. */
  readonly sent: readonly SentValue[];
}

/** By include path in the URL. */
export type Asked = ReadonlyMap<string, AskedMembers>;

/**
 * What the queries of a request mean for the includes of rows.
 *
 * @param types Of the rows.
 */
export function askedMembers(
  registry: Registry,
  types: Iterable<string>,
  tree: IncludeNode,
  queries: IncludeQueries,
  cursors: CursorCodec,
  asked: Map<string, AskedMembers> = new Map(),
): Map<string, AskedMembers> {
  for (const each of types) {
    const entry = registry.get(each);
    for (const [name, below] of treeFor(entry.spec, tree).children) {
      const { target, targets } = relationshipOf(entry, name);
      askedMembers(registry, targets?.keys() ?? [target], below, queries, cursors, asked);
      const query = queries.get(pathName(below.path));
      if (query) asked.set(below.path, askedOf(registry, entry, name, below.path, query, cursors));
    }
  }
  return asked;
}

function askedOf(
  registry: Registry,
  entry: Entry,
  name: string,
  path: string,
  { filter, sort, limit, search }: IncludeQuery,
  cursors: CursorCodec,
): AskedMembers {
  const { target } = relationshipOf(entry, name);
  const { conditions: where, sent } = filterConditions(registry, target, filter, {}, path);
  const { isOrdered, orderBy = [] } = entry.store.relationship(name) ?? {};
  const isStated = sort.length > 0;
  const isInSql = !isStated && isOrdered === true && orderBy.length === 0;
  const order = isInSql ? undefined : orderOf(registry, target, isStated ? sort : orderBy, filter, path);
  const isPrivate = order !== undefined && isPrivateOrder(registry, target, order);
  return {
    where,
    sent,
    order,
    hasKeys: order !== undefined && cursorProblem(registry, target, order, cursors) === undefined,
    cursorOf: (keys) => cursors.encode(order ?? [], keys, isPrivate),
    isContinued: isStated || (isOrdered ? !isInSql : registry.get(target).orderBy.length === 0),
    limit: limit ?? mostMembers(entry, name),
    search,
  };
}

/** Cuts the members of one row, which were read with one more than the request wants. */
export async function cutAsked(
  { limit, order, isContinued, cursorOf, search }: AskedMembers,
  members: FoundRow[],
): Promise<FoundRow[]> {
  if (members.length <= limit) return members;
  const kept = members.slice(0, limit);
  if (!isContinued || order === undefined) return withMore(kept, {});
  const keys = kept.at(-1)?.keys;
  const cursor = keys && (await cursorOf(keys));
  return withMore(kept, { offset: limit, cursor, query: search });
}
