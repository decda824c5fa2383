import type { z } from "zod";
import { keyText } from "./key-text.js";

type Payload = z.core.ParsePayload;
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
    let known = repeated.get(inst);
    if (known === undefined) {
      known = new Known();
      known.add(first);
      repeated.set(inst, known);
    }
    return known.add(issue);
  });
}

/** Indexes the issues of one schema by value and by path. */
class Known {
  readonly #byInput = new Map<unknown, Map<string, Issue[]>>();

  /** Adds an issue. Returns false if it is a copy. */
  add(issue: Issue): boolean {
    let places = this.#byInput.get(issue.input);
    if (places === undefined) {
      places = new Map();
      this.#byInput.set(issue.input, places);
    }
    const place = JSON.stringify([issue.code, ...(issue.path ?? []).map(keyText)]);
    const others = places.get(place);
    if (others === undefined) places.set(place, [issue]);
    else if (others.some((other) => isCopy(issue, other))) return false;
    else others.push(issue);
    return true;
  }
}

/** Whether two issues with the same path are equal. */
function isCopy(one: Issue, other: Issue): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => name === "path" || one[name] === other[name])
  );
}
