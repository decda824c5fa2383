import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { install, pack } from "./support/pack.js";
import { format, type TscResult, tsc } from "./support/tsc.js";

// Compiles a frontend of the newsroom: emitted declarations and a type-only import.
// Its program holds no module of the database, the framework or a handler's machinery. scripts/client-program.json names what may not appear.

interface Settings {
  readonly example: string;
  readonly api: string;
  readonly forbidden: readonly string[];
  /** `trestle` exports it, so its declaration is seen; it leads nowhere. */
  readonly allowed: readonly string[];
}

const { example, api, forbidden, allowed }: Settings = JSON.parse(readFileSync("scripts/client-program.json", "utf8"));
const PACKAGE = "node_modules/trestle/dist/";
const packed = pack();
const { folder } = packed;
install(packed, [
  "zod",
  "fastify",
  "piscina",
  "fast-content-type-parse",
  "superjson",
  "drizzle-orm",
  "pg",
  "@electric-sql/pglite",
  "@types",
]);

cpSync(example, join(folder, "app"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
const options = { target: "es2022", module: "nodenext", lib: ["ES2023", "DOM", "DOM.AsyncIterable"], strict: true };

compile("app.json", {
  compilerOptions: { ...options, types: ["node"], skipLibCheck: true, ...emit("app", "declarations") },
  files: [join("app", api)],
});

mkdirSync(join(folder, "program"));
const module = `../declarations/${api.replace(/\.ts$/, ".js")}`;
writeFileSync(
  join(folder, "program", "client.ts"),
  `import { createClient } from "trestle/client";\nimport type { Api } from "${module}";\n\nexport const client = createClient<Api>({ url: "/api" });\n`,
);
const { output } = compile("program.json", {
  compilerOptions: { ...options, types: [], skipLibCheck: true, noEmit: true },
  files: ["program/client.ts"],
});

const files = output.split("\n").filter((line) => /\.(ts|mts|cts)$/.test(line));
const found = files
  .flatMap(modulesOf)
  .filter((path) => forbidden.some((part) => path.includes(part)) && !allowed.some((part) => path.endsWith(part)));
console.log(
  `the client's program: ${files.length} files, ${files.filter((path) => !path.includes("/typescript")).length} of them not TypeScript's own`,
);
for (const path of found) console.error(`may not be in it: ${path}`);
if (found.length > 0) process.exitCode = 1;

/** A bundled declaration file holds several modules of src; comments name them. */
function modulesOf(file: string): string[] {
  const path = relative(folder, file);
  if (!path.startsWith(PACKAGE)) return [path];
  const modules = Array.from(
    readFileSync(file, "utf8").matchAll(/^\/\/ (\S+\.d\.ts)$/gm),
    ([, name]) => PACKAGE + name,
  );
  return [path, ...modules];
}

function emit(rootDir: string, outDir: string) {
  return { declaration: true, emitDeclarationOnly: true, rootDir, outDir };
}

function compile(config: string, content: object): TscResult {
  writeFileSync(join(folder, config), JSON.stringify(content));
  const result = tsc(["-p", config, "--listFiles"], { cwd: folder });
  if (result.diagnostics.length > 0) throw new Error(result.diagnostics.map(format).join("\n"));
  return result;
}
