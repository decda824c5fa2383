/** Where the members that are missing from a list begin, in the list of all. */
export interface NextMember {
  /** The number of members before them, for `offsetPage` and `numberPage`. */
  readonly offset?: number | undefined;
  /** The cursor of the last member before them, for `cursorPage`. */
  readonly cursor?: string | undefined;
  /** The filters and the sort of the list, as the query string that a request of it has, without its question mark. */
  readonly query?: string | undefined;
}

const NEXT = Symbol("next member");

/**
 * Says that a row has only the first members of a to-many relationship. The relationship then gets the link `next`, which leads to the
 * others, if the API serves the relationship.
 *
 * @param members The first members, as ids or rows.
 * @param next Where the others begin: an `offset` for `offsetPage` and `numberPage`, a `cursor` for `cursorPage`. If no page of the
 *   relationship begins there, the link is absent. If the members were filtered or sorted, pass the `search` of the include's query as `query`.
 *
 * @example
 * ```ts
 * import { trestle, toMany, withMore } from "trestle";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const posts = t.resource("posts", { id: z.int(), attributes: {}, relationships: { comments: toMany("comments") } });
 * const getPost = posts.getOne(({ id }) => ({ id, comments: withMore([1, 2, 3], { offset: 3 }) }));
 *
 * const { data } = await getPost({ ctx: {}, id: 1 });
 * if (data.comments?.length !== 3) throw new Error("unreachable");
 * ```
 */
export function withMore<T>(members: readonly T[], next: NextMember): T[] {
  return Object.defineProperty([...members], NEXT, { value: next });
}

/** Where the missing members begin. Undefined if a list is complete. */
export function nextMemberOf(members: readonly unknown[]): NextMember | undefined {
  return (members as { readonly [NEXT]?: NextMember })[NEXT];
}

/** Marks a list like another one that it was made from. */
export function markedLike<T>(members: T[], original: readonly unknown[]): T[] {
  const next = nextMemberOf(original);
  return next === undefined ? members : withMore(members, next);
}
