// What a program of resources costs a compiler, Trestle's and its peers', for several numbers of resources.
import { option, printTable, writeResults } from "../support/report.js";
import { median, seeded, shuffled } from "../support/statistics.js";
import { type Compiled, compile, emitDeclarations, held, type Version } from "./compile.js";
import { type Contender, contenders as everyone } from "./contenders.js";
import { writtenProgram } from "./written-program.js";

const only = option("only")?.split(",");
const contenders = everyone.filter(({ name }) => only?.includes(name) ?? true);
const sizes = (option("sizes") ?? "10,50,100").split(",").map(Number);
const largest = sizes.at(-1);
const rounds = Number(option("rounds") ?? 3);
const versions: readonly Version[] = ["5.9", "7"];
const random = seeded(3);

interface Row {
  readonly name: string;
  readonly count: number;
  readonly version: Version;
  readonly instantiations: number;
  readonly memory: number;
  readonly check: number;
}

const rows: Row[] = [];
const holds: { readonly name: string; readonly count: number; readonly memory: number }[] = [];
const emitted: { name: string; router: number; all: number; errors: readonly string[] }[] = [];
const folders = new Map<Contender, string>();

for (const count of sizes) {
  measure(count);
  console.error(`measured ${count} resources`);
}
for (const contender of contenders.filter(({ mistyped }) => !mistyped)) {
  const folder = folders.get(contender) ?? "";
  emitted.push({ name: contender.name, ...emitDeclarations(folder) });
}

for (const version of versions) print(version);
writeResults("compiler", { rounds, sizes, rows, held: holds, declarations: emitted });

/** Every contender in each round, in another order: the machine may be busy with something else. */
function measure(count: number): void {
  const samples = new Map<string, Compiled[]>();
  for (const contender of contenders) folders.set(contender, writtenProgram(contender.program(count)));
  for (let round = 0; round < rounds; round++) {
    for (const contender of shuffled(contenders, random)) {
      for (const version of versions) {
        const compiled = compile(folders.get(contender) ?? "", version);
        expectErrors(contender, compiled);
        const key = `${contender.name} ${version}`;
        samples.set(key, [...(samples.get(key) ?? []), compiled]);
      }
    }
  }
  for (const contender of contenders) {
    const { name } = contender;
    holds.push({ name, count, memory: held(folders.get(contender) ?? "") });
    for (const version of versions) {
      const own = samples.get(`${name} ${version}`) ?? [];
      const of = (what: "instantiations" | "memory" | "check") => median(own.map((compiled) => compiled[what]));
      rows.push({
        name,
        count,
        version,
        instantiations: of("instantiations"),
        memory: of("memory"),
        check: of("check"),
      });
    }
  }
}

/** A program that does not compile measures nothing, and a mistyped one that does is not what it says. */
function expectErrors({ title, mistyped }: Contender, { errors }: Compiled): void {
  const strange = errors.filter((error) => !mistyped || !error.startsWith("client.ts"));
  if (strange.length > 0) throw new Error(`${title} does not compile:\n${strange.slice(0, 5).join("\n")}`);
  if (mistyped && errors.length === 0) throw new Error(`${title} compiles`);
}

function print(version: Version): void {
  console.log(`\nTypeScript ${version}, median of ${rounds} rounds; resources with 8 operations and 3 calls each\n`);
  const head = sizes.flatMap((count) => [`instantiations, ${count}`, `MB, ${count}`, `check s, ${count}`]);
  printTable(
    ["", ...head, ...(version === "5.9" ? [`MB held, ${largest}`, "router's .d.ts, kB", "all .d.ts, kB"] : [])],
    contenders.map(({ name, title }) => [
      title,
      ...sizes.flatMap((count) => cells(name, count, version)),
      ...more(name, version),
    ]),
  );
}

function cells(name: string, count: number, version: Version): string[] {
  const row = rows.find(
    (candidate) => candidate.name === name && candidate.count === count && candidate.version === version,
  );
  return row ? [`${(row.instantiations / 1000).toFixed(1)} k`, row.memory.toFixed(0), row.check.toFixed(2)] : [];
}

function more(name: string, version: Version): string[] {
  if (version !== "5.9") return [];
  const file = emitted.find((one) => one.name === name);
  const codes = [...new Set(file?.errors.map((error) => /TS\d+/.exec(error)?.[0] ?? ""))].join(", ");
  const memory = holds.find((one) => one.name === name && one.count === largest)?.memory;
  return [memory?.toFixed(0) ?? "", codes || (file?.router.toFixed(0) ?? ""), codes || (file?.all.toFixed(0) ?? "")];
}
