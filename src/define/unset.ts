/**
 * What an edit's input holds for every field that the request did not send. It is not `null`: a client sends
 * null to clear a field, and leaves a field out to keep it. Compare before applying a field.
 *
 * @example
 * ```ts
 * import { UNSET } from "trestle";
 *
 * const input: { title: string | UNSET; author: number | null | UNSET } = { title: UNSET, author: null };
 * const changes: { title?: string; author?: number | null } = {};
 * if (input.title !== UNSET) changes.title = input.title;
 * if (input.author !== UNSET) changes.author = input.author; // null: the author is cleared
 * ```
 */
export const UNSET: unique symbol = Symbol.for("trestle.unset");
export type UNSET = typeof UNSET;

/** An edit's input without what is UNSET. */
export type ChangesOf<TInput> = { [K in keyof TInput]?: Exclude<TInput[K], UNSET> };

/**
 * The fields of an edit's input that the request sent, nulls included: what an ORM's update takes.
 *
 * @param input A handler's `input`, or a part of it.
 *
 * @example
 * ```ts
 * import { changesOf, UNSET } from "trestle";
 *
 * const input: { title: string | UNSET; subtitle: string | null | UNSET } = { title: UNSET, subtitle: null };
 * const changes = changesOf(input); // { subtitle: null }
 * if ("title" in changes || changes.subtitle !== null) throw new Error("unreachable");
 * ```
 */
export function changesOf<TInput extends object>(input: TInput): ChangesOf<TInput> {
  const sent = Object.entries(input).filter(([, value]) => value !== UNSET);
  return Object.fromEntries(sent) as ChangesOf<TInput>; // what is left has the types that it had
}
