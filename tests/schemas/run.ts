import fc from "fast-check";
import { isBuildable, schemas } from "./arbitrary-schema.js";
import { check, GIVERS, type Giver } from "./check.js";
import { checkAlike } from "./check-alike.js";
import { Dice } from "./dice.js";
import type { Exclusion, Judgement } from "./judgement.js";
import { outline, print, type Recipe, simpler } from "./recipe.js";
import { show } from "./show.js";
import { type Counterexample, shrink } from "./shrink.js";
import { subjects } from "./subject.js";
import { giveValue } from "./values.js";

export interface RunOptions {
  readonly seed: number;
  /** How many cases: one value of one schema, given in one way. */
  readonly cases: number;
  /** How many findings are made smaller; of further ones only the number is kept. */
  readonly shrinks: number;
  /** Called before each batch, with its own seed: where a process hangs, this is the one. */
  readonly begin?: (seed: number) => void;
  /** Called after each batch. */
  readonly progress?: (result: RunResult) => void;
  /** Called with every new finding. */
  readonly found?: (finding: Finding) => void;
}

export interface Finding {
  readonly what: string;
  /** The kinds of the smallest schema that shows it. */
  readonly outline: string;
  readonly report: string;
}

export interface RunResult {
  schemas: number;
  cases: number;
  failures: number;
  /** How many of the cases also went through Fastify. */
  byFastify: number;
  /** What the oracle said, by who gave the value. */
  readonly judged: Readonly<Record<Giver, Record<Judgement["is"], number>>>;
  readonly excluded: Partial<Record<Exclusion, number>>;
  readonly kinds: Record<string, number>;
  readonly findings: Map<string, Finding>;
}

const BATCH = 8;
const FASTIFY_EVERY = 10;
const MOST_OF_A_KIND = 300;
const VALUES: Readonly<Record<Giver, number>> = { plain: 12, client: 10, row: 16, absent: 2 };

/** Checks random schemas with random values. A promise that is broken in the same way by the same schema is one finding. */
export async function run({ seed, cases, shrinks, begin, progress, found }: RunOptions): Promise<RunResult> {
  const result: RunResult = {
    schemas: 0,
    cases: 0,
    failures: 0,
    byFastify: 0,
    judged: { plain: none(), client: none(), row: none(), absent: none() },
    excluded: {},
    kinds: {},
    findings: new Map(),
  };
  const search = new Search(result, shrinks, found);
  for (let batch = 0; result.cases < cases; batch++) {
    const batchSeed = (seed + batch * 7919) | 0;
    begin?.(batchSeed);
    const recipes = fc.sample(schemas(), { seed: batchSeed, numRuns: BATCH });
    await checkBatch(recipes, batch, batchSeed, search);
    progress?.(result);
  }
  return result;
}

function none(): Record<Judgement["is"], number> {
  return { accepted: 0, refused: 0, uncertain: 0 };
}

/** Collects findings. */
class Search {
  readonly result: RunResult;
  readonly #found: ((finding: Finding) => void) | undefined;
  #shrinks: number;
  readonly #shrunk = new Map<string, number>();

  constructor(result: RunResult, shrinks: number, found: ((finding: Finding) => void) | undefined) {
    this.result = result;
    this.#shrinks = shrinks;
    this.#found = found;
  }

  async add(counterexample: Counterexample, seed: number): Promise<void> {
    this.result.failures++;
    const { what } = counterexample.failure;
    const times = this.#shrunk.get(what) ?? 0;
    if (this.#shrinks <= 0 || times >= MOST_OF_A_KIND) return;
    this.#shrunk.set(what, times + 1);
    this.#shrinks--;
    const { recipe, giver, value, failure } = await shrink(counterexample);
    const lines = [
      `${failure.what}`,
      `  schema:   ${print(recipe)}`,
      `  ${giver}: ${show(value)}`,
      `  expected: ${show(failure.expected)}`,
      `  actual:   ${show(failure.actual)}`,
      `  seed:     ${seed}`,
    ];
    this.keep({ what: failure.what, outline: outline(recipe), report: lines.join("\n") });
  }

  keep(finding: Finding): void {
    const key = `${finding.what} ${finding.outline}`;
    if (this.result.findings.has(key)) return;
    this.result.findings.set(key, finding);
    this.#found?.(finding);
  }
}

async function checkBatch(recipes: readonly Recipe[], batch: number, seed: number, search: Search): Promise<void> {
  const { result } = search;
  const { served, unserved } = subjects(recipes.map(print));
  const byCode = new Map(recipes.map((recipe) => [print(recipe), recipe]));
  for (const { code, what, thrown } of unserved) {
    result.failures++;
    const recipe = smallestUnserved(byCode.get(code) as Recipe, what); // each code comes from a recipe
    const report = `${what}\n  schema:   ${print(recipe)}\n  actual:   ${thrown}\n  seed:     ${seed}`;
    search.keep({ what, outline: outline(recipe), report });
  }
  const dice = Dice.of(seed);
  for (const subject of served) {
    const recipe = byCode.get(subject.code) as Recipe; // as above
    const other = batch % FASTIFY_EVERY === 0 ? await subject.served.fastify() : undefined;
    result.schemas++;
    count(result.kinds, recipe);
    for (const giver of GIVERS) {
      for (let time = 0; time < VALUES[giver]; time++) {
        const value = giver === "absent" ? undefined : giveValue(subject.schema, giver, dice);
        result.cases++;
        const { is, excluded, failures } = await check(subject, giver, value);
        const alike = other ? (await checkAlike(subject, giver, value, other)).failures : [];
        if (other) result.byFastify++;
        result.judged[giver][is]++;
        if (excluded) result.excluded[excluded] = (result.excluded[excluded] ?? 0) + 1;
        for (const failure of [...failures, ...alike]) await search.add({ recipe, giver, value, failure }, seed);
      }
    }
  }
}

function count(kinds: Record<string, number>, { kind, children }: Recipe): void {
  kinds[kind] = (kinds[kind] ?? 0) + 1;
  for (const child of children) count(kinds, child);
}

function smallestUnserved(recipe: Recipe, what: string): Recipe {
  for (const other of simpler(recipe)) {
    if (isBuildable(other) && subjects([print(other)]).unserved.some((one) => one.what === what))
      return smallestUnserved(other, what);
  }
  return recipe;
}
