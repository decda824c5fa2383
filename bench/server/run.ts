// CPU that each contender's process uses per request, in rounds in turn, beside the reference of the same round.
//
// Two contenders at a time, and the reference: what a machine gives changes from second to second, and where thirteen of them wait
// for their turn, a round is too long for its two ends to be compared.
import { option, printTable, showSpread, writeResults } from "../support/report.js";
import { median, quantile, seeded, shuffled, type Spread, spreadOf } from "../support/statistics.js";
import { checkAnswer } from "./answers.js";
import { type Column, columns } from "./columns.js";
import { ContenderProcess } from "./contender-process.js";
import { type Contender, contenders, leanContenders, sinceBefore } from "./contenders.js";
import { ask, Load } from "./load.js";

const CONNECTIONS = 10;
/** Processes of one contender differ by several percent, each for as long as it lives: so they are started anew. */
const ROUNDS_A_PROCESS = 4;
/** That run at the same time, beside the reference. */
const GROUP = 2;
/**
 * The number of requests to each column before anything is measured, for what compiles code while it runs. In turn, too: of
 * three processes of the same contender, the one that was warmed up last needed up to a tenth more for small answers.
 */
const WARM_UP = 10;
const rounds = Number(option("rounds") ?? 25);
const only = option("only")?.split(",");
const [results, compared] = comparison();
const [reference, ...rest] = compared as [Contender, ...Contender[]]; // none is empty
const others = rest.filter(({ name }) => only === undefined || only.includes(name));
const chosen = [reference, ...others];
const asked = columns.filter(({ name }) => option("columns")?.split(",").includes(name) ?? true);

interface Sample {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

/** What a contender took, and what the reference took in the same round. */
interface Pair {
  readonly own: Sample;
  readonly reference: Sample;
}

const random = seeded(1);
const running = new Map<Contender, ContenderProcess>();
const pairs = new Map(chosen.map((contender) => [contender, new Map<Column, Pair[]>(asked.map((it) => [it, []]))]));

try {
  for (let at = 0; at < Math.max(others.length, 1); at += GROUP) await compare(others.slice(at, at + GROUP));
} finally {
  stopAll();
}
report();

/** The name of the results, and who is compared. */
function comparison(): readonly [results: string, contenders: readonly Contender[]] {
  const before = option("before");
  if (before !== undefined) return ["server-before", sinceBefore(before)];
  if (option("links") === "document") return ["server-lean", leanContenders];
  return ["server", contenders];
}

async function compare(group: readonly Contender[]): Promise<void> {
  const all = [reference, ...group];
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_A_PROCESS === 0) await startAll(all);
    for (const column of asked) {
      const samples = new Map<Contender, Sample>();
      for (const contender of shuffled(all, random)) samples.set(contender, await measure(contender, column));
      const theirs = samples.get(reference) as Sample; // which is among all
      for (const [contender, own] of samples) pairs.get(contender)?.get(column)?.push({ own, reference: theirs });
    }
    process.stderr.write(`\r${group.map(({ name }) => name).join(", ")}: round ${round + 1} of ${rounds} `);
  }
  process.stderr.write("\n");
}

async function startAll(all: readonly Contender[]): Promise<void> {
  stopAll();
  for (const contender of all) running.set(contender, await ContenderProcess.start(contender.name, contender));
  for (const [contender, { port }] of running) await checkAll(contender, port);
  for (let turn = 0; turn < WARM_UP; turn++) {
    for (const [contender, process] of shuffled([...running], random)) await warmUp(contender, process);
  }
}

function stopAll(): void {
  for (const process of running.values()) process.stop();
  running.clear();
}

async function checkAll(contender: Contender, port: number): Promise<void> {
  for (const column of asked) {
    try {
      checkAnswer(column, contender, await ask(port, column.requests[contender.dialect]));
    } catch (error) {
      throw new Error(`${contender.name}, ${column.title}: ${String(error).slice(0, 1500)}`);
    }
  }
}

async function warmUp(contender: Contender, { port }: ContenderProcess): Promise<void> {
  const load = await Load.open(port, CONNECTIONS);
  for (const column of asked) await load.send(column.requests[contender.dialect], countOf(contender, column));
  load.close();
}

/** How many requests a sample is made of. */
function countOf({ share = 1 }: Contender, { count }: Column): number {
  return Math.ceil(count * share);
}

async function measure(contender: Contender, column: Column): Promise<Sample> {
  const process = running.get(contender);
  if (process === undefined) throw new Error(`${contender.name} does not run.`);
  const request = column.requests[contender.dialect];
  const load = await Load.open(process.port, CONNECTIONS);
  await load.send(request, CONNECTIONS);
  const before = await process.cpu();
  const latencies = await load.send(request, countOf(contender, column));
  const cpu = ((await process.cpu()) - before) / latencies.length;
  load.close();
  return { cpu, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

function pairsOf(contender: Contender, column: Column): readonly Pair[] {
  return pairs.get(contender)?.get(column) ?? [];
}

/** Reference to contender, round by round: above 1, the contender needs less. */
function ratioOf(contender: Contender, column: Column, value: (sample: Sample) => number): Spread {
  return spreadOf(pairsOf(contender, column).map(({ own, reference }) => value(reference) / value(own)));
}

function report(): void {
  const head = ["", ...asked.map(({ title }) => title)];
  const table = (cell: (contender: Contender, column: Column) => string) =>
    printTable(
      head,
      chosen.map((contender) => [contender.title, ...asked.map((column) => cell(contender, column))]),
    );
  const all = (contender: Contender, column: Column, value: (sample: Sample) => number) =>
    pairsOf(contender, column).map(({ own }) => value(own));

  console.log(`\nCPU per request, relative to the reference: above 1 is less CPU. Median of ${rounds} rounds (95 %)\n`);
  table((contender, column) => showSpread(ratioOf(contender, column, ({ cpu }) => cpu)));
  console.log("\nCPU per request in µs, median\n");
  table((contender, column) => median(all(contender, column, ({ cpu }) => cpu)).toFixed(0));
  console.log(`\nLatency over ${CONNECTIONS} connections in ms, median of the rounds: p50 / p99\n`);
  table((contender, column) =>
    [({ p50 }: Sample) => p50, ({ p99 }: Sample) => p99]
      .map((value) => median(all(contender, column, value)).toFixed(2))
      .join(" / "),
  );
  writeResults(results, {
    rounds,
    reference: reference.name,
    contenders: chosen.map((contender) => ({
      name: contender.name,
      columns: asked.map((column) => ({
        name: column.name,
        cpuRatio: ratioOf(contender, column, ({ cpu }) => cpu),
        p99Ratio: ratioOf(contender, column, ({ p99 }) => p99),
        cpuMicroseconds: median(all(contender, column, ({ cpu }) => cpu)),
        p50Milliseconds: median(all(contender, column, ({ p50 }) => p50)),
        p99Milliseconds: median(all(contender, column, ({ p99 }) => p99)),
      })),
    })),
  });
}
