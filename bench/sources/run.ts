// Latency of a source's requests beside SQL by hand, on a real Postgres: one request after the other, rounds in turn, and each
// contender beside the reference of the same round.
import pg from "pg";
import { option, printTable, showSpread, writeResults } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";
import { checkSame } from "./check-same.js";
import type { Contender } from "./contender.js";
import { drizzleQueries } from "./contenders/drizzle-queries.js";
import { handTuned } from "./contenders/hand-tuned.js";
import { handWritten } from "./contenders/hand-written.js";
import { cursorsAfter, trestleRequests, trestleSource } from "./contenders/trestle.js";
import { type Need, samplesOf, TITLES } from "./needs.js";
import { startPostgres } from "./postgres.js";
import { countStatements } from "./statements.js";
import { fillTables, sizesOf } from "./tables.js";

const sizes = sizesOf(Number(process.env.BENCH_ROWS ?? 500_000));
const rounds = Number(option("rounds") ?? 15);
/** Requests in a sample, whose median counts. */
const REQUESTS = 40;
/** Requests before anything is measured, for what compiles code while it runs. */
const WARM_UP = 200;

const needs = Object.keys(TITLES) as Need[];
const samples = samplesOf(sizes);
const random = seeded(1);

const server = await startPostgres();
const pool = new pg.Pool({ connectionString: server.url });
pool.on("error", () => {}); // when the server stops
try {
  log(`Making ${sizes.articles} articles and ${sizes.comments} comments`);
  await fillTables(pool, sizes);
  const cursors = await cursorsAfter(pool, samples.keyset);
  const reference = handTuned(pool, false);
  const contenders = [
    reference,
    handTuned(pool, true),
    trestleSource(pool, cursors),
    trestleRequests(pool, cursors),
    drizzleQueries(pool),
    handWritten(pool),
  ];
  for (const contender of contenders) await checkSame(reference, contender, samples);
  const statements = await statementsOf(contenders);
  report(contenders, reference, await measure(contenders), statements);
} finally {
  await pool.end();
  await server.stop();
}

type Times = ReadonlyMap<Contender, Readonly<Record<Need, number[]>>>;

async function measure(contenders: readonly Contender[]): Promise<Times> {
  const times = new Map(contenders.map((it) => [it, Object.fromEntries(needs.map((need) => [need, []])) as never]));
  for (const contender of contenders) for (const need of needs) await latency(contender, need, WARM_UP);
  for (let round = 0; round < rounds; round++) {
    for (const need of needs) {
      for (const contender of shuffled(contenders, random)) {
        (times.get(contender) as Record<Need, number[]> | undefined)?.[need].push(
          await latency(contender, need, REQUESTS),
        );
      }
    }
    log(`Round ${round + 1} of ${rounds}`);
  }
  return times;
}

/** The median time of a request, in ms. */
async function latency(contender: Contender, need: Need, requests: number): Promise<number> {
  const ask = contender.needs[need] as (input: unknown) => Promise<unknown>;
  const inputs = samples[need];
  const times: number[] = [];
  for (let index = 0; index < requests; index++) {
    const from = performance.now();
    await ask(inputs[index % inputs.length]);
    times.push(performance.now() - from);
  }
  return median(times);
}

async function statementsOf(contenders: readonly Contender[]): Promise<ReadonlyMap<Contender, readonly number[]>> {
  const counts = new Map<Contender, readonly number[]>();
  for (const contender of contenders) {
    const own: number[] = [];
    for (const need of needs) own.push(await countStatements(() => latency(contender, need, 1)));
    counts.set(contender, own);
  }
  return counts;
}

function report(
  contenders: readonly Contender[],
  reference: Contender,
  times: Times,
  statements: ReadonlyMap<Contender, readonly number[]>,
): void {
  const timesOf = (contender: Contender, need: Need) => times.get(contender)?.[need] ?? [];
  const ratio = (contender: Contender, need: Need) =>
    spreadOf(timesOf(contender, need).map((time, round) => time / (timesOf(reference, need)[round] ?? Number.NaN)));
  const table = (cell: (contender: Contender, need: Need, index: number) => string) =>
    printTable(
      ["", ...needs.map((need) => TITLES[need])],
      contenders.map((contender) => [contender.title, ...needs.map((need, index) => cell(contender, need, index))]),
    );
  console.log(`\nLatency relative to the reference: below 1 is faster. Median of ${rounds} rounds (95 %)\n`);
  table((contender, need) => showSpread(ratio(contender, need)));
  console.log("\nLatency in ms, median / statements\n");
  table((contender, need, index) => {
    return `${median(timesOf(contender, need)).toFixed(2)} / ${statements.get(contender)?.[index]}`;
  });
  writeResults("sources", {
    rounds,
    requests: REQUESTS,
    sizes,
    reference: reference.name,
    contenders: contenders.map((contender) => ({
      name: contender.name,
      needs: needs.map((need, index) => ({
        name: need,
        latencyRatio: ratio(contender, need),
        milliseconds: median(timesOf(contender, need)),
        statements: statements.get(contender)?.[index],
      })),
    })),
  });
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
