/** The type of a value that is not allowed. The compiler prints the reason. */
export interface NotAllowed<TReason extends string> {
  readonly "~reason": TReason;
}

/**
 * Refuses members that an option does not have, in an object whose type is inferred: TypeScript reports unknown members of other
 * objects only. `OnlyKnown<{ max: number; idempotant: true }, "max", "atomic">` demands a reason in place of `idempotant`.
 */
export type OnlyKnown<T, TName extends PropertyKey, TOption extends string> = T extends object
  ? { readonly [K in Exclude<keyof T, TName> & string]?: NotAllowed<`${TOption}: "${K}" is not an option.`> }
  : unknown;

/** The names that neither a resource nor an action of the API can have. `model/names.ts` says why. */
export type ReservedName = "atomic" | "command" | "live" | "query" | "stream";

export type ReservedSentence<TName extends string> =
  `"${TName}" is a name that Trestle uses in paths and in the client. Rename it.`;
