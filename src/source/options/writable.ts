import { checkOptionNames } from "../../define/model/names.js";
import type { Access } from "../store/store.js";

/**
 * Which of the visible rows a context may change. One rule holds for a row before its write and after it. `before` and `after` say them
 * apart: a new row is checked by `after` alone, a deleted one by `before`. `after: "any"`: a write may leave a row in any state.
 */
export type WritableRule<TRule> = TRule | { readonly before: TRule; readonly after: TRule | "any" };

type AnyRule = (ctx: never) => unknown;

/** The rule of a moment; undefined if every row meets it. */
export function ruleAt<TRule extends AnyRule>(
  writable: WritableRule<TRule> | undefined,
  at: NonNullable<Access["writable"]>,
): TRule | undefined {
  if (writable === undefined || typeof writable === "function") return writable;
  const rule = writable[at];
  return rule === "any" ? undefined : rule;
}

/** Throws for a rule that would have no effect. */
export function checkWritable(type: string, writable: WritableRule<AnyRule> | undefined): void {
  if (writable === undefined || typeof writable === "function") return;
  const where = `data.source(${type}): writable`;
  checkOptionNames(where, writable, { before: true, after: true });
  const { before, after } = writable;
  if (typeof before === "function" && (typeof after === "function" || after === "any")) return;
  throw new TypeError(`${where}: state both: { before: (ctx) => …, after: (ctx) => … }, or after: "any".`);
}
