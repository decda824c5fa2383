import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandProgram } from "../bench/compiler/command-program.js";
import { sourceProgram } from "../bench/compiler/source-program.js";
import { type Calls, type Program, trestleProgram } from "../bench/compiler/trestle-program.js";
import { linkedProgram } from "./support/linked-program.js";
import { SharedCompiler } from "./support/shared-compiler.js";
import { format, tsc } from "./support/tsc.js";

// Counts the type instantiations that one more resource costs; needs a build.
// They are the same on every machine. CI checks the limit below;
// `--write` records the counts in scripts/instantiations.json, which is documentation only.

type Version = "7" | "5.9";
type Counts = Record<Calls, Record<Version, number>>;

const LIMIT = 2_900;
/** What a source may add to a resource whose handlers do nothing. Reading the columns by hand costs 731: see docs/evidence/type-cost.md */
const SOURCE_LIMIT = 2_430;
/** What a resource with a source may cost whose operations are registered by `source.routes`. */
const ROUTES_LIMIT = 4_400;
/** What the same resource may cost where it is read from its table, with the table's own types. */
const TABLE_LIMIT = 5_000;
/** What a command may cost, with its one call and without Zod's own share. */
const COMMAND_LIMIT = 900;

const FILE = "scripts/instantiations.json";
/** The numbers of resources, and of commands, whose costs are compared. */
const RESOURCES = [20, 60] as const;
const COMMANDS = [5, 25] as const;
const compilers: Record<Version, SharedCompiler> = { "7": new SharedCompiler("7"), "5.9": new SharedCompiler("5.9") };

if (!existsSync("dist/index.d.ts")) throw new Error("dist is missing: run `npm run build` first");
const recorded: Counts = JSON.parse(readFileSync(FILE, "utf8"));
const counted: Counts = { right: perResource("right"), mistyped: perResource("mistyped") };

for (const calls of ["right", "mistyped"] as const) {
  for (const version of ["7", "5.9"] as const) {
    const count = counted[calls][version];
    const isAbove = count > LIMIT;
    console.log(
      `${isAbove ? "not ok" : "ok"}  TypeScript ${version}, ${calls}: ${count} instantiations per resource (limit ${LIMIT}, recorded ${recorded[calls][version]})`,
    );
    if (isAbove) process.exitCode = 1;
  }
}
const source = slopes((count) => sourceProgram(count, "source"));
const hand = slopes((count) => sourceProgram(count, "hand"));
for (const version of ["7", "5.9"] as const) {
  const count = source[version] - hand[version];
  const isAbove = count > SOURCE_LIMIT;
  console.log(
    `${isAbove ? "not ok" : "ok"}  TypeScript ${version}, source: ${count} instantiations per resource beyond its operations (limit ${SOURCE_LIMIT})`,
  );
  if (isAbove) process.exitCode = 1;
}
for (const [handlers, what, limit] of [
  ["routes", "source.routes", ROUTES_LIMIT],
  ["table", "source.routes and tableResource", TABLE_LIMIT],
] as const) {
  const counts = slopes((count) => sourceProgram(count, handlers));
  for (const version of ["7", "5.9"] as const) {
    const isAbove = counts[version] > limit;
    console.log(
      `${isAbove ? "not ok" : "ok"}  TypeScript ${version}, ${what}: ${counts[version]} instantiations per resource (limit ${limit})`,
    );
    if (isAbove) process.exitCode = 1;
  }
}
const used = slopes((count) => commandProgram(count, "used"), "right", COMMANDS);
const schemas = slopes((count) => commandProgram(count, "schemas"), "right", COMMANDS);
for (const version of ["7", "5.9"] as const) {
  const count = used[version] - schemas[version];
  const isAbove = count > COMMAND_LIMIT;
  console.log(
    `${isAbove ? "not ok" : "ok"}  TypeScript ${version}, command: ${count} instantiations per used command (limit ${COMMAND_LIMIT})`,
  );
  if (isAbove) process.exitCode = 1;
}
checkSameRouterType();
if (process.exitCode)
  console.error(
    `A resource may cost at most ${LIMIT} instantiations, its source ${SOURCE_LIMIT} more, one with source.routes ${ROUTES_LIMIT}, from its table ${TABLE_LIMIT}, and a command ${COMMAND_LIMIT}: see docs/evidence/type-cost.md`,
  );
else if (process.argv.includes("--write")) writeFileSync(FILE, `${JSON.stringify(counted, undefined, 2)}\n`);

function perResource(calls: Calls): Record<Version, number> {
  return slopes((count) => trestleProgram(count, calls), calls);
}

function slopes(
  program: (count: number) => Program,
  calls: Calls = "right",
  [fewer, more]: readonly [number, number] = RESOURCES,
): Record<Version, number> {
  const [few, many] = [written(program(fewer)), written(program(more))];
  const slope = (version: Version) =>
    Math.round((instantiations(many, calls, version) - instantiations(few, calls, version)) / (more - fewer));
  return { "7": slope("7"), "5.9": slope("5.9") };
}

/** A client must not know whether handlers come from a source. */
function checkSameRouterType(): void {
  const [source, hand] = (["source", "hand"] as const).map((handlers) => {
    const cwd = written(sourceProgram(3, handlers));
    const { diagnostics } = tsc(["-p", ".", "--noEmit", "false", "--emitDeclarationOnly", "--outDir", "out"], { cwd });
    if (diagnostics.length > 0) throw new Error(diagnostics.map(format).join("\n"));
    return readFileSync(join(cwd, "out", "client.d.ts"), "utf8");
  });
  console.log(`${source === hand ? "ok" : "not ok"}  a router's type is the same with sources and without`);
  if (source !== hand) process.exitCode = 1;
}

function written(program: Program): string {
  const folder = linkedProgram(program);
  const compilerOptions = {
    target: "es2022",
    lib: ["ES2023", "DOM", "DOM.AsyncIterable"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    declaration: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts"] }));
  return folder;
}

function instantiations(cwd: string, calls: Calls, version: Version): number {
  const { diagnostics, instantiations } = compilers[version].compile(cwd);
  const strange = diagnostics.filter(({ file }) => calls === "right" || file !== "client.ts");
  if (strange.length > 0) throw new Error(strange.map(format).join("\n"));
  if (calls === "mistyped" && diagnostics.length === 0) throw new Error("the mistyped program compiles");
  return instantiations;
}
