import type { z } from "zod";
import { keyText } from "./key-text.js";

type Payload = z.core.ParsePayload;
type Issue = z.core.$ZodRawIssue;

/**
 * Leaves out the issues that both sides of an intersection found. Otherwise each level of nested intersections would
 * double them.
 */
export function withoutRepeats(parsed: z.core.util.MaybeAsync<Payload>): z.core.util.MaybeAsync<Payload> {
  if (parsed instanceof Promise) return parsed.then(withoutRepeats);
  if (parsed.issues.length > 1) parsed.issues = distinct(parsed.issues);
  return parsed;
}

function distinct(issues: readonly Issue[]): Issue[] {
  const known = new Map<string, Map<unknown, Issue[]>>();
  return issues.filter((issue) => {
    const place = JSON.stringify([issue.code, ...(issue.path ?? []).map(keyText)]);
    const inputs = known.get(place) ?? new Map<unknown, Issue[]>();
    const others = inputs.get(issue.input) ?? []; // thousands of elements of a Set have one path
    if (others.some((other) => isCopy(issue, other))) return false;
    inputs.set(issue.input, [...others, issue]);
    known.set(place, inputs);
    return true;
  });
}

/** Whether two issues with one path say the same. */
function isCopy(one: Issue, other: Issue): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => name === "path" || one[name] === other[name])
  );
}
