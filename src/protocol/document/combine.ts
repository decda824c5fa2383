import { combineValues } from "../../schema/combine.js";
import { ValueMismatch } from "./row-error.js";

/** Merges the values that the two sides of an intersection keep. */
export function combine(left: unknown, right: unknown): unknown {
  return combineValues(left, right, (value) => {
    throw new ValueMismatch("a value that both sides of its intersection convert alike", value);
  });
}
