import type { NextMember } from "../types/next-member.js";

const NEXT = Symbol("next member");

/** A copy of a list that says that members are missing. */
export function markIncomplete<T>(members: readonly T[], next: NextMember): T[] {
  return Object.defineProperty([...members], NEXT, { value: next });
}

/** Where the missing members begin. Undefined if a list is complete. */
export function nextMemberOf(members: readonly unknown[]): NextMember | undefined {
  return (members as { readonly [NEXT]?: NextMember })[NEXT];
}

/** Marks a list like another one that it was made from. */
export function markedLike<T>(members: T[], original: readonly unknown[]): T[] {
  const next = nextMemberOf(original);
  return next === undefined ? members : markIncomplete(members, next);
}
