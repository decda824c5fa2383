import type { z } from "zod";
import { combineValues } from "./combine.js";
import { ParseState } from "./parse-state.js";
import { withoutRepeats } from "./repeated-issues.js";
import { type Step, stepSchema } from "./step.js";

type Schema = z.core.$ZodType;
type Payload = z.core.ParsePayload;

/**
 * Makes a step that parses an intersection. Zod collects the issues of both sides, but the step merges their values: Zod
 * compares every key with every other key, and throws if two values differ.
 *
 * @param copy Creates the intersection of two sides.
 */
export function intersectionStep(
  sides: { readonly left: Schema; readonly right: Schema },
  copy: (sides: { readonly left: Schema; readonly right: Schema }) => Schema,
): { readonly schema: Schema; readonly step: Step } {
  const schema = copy({ left: remembered(sides.left, sides, "left"), right: remembered(sides.right, sides, "right") });
  const step: Step = (payload, context) => {
    const { value } = payload;
    const finish = (result: Payload): Payload => {
      if (result.issues.length === 0) combineSides(result, ParseState.of(context).sidesOf(sides, value), schema);
      return result;
    };
    const parsed = withoutRepeats(schema._zod.run(payload, context));
    return parsed instanceof Promise ? parsed.then(finish) : finish(parsed);
  };
  return { schema, step };
}

/** Stores the result of a side, and returns the input instead, so that Zod has nothing to merge. */
function remembered(side: Schema, key: object, place: "left" | "right"): Schema {
  return stepSchema(side, (payload, context) => {
    const { value } = payload;
    const keep = (result: Payload): Payload => {
      ParseState.of(context).sidesOf(key, value)[place] = result.value;
      result.value = value;
      return result;
    };
    const parsed = side._zod.run(payload, context);
    return parsed instanceof Promise ? parsed.then(keep) : keep(parsed);
  });
}

/** Thrown if the two sides of an intersection return different values. */
class Conflict extends Error {}

function combineSides(result: Payload, { left, right }: { left: unknown; right: unknown }, inst: Schema): void {
  try {
    result.value = combineValues(left, right, () => {
      throw new Conflict();
    });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const message = "Invalid input: the two sides of an intersection convert it to different values";
    result.issues.push({ code: "custom", message, input: result.value, inst, path: [] });
  }
}
