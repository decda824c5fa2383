import { combineValues } from "../../schema/combine.js";
import { ValueMismatch } from "./row-error.js";

/** Combines what the two sides of an intersection keep of one value: the members of both. */
export function combine(left: unknown, right: unknown): unknown {
  return combineValues(left, right, (value) => {
    throw new ValueMismatch("what both sides of its intersection give", value);
  });
}
