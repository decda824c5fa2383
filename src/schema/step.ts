import { z } from "zod";
import { dropped } from "./dropped.js";
import { isBareObject, combineValues } from "./combine.js";
import { madeOnce } from "./made-once.js";
import { ParseState } from "./parse-state.js";
import { keyText } from "./key-test.js";

type Payload = z.core.ParsePayload;
type Parsed = z.core.util.MaybeAsync<Payload>;

/** Replaces the parse function of a schema. */
export type Step = (payload: Payload, context: z.core.ParseContextInternal) => Parsed;

interface StepDef extends z.core.$ZodTypeDef {
  readonly type: "readonly"; // Zod must see a wrapper when it walks through schemas
  readonly innerType: z.core.$ZodType;
  readonly step: Step;
}

interface StepSchema extends z.core.$ZodType {
  readonly _zod: z.core.$ZodTypeInternals & { readonly def: StepDef };
}

/** The properties that Zod reads before it parses a value. */
const PROPERTIES = ["optin", "optout", "values", "propValues", "pattern"] as const;

const StepConstructor = z.core.$constructor<StepSchema, StepDef>("TrestleStep", (inst, def) => {
  z.core.$ZodType.init(inst, def);
  for (const name of PROPERTIES) {
    Object.defineProperty(inst._zod, name, { get: () => def.innerType._zod[name], configurable: true });
  }
  inst._zod.parse = def.step;
});

/** Wraps a schema and replaces its parse function. */
export function stepSchema(innerType: z.core.$ZodType, step: Step): z.core.$ZodType {
  return new StepConstructor({ type: "readonly", innerType, step });
}

// If a check throws, or rejects before Zod awaits it, Zod drops the promises of other checks. If one of those rejects, Node
// ends the process because of an unhandled rejection.

type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck<never>;

/** Wraps a schema whose promise Zod may drop: a key, or a union's option after another one matched. */
export function unwaited(schema: Schema): Schema {
  return stepSchema(schema, (payload, context) => {
    const result = schema._zod.run(payload, context);
    dropped(result);
    return result;
  });
}

/** Wraps a child schema: turns an exception into a rejection, so that Zod also awaits the other children. */
export function rejecting(schema: Schema): Schema {
  return stepSchema(schema, (payload, context) => {
    try {
      return schema._zod.run(payload, context);
    } catch (error) {
      if (context.async !== true) throw error;
      return Promise.reject(error);
    }
  });
}

/** Wraps a record so that its keys are parsed before its values. Zod throws for a key with an asynchronous check. */
export function keysFirst(record: Schema, key: Schema): Schema {
  return stepSchema(record, (payload, context) => {
    for (const name of isBareObject(payload.value) ? Object.keys(payload.value) : []) {
      if (key._zod.run({ value: name, issues: [] }, context) instanceof Promise)
        throw new TypeError("A key of a z.record() has an asynchronous check. Check the keys in the handler.");
    }
    return record._zod.run(payload, context);
  });
}

/** Wraps checks so that Zod awaits all of them, even if one of them throws. */
export function waitedChecks<TCheck extends Check>(checks: readonly TCheck[]): readonly TCheck[] {
  if (checks.length < 2 || !checks.some(({ _zod }) => _zod.def.check === "custom")) return checks;
  const pending = new WeakSet<object>();
  return checks.map((check) => {
    const validate = (payload: z.core.ParsePayload<never>) => {
      try {
        const result = check._zod.check(payload);
        if (!(result instanceof Promise)) return result;
        pending.add(payload);
        dropped(result);
        return result;
      } catch (error) {
        if (!pending.has(payload)) throw error;
        const rejection = Promise.reject(error);
        dropped(rejection);
        return rejection;
      }
    };
    return { ...check, _zod: { ...check._zod, check: validate } };
  });
}

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
  const repeated = new Map<unknown, ReturnType<typeof newIssues>>();
  return issues.filter((issue) => {
    const { inst } = issue;
    const first = firsts.get(inst);
    if (first === undefined) {
      firsts.set(inst, issue);
      return true;
    }
    return madeOnce(repeated, inst, () => newIssues(first))(issue);
  });
}

/** Returns a function that tells whether an issue of one schema differs from those before. It indexes them by value and by path. */
function newIssues(first: Issue): (issue: Issue) => boolean {
  const byInput = new Map<unknown, Map<string, Issue[]>>();
  const isNew = (issue: Issue) => {
    const places = madeOnce(byInput, issue.input, () => new Map<string, Issue[]>());
    const others = madeOnce(places, JSON.stringify([issue.code, ...(issue.path ?? []).map(keyText)]), () => []);
    if (others.some((other) => isCopy(issue, other))) return false;
    others.push(issue);
    return true;
  };
  isNew(first);
  return isNew;
}

/** Whether two issues with the same path are equal. */
function isCopy(one: Issue, other: Issue): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => name === "path" || one[name] === other[name])
  );
}
