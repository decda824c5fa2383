import type { z } from "zod";
import { combineValues } from "./combine.js";
import { madeOnce } from "./made-once.js";
import { ParseState } from "./parse-state.js";
import { type Step, stepSchema } from "./step.js";
import { keyText } from "./key-test.js";

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

type Issue = z.core.$ZodRawIssue;

/**
 * Removes duplicates of issues that both sides of an intersection reported. Otherwise each level of nested intersections
 * would double them.
 */
export function withoutRepeats(parsed: z.core.util.MaybeAsync<Payload>): z.core.util.MaybeAsync<Payload> {
  if (parsed instanceof Promise) return parsed.then(withoutRepeats);
  if (parsed.issues.length > 1) parsed.issues = distinct(parsed.issues);
  return parsed;
}

/** Compares only the issues of the same schema: issues of different schemas are never copies. */
function distinct(issues: readonly Issue[]): Issue[] {
  const firsts = new Map<unknown, Issue>();
  const repeated = new Map<unknown, Known>();
  return issues.filter((issue) => {
    const { inst } = issue;
    const first = firsts.get(inst);
    if (first === undefined) {
      firsts.set(inst, issue);
      return true;
    }
    return madeOnce(repeated, inst, () => new Known(first)).add(issue);
  });
}

/** Indexes the issues of one schema by value and by path. */
class Known {
  readonly #byInput = new Map<unknown, Map<string, Issue[]>>();

  constructor(first: Issue) {
    this.add(first);
  }

  /** Adds an issue. Returns false if it is a copy. */
  add(issue: Issue): boolean {
    const places = madeOnce(this.#byInput, issue.input, () => new Map<string, Issue[]>());
    const others = madeOnce(places, JSON.stringify([issue.code, ...(issue.path ?? []).map(keyText)]), () => []);
    const isNew = !others.some((other) => isCopy(issue, other));
    if (isNew) others.push(issue);
    return isNew;
  }
}

/** Whether two issues with the same path are equal. */
function isCopy(one: Issue, other: Issue): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => name === "path" || one[name] === other[name])
  );
}
