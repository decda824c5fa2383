import type { ReservedName, ReservedSentence } from "../types/not-allowed.js";

/**
 * The first segments that every server needs below the mount point, and the members of a client that are not resources. What an option
 * serves is not here: `/operations` is refused with `atomic`, and `/docs` where pages are served.
 */
const RESERVED: Readonly<Record<ReservedName, true>> = {
  atomic: true,
  command: true,
  live: true,
  query: true,
  stream: true,
};

/** Why a resource, or an action of the API, cannot have a name. Undefined if it can. */
export function reservedProblem(name: string): string | undefined {
  if (!Object.hasOwn(RESERVED, name)) return undefined;
  return `"${name}" is a name that Trestle uses in paths and in the client. Rename it.` satisfies ReservedSentence<string>;
}
