import { isBuildable } from "./arbitrary-schema.js";
import { check, type Failure, type Giver, type Subject } from "./check.js";
import { Dice } from "./dice.js";
import { simplerValues } from "./mutate-value.js";
import { print, type Recipe, simpler } from "./recipe.js";
import { subjects } from "./subject.js";
import { giveValue } from "./values.js";

/** A case that breaks a promise. */
export interface Counterexample {
  readonly recipe: Recipe;
  readonly giver: Giver;
  readonly value: unknown;
  readonly failure: Failure;
}

const SAMPLES = 25;
const MOST_SCHEMAS = 150;
const MOST_VALUES = 150;

/** Looks for the simplest schema and value that break the same promise. */
export async function shrink(found: Counterexample): Promise<Counterexample> {
  const limit = { left: MOST_SCHEMAS };
  let best = found;
  for (let better: Counterexample | undefined = found; better !== undefined; ) {
    best = better;
    better = await simplerSchema(best, limit);
  }
  return simplerValue(best);
}

async function simplerSchema(best: Counterexample, limit: { left: number }): Promise<Counterexample | undefined> {
  for (const recipe of simpler(best.recipe)) {
    if (!isBuildable(recipe)) continue;
    if (limit.left-- <= 0) return undefined;
    const again = await findAgain(recipe, best);
    if (again !== undefined) return again;
  }
  return undefined;
}

async function findAgain(
  recipe: Recipe,
  { giver, value, failure }: Counterexample,
): Promise<Counterexample | undefined> {
  const subject = subjectOf(recipe, failure);
  if (subject === undefined) return undefined;
  const dice = Dice.of(1);
  const samples = dice.times(SAMPLES, () => giveValue(subject.schema, giver, dice));
  for (const candidate of [value, ...take(simplerValues(value), 10), ...samples]) {
    const again = await fails(subject, giver, candidate, failure.what);
    if (again !== undefined) return { recipe, giver, value: candidate, failure: again };
  }
  return undefined;
}

async function simplerValue(found: Counterexample): Promise<Counterexample> {
  let best = found;
  const subject = subjectOf(found.recipe, found.failure);
  if (subject === undefined) return found;
  let left = MOST_VALUES;
  search: while (left > 0) {
    for (const value of simplerValues(best.value)) {
      if (left-- <= 0) break search;
      const failure = await fails(subject, best.giver, value, best.failure.what);
      if (failure === undefined) continue;
      best = { ...best, value, failure };
      continue search;
    }
    break;
  }
  return best;
}

function subjectOf(recipe: Recipe, { what }: Failure): Subject | undefined {
  return subjects([print(recipe)], what.includes("OpenAPI")).served[0];
}

async function fails(subject: Subject, giver: Giver, value: unknown, what: string): Promise<Failure | undefined> {
  const times = giver === "absent" || what.includes("share") ? 2 : 1; // the first request makes what the second one sees
  for (let time = 0; time < times; time++) {
    const { failures } = await check(subject, giver, value);
    const same = failures.find((failure) => failure.what === what);
    if (same !== undefined) return same;
  }
  return undefined;
}

function take<T>(all: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const one of all) {
    if (taken.length >= count) break;
    taken.push(one);
  }
  return taken;
}
