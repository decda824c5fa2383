/** The names that neither a resource nor an action of the API can have. `model/reserved-names.ts` says why. */
export type ReservedName = "atomic" | "command" | "live" | "query" | "stream";

export type ReservedSentence<TName extends string> =
  `"${TName}" is a name that Trestle uses in paths and in the client. Rename it.`;
