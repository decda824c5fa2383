// CPU that each contender's process uses per request, in rounds in turn, beside the reference of the same round.
import { option, printTable, showSpread, writeResults } from "../support/report.js";
import { median, quantile, seeded, shuffled, type Spread, spreadOf } from "../support/statistics.js";
import { checkAnswer } from "./answers.js";
import { type Column, columns } from "./columns.js";
import { ContenderProcess } from "./contender-process.js";
import { type Contender, contenders, REFERENCE } from "./contenders.js";
import { ask, Load } from "./load.js";

const CONNECTIONS = 10;
/** Processes of one contender differ by several percent, each for as long as it lives: so they are started anew. */
const ROUNDS_A_PROCESS = 4;
/** Times that each column is asked before anything is measured, for what compiles code while it runs. */
const WARM_UP = 10;
const rounds = Number(option("rounds") ?? 25);
const only = option("only")?.split(",");
const chosen = contenders.filter(({ name }) => name === REFERENCE || only === undefined || only.includes(name));
const asked = columns.filter(({ name }) => option("columns")?.split(",").includes(name) ?? true);

interface Sample {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

const running = new Map<Contender, ContenderProcess>();
const samples = new Map<Contender, Map<Column, Sample[]>>();

for (const contender of chosen) samples.set(contender, new Map(asked.map((column) => [column, []])));

try {
  const random = seeded(1);
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_A_PROCESS === 0) await startAll();
    for (const column of asked) {
      for (const contender of shuffled(chosen, random)) {
        samples
          .get(contender)
          ?.get(column)
          ?.push(await measure(contender, column));
      }
    }
    process.stderr.write(`\rround ${round + 1} of ${rounds} `);
  }
  process.stderr.write("\n");
} finally {
  stopAll();
}
report();

async function startAll(): Promise<void> {
  stopAll();
  for (const contender of chosen) running.set(contender, await ContenderProcess.start(contender.name));
  for (const [contender, { port }] of running) await checkAll(contender, port);
  for (const [contender, process] of running) await warmUp(contender, process);
}

function stopAll(): void {
  for (const process of running.values()) process.stop();
}

async function checkAll({ name, dialect }: Contender, port: number): Promise<void> {
  for (const column of asked) {
    try {
      checkAnswer(column, dialect, await ask(port, column.requests[dialect]));
    } catch (error) {
      throw new Error(`${name}, ${column.title}: ${String(error).slice(0, 1500)}`);
    }
  }
}

async function warmUp({ dialect }: Contender, { port }: ContenderProcess): Promise<void> {
  const load = await Load.open(port, CONNECTIONS);
  for (let turn = 0; turn < WARM_UP; turn++) {
    for (const column of asked) await load.send(column.requests[dialect], column.count);
  }
  load.close();
}

async function measure(contender: Contender, column: Column): Promise<Sample> {
  const process = running.get(contender);
  if (process === undefined) throw new Error(`${contender.name} does not run.`);
  const request = column.requests[contender.dialect];
  const load = await Load.open(process.port, CONNECTIONS);
  await load.send(request, CONNECTIONS);
  const before = await process.cpu();
  const latencies = await load.send(request, column.count);
  const cpu = ((await process.cpu()) - before) / column.count;
  load.close();
  return { cpu, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

/** Reference to contender, round by round: above 1, the contender needs less. */
function ratioOf(contender: Contender, column: Column, value: (sample: Sample) => number): Spread {
  const reference = chosen.find(({ name }) => name === REFERENCE) as Contender; // always chosen
  const ours = samples.get(contender)?.get(column) ?? [];
  const theirs = samples.get(reference)?.get(column) ?? [];
  return spreadOf(theirs.map((sample, round) => value(sample) / value(ours[round] ?? sample)));
}

function report(): void {
  const head = ["", ...asked.map(({ title }) => title)];
  const table = (cell: (contender: Contender, column: Column) => string) =>
    printTable(
      head,
      chosen.map((contender) => [contender.title, ...asked.map((column) => cell(contender, column))]),
    );
  const all = (contender: Contender, column: Column, value: (sample: Sample) => number) =>
    (samples.get(contender)?.get(column) ?? []).map(value);

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
  writeResults("server", {
    rounds,
    reference: REFERENCE,
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
