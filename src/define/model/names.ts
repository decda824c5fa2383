import { SEPARATOR } from "../../wire/include-path.js";
import { Problems } from "./problems.js";
import type { ReservedName, ReservedSentence } from "../types/not-allowed.js";

// JSON:API 1.1, "Member Names": globally allowed characters anywhere, `-`, `_` and space not at either end.
const MEMBER_NAME = /^[a-zA-Z0-9\u0080-\uffff](?:[a-zA-Z0-9\u0080-\uffff\-_ ]*[a-zA-Z0-9\u0080-\uffff])?$/;

/** Throws if JSON:API does not allow the name. */
export function checkName(what: string, name: string, where: string): void {
  if (!MEMBER_NAME.test(name)) {
    throw new TypeError(
      `${where}: the ${what} "${name}" is not a legal JSON:API member name. Use letters, digits, "_" and "-", beginning and ending with a letter or digit.`,
    );
  }
}

/** Throws if JSON:API does not allow the name, or it contains `__`, which separates names in paths, filters and URL names. */
export function checkSegment(what: string, name: string, where: string): void {
  checkName(what, name, where);
  if (name.includes(SEPARATOR)) {
    throw new TypeError(
      `${where}: the ${what} "${name}" contains "${SEPARATOR}", which separates names. Use a single "_".`,
    );
  }
}

/** `listNames(["a", "b", "c"])` is `"a", "b" or "c"`. For messages. */
export function listNames(names: Iterable<string>): string {
  const quoted = [...names].map((name) => `"${name}"`);
  const last = quoted.pop();
  if (last === undefined) return "none";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}

/** The largest number of letters by which a name differs from one that was meant. */
const MAX_DISTANCE = 8;

/** The most similar of `names`, or undefined if more than a third of the letters differ, or more than 8. */
export function closest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A question that names the most similar of `names`, or another sentence if none is similar. For the end of messages. */
export function didYouMean(name: string, names: Iterable<string>, otherwise: string): string {
  const guess = closest(name, names);
  return guess === undefined ? otherwise : `Did you mean "${guess}"?`;
}

/**
 * Counts letters that were added, removed, replaced or swapped with a neighbour. Callers limit the length of names.
 *
 * @param enough Stops when the count reaches this number.
 */
function editDistance(a: string, b: string, enough: number): number {
  const width = b.length + 1;
  if (width > rows[0].length) rows = makeRows(2 * width);
  let [twoAbove, above, row] = rows;
  for (let j = 0; j < width; j++) above[j] = Math.min(j, enough);
  let minAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    row.fill(enough, 0, width);
    let least = Math.min(i, enough);
    row[0] = least;
    // Where the lengths so far differ by more, the count is larger.
    for (let j = Math.max(1, i - enough); j <= Math.min(b.length, i + enough); j++) {
      const letter = a.charCodeAt(i - 1);
      let distance = Math.min(at(above, j), at(row, j - 1)) + 1;
      distance = Math.min(distance, at(above, j - 1) + (letter === b.charCodeAt(j - 1) ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        distance = Math.min(distance, at(twoAbove, j - 2) + 1);
      row[j] = distance;
      least = Math.min(least, distance);
    }
    if (least >= enough && minAbove >= enough) return enough; // no later row can be smaller than the two above it
    [twoAbove, above, row, minAbove] = [above, row, twoAbove, least];
  }
  return at(above, b.length);
}

/** Three rows of the table of counts. Each call uses them again: new ones took 2 % of the CPU of an invalid query (bench `server`). */
let rows = makeRows(64);

function makeRows(width: number): [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Throws for a member that has no meaning: a misspelt `required` of a version would let everybody write without it. */
export function checkOptionNames(where: string, config: object, known: object): void {
  const names = Object.keys(known);
  const problems = new Problems();
  for (const name of Object.keys(config)) {
    if (names.includes(name)) continue;
    const advice = didYouMean(name, names, `Use ${names.join(", ")}.`);
    problems.add(new TypeError(`${where}: "${name}" is not an option. ${advice}`));
  }
  problems.throwAll(where);
}

/**
 * The first segments that every server needs below the mount point, and the members of a client that are not resources. What an option
 * serves is not here: `/operations` is refused with `atomic`, and `/docs` where pages are served.
 */
const RESERVED: Readonly<Record<ReservedName, true>> = {
  atomic: true,
  command: true,
  live: true,
  query: true,
  stream: true,
};

/** Why a resource, or an action of the API, cannot have a name. Undefined if it can. */
export function reservedProblem(name: string): string | undefined {
  if (!Object.hasOwn(RESERVED, name)) return undefined;
  return `"${name}" is a name that Trestle uses in paths and in the client. Rename it.` satisfies ReservedSentence<string>;
}
