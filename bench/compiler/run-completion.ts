// What an editor waits for after an edit of a client, Trestle's and its peers', in rounds in turn.
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { option, printTable, showSpread, writeResults } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";
import { emitDeclarations } from "./compile.js";
import type { Completion } from "./completion.js";
import { type Contender, contenders as everyone } from "./contenders.js";
import { writtenProgram } from "./written-program.js";

const only = option("only")?.split(",");
const written = everyone.filter(({ name, mistyped }) => !mistyped && (only?.includes(name) ?? true));
const count = Number(option("size") ?? 100);
const rounds = Number(option("rounds") ?? 5);
/** Of each round: the first few of a process are slower, since its code is not compiled yet. */
const edits = Number(option("edits") ?? 7);
const random = seeded(5);
const folders = new Map(written.map(({ name, program }) => [name, writtenProgram(program(count))]));
const contenders = [...written, ...written.flatMap(fromDeclarations)];
const samples = new Map<string, Completion[]>(contenders.map(({ name }) => [name, []]));

for (let round = 0; round < rounds; round++) {
  for (const contender of shuffled(contenders, random)) samples.get(contender.name)?.push(await measure(contender));
  console.error(`round ${round + 1} of ${rounds}`);
}

/** The same client beside the declarations of its API, as where that is a package; nothing where they cannot be made. */
function fromDeclarations(contender: Contender): Contender[] {
  const folder = folders.get(contender.name) ?? "";
  if (emitDeclarations(folder).errors.length > 0) return [];
  const home = join(folder, "declarations");
  rmSync(join(home, "client.d.ts"));
  for (const file of ["client.ts", "package.json", "tsconfig.json"]) cpSync(join(folder, file), join(home, file));
  const name = `${contender.name}-declarations`;
  folders.set(name, home);
  return [{ ...contender, name, title: `${contender.title}, from declarations` }];
}

/** The least that one completion took in a process of its own: what is more is what else the machine had to do. */
async function measure({ name, cursor }: Contender): Promise<Completion> {
  const [type, expected] = [`r${count >> 1}`, `rank${count >> 1}__gte`];
  const args = [folders.get(name) ?? "", cursor(type), expected, `${edits}`];
  const child = fork(new URL("./complete.js", import.meta.url), args, { execArgv: ["--max-old-space-size=4096"] });
  const [completed] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`${name} completed nothing.`))),
  ])) as [Completion[]];
  const least = (of: keyof Completion) => Math.min(...completed.map((completion) => completion[of]));
  return { cpu: least("cpu"), wall: least("wall") };
}

const results = contenders.map(({ name, title }) => {
  const own = samples.get(name) ?? [];
  const base = samples.get("trestle") ?? [];
  const ratio = spreadOf(own.map(({ cpu }, round) => cpu / (base[round]?.cpu ?? Number.NaN)));
  return { name, title, ratio, cpu: median(own.map(({ cpu }) => cpu)), wall: median(own.map(({ wall }) => wall)) };
});
console.log(
  `\nNames inside a filter after an edit, ${count} resources, TypeScript 5.9. Median of ${rounds} rounds (95 %)\n`,
);
printTable(
  ["", "CPU relative to Trestle's", "CPU, ms", "time, ms"],
  results.map(({ title, ratio, cpu, wall }) => [title, showSpread(ratio), cpu.toFixed(0), wall.toFixed(0)]),
);
writeResults("completion", { count, rounds, edits, results });
