/**
 * The value of each field in an edit's input that the request did not send. It is not `null`: a client sends null to clear a
 * field, and omits a field to keep it. Compare before you apply a field.
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

/** An edit's input without UNSET. `ChangesOf<{ title: string | UNSET }>` is `{ title?: string }`. */
export type ChangesOf<TInput> = { [K in keyof TInput]?: Exclude<TInput[K], UNSET> };

/**
 * Returns the fields of an edit's input that the request sent, including nulls. Pass them to the update of an ORM.
 *
 * @param input The `input` of a handler, or a part of it.
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
  return Object.fromEntries(sent) as ChangesOf<TInput>; // the remaining fields keep their types
}

/** The members that are not undefined. */
export function withoutUndefined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T; // a subset of its own members
}
