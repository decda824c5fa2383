import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { trestleProgram } from "../bench/compiler/trestle-program.js";
import { install, pack } from "./support/pack.js";
import { type compilers, format, tsc } from "./support/tsc.js";

// Compiles an API of 200 resources in a composite project, and its client in another.
// As a monorepo has it: the packed package, the API in a composite project, its client in another that
// references it and reads its declarations. Nothing in them may be too long to write (TS7056), or be named by a path
// into somebody's node_modules (TS2742).

const COUNT = 200;
const versions: readonly (keyof typeof compilers)[] = ["7", "5.9"];

const packed = pack();
const { folder } = packed;
install(packed, ["zod", "fast-content-type-parse", "superjson"]);
writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "monorepo", private: true, type: "module" }));
for (const project of ["api", "app"]) mkdirSync(join(folder, project));
for (const [path, text] of trestleProgram(COUNT)) {
  const file = path === "client.ts" ? join("app", path) : join("api", path);
  writeFileSync(join(folder, file), text.replace('"./api.js"', '"../api/api.js"'));
}

const compilerOptions = {
  target: "es2022",
  lib: ["ES2023", "DOM", "DOM.AsyncIterable"],
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  types: [],
  composite: true,
  declaration: true,
};
configure("api", { compilerOptions, files: ["api.ts"], include: ["*.ts"] });
configure("app", { compilerOptions, files: ["client.ts"], references: [{ path: "../api" }] });

for (const version of versions) {
  // In the order in which `tsc --build` takes them.
  for (const project of ["api", "app"]) {
    const { diagnostics } = tsc(["-p", project], { cwd: folder, version });
    for (const diagnostic of diagnostics.slice(0, 10)) console.error(format(diagnostic));
    if (diagnostics.length > 0) process.exitCode = 1;
    console.log(`${diagnostics.length > 0 ? "not ok" : "ok"}  TypeScript ${version}, ${project} of ${COUNT} resources`);
  }
}
const declarations = readdirSync(join(folder, "api")).filter((file) => file.endsWith(".d.ts"));
const kilobytes = (files: readonly string[]) =>
  Math.round(files.reduce((sum, file) => sum + statSync(join(folder, "api", file)).size, 0) / 1000);
console.log(`declarations: ${kilobytes(["api.d.ts"])} kB for the router, ${kilobytes(declarations)} kB in all`);

function configure(project: string, config: object): void {
  writeFileSync(join(folder, project, "tsconfig.json"), JSON.stringify(config));
}
