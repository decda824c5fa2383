// Compares the cost of the worst schemas with that of Zod alone, each in its own process, and shows how the cost grows.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { option, printTable, writeResults } from "../support/report.js";
import { median } from "../support/statistics.js";
import type { Times } from "./measure.js";
import { type Shape, shapes } from "./shapes.js";

const rounds = Number(option("rounds") ?? 5);
const only = option("only")?.split(",");
const chosen = shapes.filter(({ name }) => only?.includes(name) ?? true);
/** Milliseconds after which Zod alone is stopped. */
const PATIENCE = 20_000;

interface Round {
  readonly trestle: Times;
  /** Undefined if Zod alone did not end. */
  readonly zod: Times | undefined;
}

const found = new Map<Shape, Round[]>(chosen.map((shape) => [shape, []]));
for (let round = 0; round < rounds; round++) {
  for (const shape of chosen) {
    const trestle = await measured(shape, "trestle");
    if (trestle === undefined) throw new Error(`${shape.name} did not end.`);
    // What does not end once need not be tried again.
    const hopeless = found.get(shape)?.some(({ zod }) => zod?.read === undefined);
    found.get(shape)?.push({ trestle, zod: hopeless ? found.get(shape)?.[0]?.zod : await measured(shape, "zod") });
    process.stderr.write(`\rround ${round + 1} of ${rounds}: ${shape.name}                    `);
  }
}
process.stderr.write("\n");
report();

async function measured(shape: Shape, of: "trestle" | "zod"): Promise<Times | undefined> {
  const child = fork(fileURLToPath(new URL("measure.js", import.meta.url)), [`--shape=${shape.name}`, `--of=${of}`], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), of === "zod" ? PATIENCE : PATIENCE * 10);
  const [result] = await Promise.race([once(child, "message"), once(child, "exit").then(() => [undefined])]);
  clearTimeout(timer);
  if (result === undefined && child.signalCode === null) throw new Error(`Measuring ${shape.name} failed.`);
  return result as Times | undefined; // as `measure.ts` sent it
}

/** The median over the rounds; undefined if a round has no number. */
function over(shape: Shape, value: (round: Round) => number | undefined): number | undefined {
  const all = (found.get(shape) ?? []).map(value);
  return all.every((one) => one !== undefined) ? median(all) : undefined;
}

function ratio(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

function resultsOf(shape: Shape) {
  const slope = (of: string) => over(shape, ({ trestle }) => ratio(trestle[of], trestle[`${of.split(" ")[0]} once`]));
  return {
    name: shape.name,
    title: shape.title,
    depth: shape.depth,
    width: shape.width,
    read: over(shape, ({ trestle }) => trestle["read once"]),
    readRatio: over(shape, ({ trestle, zod }) => ratio(trestle["read once"], zod?.read)),
    readByDepth: slope("read depth"),
    readByWidth: slope("read width"),
    write: over(shape, ({ trestle }) => trestle["write once"]),
    writeRatio: over(shape, ({ trestle, zod }) => ratio(trestle["write once"], zod?.stringify)),
    writeByDepth: slope("write depth"),
    writeByWidth: slope("write width"),
    first: over(shape, ({ trestle }) => trestle.first),
    firstRatio: over(shape, ({ trestle, zod }) => ratio(trestle.first, zod?.first)),
    zod: zodAlone(shape),
  };
}

function zodAlone(shape: Shape): string | undefined {
  const zod = found.get(shape)?.[0]?.zod;
  if (zod === undefined) return `> ${PATIENCE / 1000} s`;
  if (zod.read !== undefined) return undefined;
  return `${zod.overflow ? "RangeError" : "> 1 s"} at depth ${zod.depth}`;
}

function report(): void {
  const results = chosen.map(resultsOf);
  const time = (value: number | undefined) => (value === undefined ? "" : value.toFixed(0));
  const times = (value: number | undefined) => (value === undefined ? "" : `${value.toFixed(value < 10 ? 1 : 0)}×`);
  const slopes = (...values: (number | undefined)[]) => values.map((value) => value?.toFixed(1) ?? "–").join(" / ");
  console.log(`\nCPU in µs, median of ${rounds} processes. Growth: depth doubled / width doubled\n`);
  printTable(
    ["", "read", "Zod", "growth", "write", "stringify", "growth", "first", "Zod"],
    results.map((it) => [
      it.title,
      time(it.read),
      it.zod ?? times(it.readRatio),
      slopes(it.readByDepth, it.readByWidth),
      time(it.write),
      times(it.writeRatio),
      slopes(it.writeByDepth, it.writeByWidth),
      time(it.first),
      times(it.firstRatio),
    ]),
  );
  writeResults("schemas", { rounds, results });
}
