// Latency of a source's requests next to SQL by hand, on a real Postgres: one request after the other, rounds in turn, and each
// contender next to the reference of the same round.
import pg from "pg";
import { option, printTable, showSpread, writeResults } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";
import { checkSame } from "./check-same.js";
import type { Contender } from "./contender.js";
import { drizzleQueries } from "./contenders/drizzle-queries.js";
import { fastifyByHand } from "./contenders/fastify-by-hand.js";
import { handTuned } from "./contenders/hand-tuned.js";
import { handWritten } from "./contenders/hand-written.js";
import { replayed } from "./contenders/replayed.js";
import { cursorsAfter, trestleFastify, trestleRequests, trestleSource } from "./contenders/trestle.js";
import { type Need, samplesOf, TITLES } from "./needs.js";
import { throughNetwork } from "./network.js";
import { loadOrms } from "./orms.js";
import { startPostgres } from "./postgres.js";
import { recordStatements } from "./statements.js";
import { fillTables, sizesOf } from "./tables.js";

const sizes = sizesOf(Number(process.env.BENCH_ROWS ?? 500_000));
const rounds = Number(option("rounds") ?? 10);
/** Of a network between the contenders and Postgres, in ms each way. */
const delay = Number(option("delay") ?? 0);
/** Requests in a sample, whose median counts. */
const REQUESTS = 40;
/** Requests before anything is measured, for what compiles code while it runs. */
const WARM_UP = 250;

const needs = Object.keys(TITLES) as Need[];
const samples = samplesOf(sizes);
const random = seeded(1);

const server = await startPostgres();
const url = delay > 0 ? await throughNetwork(server.url, delay) : server.url;
const pool = new pg.Pool({ connectionString: url });
const orms = await loadOrms(url);
pool.on("error", () => {}); // when the server stops
try {
  log(`Making ${sizes.articles} articles and ${sizes.comments} comments`);
  await fillTables(pool, sizes);
  const cursors = await cursorsAfter(pool, samples);
  const reference = handTuned(pool, false);
  const source = trestleSource(pool, cursors);
  const answering = [
    reference,
    handTuned(pool, true),
    source,
    trestleRequests(pool, cursors),
    await trestleFastify(pool, cursors),
    await fastifyByHand(reference, "fastify-by-hand", "JSON:API by hand over Fastify"),
    await fastifyByHand(handTuned(pool, true), "fastify-prepared", "the same, with prepared SQL"),
    drizzleQueries(pool),
    handWritten(pool),
    ...orms.contenders,
  ];
  for (const contender of answering) await checkSame(reference, contender, samples);
  const contenders = [...answering, await replayed(pool, source, samples)];
  const statements = await statementsOf(contenders);
  report(contenders, reference, await measure(contenders), statements);
} finally {
  await orms.close();
  await pool.end();
  await server.stop();
}

/** Of a request, in ms. */
interface Sample {
  /** The median. */
  readonly latency: number;
  /** The CPU time of this process, Postgres not included. */
  readonly cpu: number;
}
type Measured = ReadonlyMap<Contender, ReadonlyMap<Need, Sample[]>>;

async function measure(contenders: readonly Contender[]): Promise<Measured> {
  const measured = new Map(contenders.map((it) => [it, new Map(needs.map((need) => [need, [] as Sample[]]))]));
  for (const contender of contenders)
    for (const need of needs) if (contender.needs[need]) await sample(contender, need, WARM_UP);
  for (let round = 0; round < rounds; round++) {
    for (const need of needs) {
      for (const contender of shuffled(contenders, random)) {
        if (!contender.needs[need]) continue;
        measured
          .get(contender)
          ?.get(need)
          ?.push(await sample(contender, need, REQUESTS));
      }
    }
    log(`Round ${round + 1} of ${rounds}`);
  }
  return measured;
}

async function sample(contender: Contender, need: Need, requests: number): Promise<Sample> {
  const ask = contender.needs[need] as (input: unknown) => Promise<unknown>;
  const inputs = samples[need];
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let index = 0; index < requests; index++) {
    const from = performance.now();
    await ask(inputs[index % inputs.length]);
    times.push(performance.now() - from);
  }
  const { user, system } = process.cpuUsage(before);
  return { latency: median(times), cpu: (user + system) / 1000 / requests };
}

async function statementsOf(contenders: readonly Contender[]): Promise<ReadonlyMap<Contender, readonly number[]>> {
  const counts = new Map<Contender, readonly number[]>();
  for (const contender of contenders) {
    const own: number[] = [];
    for (const need of needs) {
      if (!contender.needs[need]) own.push(0);
      else own.push((await recordStatements(() => sample(contender, need, 1), contender.client)).length);
    }
    counts.set(contender, own);
  }
  return counts;
}

function report(
  contenders: readonly Contender[],
  reference: Contender,
  measured: Measured,
  statements: ReadonlyMap<Contender, readonly number[]>,
): void {
  const valuesOf = (contender: Contender, need: Need, value: keyof Sample) =>
    (measured.get(contender)?.get(need) ?? []).map((sample) => sample[value]);
  const ratio = (contender: Contender, need: Need) => {
    const base = valuesOf(reference, need, "latency");
    return spreadOf(valuesOf(contender, need, "latency").map((own, round) => own / (base[round] ?? Number.NaN)));
  };
  const table = (cell: (contender: Contender, need: Need, index: number) => string) =>
    printTable(
      ["", ...needs.map((need) => TITLES[need])],
      contenders.map((contender) => [
        contender.title,
        ...needs.map((need, index) => (contender.needs[need] ? cell(contender, need, index) : "")),
      ]),
    );
  console.log(`\nLatency relative to the reference: below 1 is faster. Median of ${rounds} rounds (95 %)\n`);
  table((contender, need) => showSpread(ratio(contender, need)));
  console.log("\nLatency in ms / CPU of this process in ms / statements, medians\n");
  table((contender, need, index) => {
    const [latency, cpu] = (["latency", "cpu"] as const).map((it) => median(valuesOf(contender, need, it)).toFixed(2));
    return `${latency} / ${cpu} / ${statements.get(contender)?.[index]}`;
  });
  writeResults("sources", {
    rounds,
    requests: REQUESTS,
    delay,
    sizes,
    reference: reference.name,
    contenders: contenders.map((contender) => ({
      name: contender.name,
      needs: needs
        .filter((need) => contender.needs[need])
        .map((need) => ({
          name: need,
          latencyRatio: ratio(contender, need),
          latencyMilliseconds: median(valuesOf(contender, need, "latency")),
          cpuMilliseconds: median(valuesOf(contender, need, "cpu")),
          statements: statements.get(contender)?.[needs.indexOf(need)],
        })),
    })),
  });
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
